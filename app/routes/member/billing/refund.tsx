import { parseWithZod } from '@conform-to/zod/v4';
import { planRefund, requestRefund } from '#app/domain/billing/refund-request.server.ts';
import { refundReasonLength } from '#app/domain/billing/refund-request-form.ts';
import {
  type RefundRequestForm,
  refundRequestSchema,
} from '#app/domain/billing/refund-request-schema.server.ts';
import { formatMoney, guaranteeDays } from '#app/domain/catalogue/products.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { invalidForm, refusedForm } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/refund';

const billing = '/profile/billing';

export async function loader({ params, context }: Route.LoaderArgs) {
  const plan = await planRefund(context.get(memberContext).id, params.paymentId);
  if (!plan) throw notFound('There is no such payment', { to: billing, label: 'Back to billing' });
  return { plan };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: refundRequestSchema });
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const { isGuaranteed, isNew } = await requestRefund(
      context.get(memberContext),
      params.paymentId,
      submission.value.reason,
    );
    const under = isGuaranteed
      ? 'Your refund is on its way. We mail you a credit note as soon as it is made.'
      : 'We have your request, and answer you by mail within 24 hours.';
    return redirectWithFlash(billing, isNew ? under : `You have asked for it already. ${under}`);
  } catch (error) {
    return refusedForm(form, error);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Ask for a refund')];

export default function Refund({ loaderData: { plan }, actionData }: Route.ComponentProps) {
  const form = formFields<RefundRequestForm>('refund', actionData);
  const { chance, request } = plan;
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb
          crumbs={[
            { to: '/profile', label: 'Profile' },
            { to: billing, label: 'Billing' },
          ]}
          current="Refund"
        />
        <h1>{titleOf(plan)}</h1>
        <p className="text-muted">
          {plan.productName}, {formatMoney(plan.amountCents, plan.currency)} paid{' '}
          {canOf(plan.provider).paidWith} on <Day at={plan.paidAt} />
        </p>
      </header>
      <FormErrors id={form.errorId} errors={form.errors} />
      {request && request.status !== 'settled' ? (
        <Standing request={request} />
      ) : chance.kind === 'refused' ? (
        <Closed text={chance.text} />
      ) : (
        <>
          <Consequences plan={plan} chance={chance} />
          <form method="post" id={form.id} className="grid gap-6">
            <TextArea
              {...form.field('reason')}
              label={
                chance.kind === 'guaranteed'
                  ? 'What was missing? (optional)'
                  : 'Why would you like it back? (optional)'
              }
              hint={`At most ${refundReasonLength} characters. It is read by people.`}
              maxLength={refundReasonLength}
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton pendingLabel="Asking...">
                {chance.kind === 'guaranteed'
                  ? `Give me ${formatMoney(chance.cents, plan.currency)} back`
                  : `Ask for ${formatMoney(chance.cents, plan.currency)} back`}
              </SubmitButton>
              <ButtonLink variant="secondary" to={billing}>
                Back to billing
              </ButtonLink>
            </div>
          </form>
        </>
      )}
    </div>
  );
}

type Plan = Route.ComponentProps['loaderData']['plan'];
type Open = Exclude<Plan['chance'], { kind: 'refused' }>;

function titleOf({ chance, request }: Plan): string {
  if (request?.status === 'asked') return 'We have your request';
  if (request?.status === 'accepted') return 'Your refund is on its way';
  if (request?.status === 'declined') return 'We have answered your request';
  if (chance.kind === 'refused') return 'There is nothing to refund';
  return chance.kind === 'guaranteed' ? 'Get your money back' : 'Ask for a refund';
}

/** How far a request is. */
function Standing({ request }: { request: NonNullable<Plan['request']> }) {
  return (
    <>
      <Card className="grid gap-3">
        <p>
          Asked for on <Day at={request.requestedAt} />.
        </p>
        {request.status === 'asked' ? (
          <p>A person looks at it, and answers you by mail within 24 hours.</p>
        ) : null}
        {request.status === 'accepted' ? (
          <p>
            The money goes back by the way you paid. We mail you a credit note as soon as it is made; on your
            statement it takes five to ten days, depending on your bank.
          </p>
        ) : null}
        {request.status === 'declined' ? (
          <>
            <p>We cannot refund this payment. Our answer:</p>
            <p className="whitespace-pre-line border-l-2 border-line-strong pl-4">{request.answer}</p>
          </>
        ) : null}
      </Card>
      <BackToBilling />
    </>
  );
}

function Closed({ text }: { text: string }) {
  return (
    <>
      <p>{text}</p>
      <BackToBilling />
    </>
  );
}

function BackToBilling() {
  return (
    <p className="flex flex-wrap gap-3">
      <ButtonLink to={billing}>Back to billing</ButtonLink>
      <ButtonLink variant="secondary" to="/support">
        Write to support
      </ButtonLink>
    </p>
  );
}

function Consequences({ plan: { currency, ends, productName }, chance }: { plan: Plan; chance: Open }) {
  const isGuaranteed = chance.kind === 'guaranteed';
  const when = isGuaranteed ? 'at once' : 'if we say yes, with the refund';
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">What happens when you ask</h2>
      <ul className="grid gap-3">
        <Item>
          {isGuaranteed
            ? `${formatMoney(chance.cents, currency)} goes back at once, by the way you paid: it is covered by the ${guaranteeDays}-day guarantee. On your statement it takes five to ten days, depending on your bank.`
            : `The ${guaranteeDays}-day guarantee does not cover this payment, so a person looks at it and answers you by mail within 24 hours.`}
        </Item>
        {ends === 'subscription' ? (
          <Item>
            {productName} ends {when}, and no further payment is taken.
          </Item>
        ) : null}
        {ends === 'purchase' ? (
          <Item>
            {productName} is no longer yours {isGuaranteed ? 'from then on' : 'from then on, if we say yes'}.
          </Item>
        ) : null}
        {ends === null ? <Item>What you have stays as it is.</Item> : null}
        <Item>You get a credit note by mail. Your account and your progress are kept.</Item>
      </ul>
      <p className="border-t border-line pt-4 text-sm text-muted">
        The guarantee can be used once for each product. All of it is in the{' '}
        <Link className="link" to="/legal/refund-policy">
          refund policy
        </Link>
        .
      </p>
    </Card>
  );
}

function Item({ children }: { children: React.ReactNode }) {
  return (
    <li className="flex gap-3">
      <Check className="mt-1 text-accent" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
