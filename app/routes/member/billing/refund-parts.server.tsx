import { guaranteeDays, guaranteeOf, guaranteeSentence } from '#app/domain/core/catalogue/guarantee.ts';
import { formatMoney, productOf } from '#app/domain/core/catalogue/products.ts';
import type { RefundPlan } from '#app/domain/selling/billing/refund-request.server.ts';
import type { NotGuaranteed } from '#app/domain/selling/billing/refund-rules.ts';
import { formatDay } from '#app/platform/date-format.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { pagePart } from '#app/routes/http/page-text.server.ts';
import { Consequence } from '#app/routes/member/billing/consequence.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';

type Open = Exclude<RefundPlan['chance'], { kind: 'refused' }>;

/** What the page about a refund says: of the payment, and how it stands or what asking does, as HTML; and where one can ask, in which words. */
export function renderRefundParts(request: Request, plan: RefundPlan) {
  const { chance, currency } = plan;
  const standing = plan.request?.status === 'settled' ? null : plan.request;
  const isAskable = standing === null && chance.kind !== 'refused';
  return {
    title: titleOf(plan),
    paid: pagePart(
      request,
      <p className="text-muted">
        {plan.productName}, {formatMoney(plan.amountCents, currency)} paid {canOf(plan.provider).paidWith} on{' '}
        <Day at={plan.paidAt} />
      </p>,
    ),
    told: pagePart(
      request,
      standing ? (
        <Standing request={standing} />
      ) : chance.kind === 'refused' ? (
        <Closed text={chance.text} />
      ) : (
        <Consequences plan={plan} chance={chance} />
      ),
    ),
    ask: isAskable
      ? chance.kind === 'guaranteed'
        ? {
            why: 'What was missing? (optional)',
            label: `Refund my ${formatMoney(chance.cents, currency)}`,
          }
        : {
            why: 'Why do you want a refund? (optional)',
            label: `Request a ${formatMoney(chance.cents, currency)} refund`,
          }
      : null,
  };
}

/** The page's. */
function titleOf({ chance, request }: RefundPlan): string {
  if (request?.status === 'asked') return 'We have your request';
  if (request?.status === 'accepted') return 'Your refund is on its way';
  if (request?.status === 'declined') return 'We have answered your request';
  if (chance.kind === 'refused') return 'There is nothing to refund';
  return chance.kind === 'guaranteed' ? 'Get your money back' : 'Ask for a refund';
}

/** How far a request is. */
function Standing({ request }: { request: NonNullable<RefundPlan['request']> }) {
  return (
    <div className="grid gap-6">
      <Card className="grid gap-3">
        <p>
          Requested on <Day at={request.requestedAt} />.
        </p>
        {request.status === 'asked' ? (
          <p>Our team reviews it and emails you an answer within 24 hours.</p>
        ) : null}
        {request.status === 'accepted' ? (
          <p>
            We are refunding your original payment method and will email you a credit note. The refund shows
            on your statement in five to ten days, depending on your bank.
          </p>
        ) : null}
        {request.status === 'declined' ? (
          <>
            <p>We cannot refund this payment. Our answer:</p>
            <p dir="auto" className="whitespace-pre-line border-s-2 border-line-strong ps-4">
              {request.answer}
            </p>
          </>
        ) : null}
      </Card>
      <BackToBilling />
    </div>
  );
}

function Closed({ text }: { text: string }) {
  return (
    <div className="grid gap-6">
      <p>{text}</p>
      <BackToBilling />
    </div>
  );
}

function BackToBilling() {
  return (
    <p className="flex flex-wrap gap-3">
      <ButtonLink to="/profile/billing">Back to billing</ButtonLink>
      <ButtonLink variant="secondary" to="/support">
        Write to support
      </ButtonLink>
    </p>
  );
}

/** Why the guarantee does not cover a payment, as its payer reads it. */
const notCovered: Record<NotGuaranteed, string> = {
  other_product: 'The guarantee covers memberships, and this payment was for something else.',
  price_difference: 'This payment is a price difference, which the guarantee does not cover.',
  switched:
    'The unused part of this payment was credited when you switched to paying by the year. The guarantee covers the payment that followed.',
  later_payment: 'This is not your first membership payment, and the guarantee covers only that one.',
  used: 'You have used the guarantee before, and it applies once per person.',
  too_late: `You paid more than ${guaranteeDays} days ago, and the guarantee has ended.`,
  charged_back: 'Your bank has taken back part of this payment, so the guarantee no longer applies.',
};

/** What is said of a payment that a person decides about. */
function whyAsked({ product: key, giftRedeemedAt }: RefundPlan, why: NotGuaranteed): string {
  const product = productOf(key);
  if (giftRedeemedAt)
    return 'This gift has been redeemed, and we promise refunds only of those that have not.';
  const promise = product && !product.isGuaranteed ? guaranteeOf(product) : null;
  return promise ?? notCovered[why];
}

/** What ends with the money of something that was paid once, as its payer reads it. */
function endOfPurchase({ productName, giftRedeemedAt }: RefundPlan, isGuaranteed: boolean): string {
  const when = isGuaranteed ? 'at once' : 'if we approve the refund';
  if (giftRedeemedAt === undefined) return `${productName} access ends ${when}.`;
  return giftRedeemedAt
    ? `The membership that the gift gives ends ${when}.`
    : `The code of the gift stops working ${when}.`;
}

/** Where support is asked about a payment, with the subject filled in. */
const supportAbout = ({ productName, amountCents, currency, paidAt }: RefundPlan): string => {
  const day = formatDay(paidAt);
  const subject = `Refund of ${formatMoney(amountCents, currency)} for ${productName}, paid on ${day}`;
  return `/support?${new URLSearchParams({ subject })}#contact`;
};

function Consequences({ plan, chance }: { plan: RefundPlan; chance: Open }) {
  const { currency, ends, productName } = plan;
  const isGuaranteed = chance.kind === 'guaranteed';
  const when = isGuaranteed ? 'at once' : 'with the refund, if we approve it';
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">What happens when you ask</h2>
      <ul className="grid gap-3">
        <Consequence>
          {isGuaranteed
            ? `${formatMoney(chance.cents, currency)} is covered by the guarantee, and we refund it right away to your original payment method. It shows on your statement in five to ten days, depending on your bank.`
            : `${whyAsked(plan, chance.why)} Our team reviews your request and emails you an answer within 24 hours.`}
        </Consequence>
        {ends === 'subscription' ? (
          <Consequence>
            {productName} ends {when}, and no further payment is taken.
          </Consequence>
        ) : null}
        {ends === 'purchase' ? <Consequence>{endOfPurchase(plan, isGuaranteed)}</Consequence> : null}
        {ends === null ? <Consequence>Your access does not change.</Consequence> : null}
        <Consequence>You get a credit note by email. Your account and your progress are kept.</Consequence>
      </ul>
      <p className="border-t border-line pt-4 text-sm text-muted">
        {guaranteeSentence} Read the full{' '}
        <Link className="link" to="/legal/refund-policy">
          refund policy
        </Link>
        .
        {isGuaranteed ? null : (
          <>
            {' '}
            Questions first?{' '}
            <Link className="link" to={supportAbout(plan)}>
              Write to support
            </Link>
            .
          </>
        )}
      </p>
    </Card>
  );
}
