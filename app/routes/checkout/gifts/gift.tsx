import { data, redirectDocument } from 'react-router';
import { giftGuaranteeSentence } from '#app/domain/core/catalogue/guarantee.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { canceledParam } from '#app/domain/selling/billing/purchase-input.server.ts';
import { isGiftSoldBy, productOfGift } from '#app/domain/selling/gifts/buying.server.ts';
import { resendGift } from '#app/domain/selling/gifts/delivery.server.ts';
import { codeOf } from '#app/domain/selling/gifts/gift-code.server.ts';
import { giftState, giftStateTone, giftStateWords } from '#app/domain/selling/gifts/gift-state.ts';
import { findCoded, findGiven } from '#app/domain/selling/gifts/listing.server.ts';
import { findDraftPayment, openGiftPayment } from '#app/domain/selling/payment-events/gift-payment.server.ts';
import { config } from '#app/platform/config.server.ts';
import { broughtBy } from '#app/routes/checkout/checkout-context.server.ts';
import { GiftFacts, StateText } from '#app/routes/checkout/gifts/gift-parts.tsx';
import { dayRule, endRule, memberRule } from '#app/routes/checkout/gifts/gift-words.ts';
import { PurchaseTerms } from '#app/routes/checkout/purchase-terms.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, unknownAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { salesPage } from '#app/routes/http/page-handle.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/gift';

export const handle = salesPage;

const list = { to: '/gifts', label: 'Gifts' };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const find = () => findGiven(viewer.id, params.giftId);
  let gift = await find();
  if (!gift) throw notFound('There is no such gift.', { ...list, label: 'Your gifts' });
  const product = productOfGift({ ...gift, currency: gift.giftCurrency });
  let payment: 'awaited' | 'returned' | null = null;
  if (gift.status === 'draft' && !gift.isHeld) {
    // Its webhook may be late: the provider is asked.
    payment = await findDraftPayment(
      viewer,
      { ...gift, currency: gift.giftCurrency },
      url.searchParams.has('paid'),
    );
    gift = (await find()) ?? gift;
  }
  const isDraft = gift.status === 'draft' && !gift.isHeld;
  const { checkout } = config();
  const code = gift.status === 'paid' && !gift.withheldAt ? codeOf(await findCoded(gift.id)) : null;
  return data({
    gift,
    state: giftState(gift),
    code,
    isAwaited: isDraft && payment === 'awaited',
    isReturned: isDraft && payment === 'returned',
    isCanceled: url.searchParams.has(canceledParam),
    pay:
      isDraft && product
        ? {
            price: formatMoney(product.amountCents, product.currency),
            hasTaxOnTop: checkout.hasTaxOnTop,
            byCard: isGiftSoldBy(product, 'card_page'),
            byWallet: isGiftSoldBy(product, 'wallet'),
          }
        : null,
  });
}

export const action = formAction(async ({ request, params, url, context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  const id = params.giftId;
  const path = `/gifts/${id}`;
  switch (form.get('intent')) {
    case 'pay_by_card':
    case 'pay_by_wallet': {
      const gift = await findGiven(viewer.id, id);
      if (gift) {
        const bought = { key: gift.product, currency: gift.giftCurrency };
        await claimSale(viewer, bought, { ...broughtBy(request, url), code: null }, gift.id);
      }
      const way = form.get('intent') === 'pay_by_card' ? 'card_page' : 'wallet';
      // The sandbox's page has the site's own origin, and yet is none of the router's.
      return redirectDocument(await openGiftPayment(viewer, id, way), 303);
    }
    case 'resend':
      await resendGift(viewer.id, id);
      return redirectWithFlash(path, 'The gift is on its way once more.');
    default:
      throw unknownAction();
  }
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Your gift')];

export default function Gift({ loaderData, actionData }: Route.ComponentProps) {
  const { gift, state, code, pay, isAwaited, isReturned, isCanceled } = loaderData;
  const path = `/gifts/${gift.id}`;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="grid gap-4">
        <Breadcrumb crumbs={[list]} current="Your gift" />
        <h1>{pay && !isAwaited ? 'Check your gift, then pay' : 'Your gift'}</h1>
        <p>
          <Badge tone={giftStateTone(state)}>{isAwaited ? 'Being confirmed' : giftStateWords[state]}</Badge>
        </p>
      </header>
      {isCanceled && !actionData ? (
        <Notice live>You have come back without paying, and nothing was charged.</Notice>
      ) : null}
      <FormErrors id="gift-error" errors={actionData?.lastResult.error?.['']} />
      {isAwaited ? (
        <Notice live>
          Your payment is being confirmed. That usually takes a few seconds, and with PayPal sometimes days.
          You don’t need to pay again.{' '}
          <a className="link" href={`${path}?paid=1`}>
            Look again
          </a>
        </Notice>
      ) : null}
      {isReturned ? (
        <Notice>A payment for this gift was returned to you in full. To give the gift, pay once more.</Notice>
      ) : null}
      <StateText state={state} deliverAt={gift.deliverAt} />
      {code ? (
        <GiveCode path={path} code={code} canResend={state === 'sent' && gift.recipientEmail !== null} />
      ) : null}
      <GiftFacts gift={gift} />
      {pay && !isAwaited ? <Pay path={path} pay={pay} /> : null}
    </div>
  );
}

function GiveCode({ path, code, canResend }: { path: string; code: string; canResend: boolean }) {
  return (
    <section aria-label="Its code" className="grid gap-4">
      <CopyField
        id="gift-code"
        label="The code"
        value={code}
        copiedMessage="The code was copied."
        button="Copy code"
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${path}/card`}>Print the card</ButtonLink>
        {canResend ? (
          <form method="post" action={path}>
            <SubmitButton variant="secondary" intent="resend" pendingLabel="Sending...">
              Email the gift again
            </SubmitButton>
          </form>
        ) : null}
      </div>
      <p className="text-sm text-muted">Whoever has the code can redeem the gift, once. It doesn’t expire.</p>
    </section>
  );
}

interface PayProps {
  path: string;
  pay: { price: string; hasTaxOnTop: boolean; byCard: boolean; byWallet: boolean };
}

function Pay({ path, pay }: PayProps) {
  const { price, hasTaxOnTop, byCard, byWallet } = pay;
  return (
    <section aria-labelledby="pay" className="grid gap-4">
      <h2 id="pay">Pay {price} once</h2>
      <ul className="grid list-disc gap-2 pl-5 text-muted">
        <li>{dayRule}</li>
        <li>{memberRule}</li>
        <li>{endRule}</li>
        <li>{giftGuaranteeSentence}</li>
      </ul>
      {hasTaxOnTop ? (
        <p className="text-sm text-muted">Tax is added where it applies. You see it before you pay.</p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {byCard ? (
          <form method="post" action={path}>
            <SubmitButton size="large" intent="pay_by_card" pendingLabel="Opening...">
              {`Pay ${price} by card`}
            </SubmitButton>
          </form>
        ) : null}
        {byWallet ? (
          <form method="post" action={path}>
            <SubmitButton
              size="large"
              variant="secondary"
              intent="pay_by_wallet"
              pendingLabel="Opening PayPal..."
            >
              {`Pay ${price} with PayPal`}
            </SubmitButton>
          </form>
        ) : null}
        {byCard || byWallet ? null : <p>Gifts cannot be bought at the moment.</p>}
        <ButtonLink variant="quiet" to={`${path}/edit`}>
          Change the gift
        </ButtonLink>
      </div>
      <PurchaseTerms />
    </section>
  );
}
