import { data, redirect } from 'react-router';
import { hasAnyOf, hasEntitlement } from '#app/domain/access/entitlements.server.ts';
import { isSoldBy, openPaymentPage } from '#app/domain/billing/purchase.server.ts';
import { guaranteeDays } from '#app/domain/catalogue/products.ts';
import { Refusal } from '#app/domain/errors.ts';
import { withFacts } from '#app/domain/facts/facts.server.ts';
import { config } from '#app/platform/config.server.ts';
import { CardForm } from '#app/routes/checkout/card-form.tsx';
import { OrderSummary } from '#app/routes/checkout/order-summary.tsx';
import { HostedCheckoutForm, WalletForm } from '#app/routes/checkout/other-ways.tsx';
import { checkoutOf, productAt } from '#app/routes/checkout/product-address.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { statusOfRefusal } from '#app/routes/http/domain-errors.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/checkout';

export async function loader({ url, context }: Route.LoaderArgs) {
  const product = productAt(url);
  if (!product) throw redirect('/checkout');
  const viewer = context.get(memberContext);
  const { payments, stripe, appUrl } = config();
  const { path, intentPath, walletPath, donePath, price, priceLabel } = checkoutOf(product);
  const { key, interval, includedIn, gives, alreadyThere, pages, summary } = product;
  const isIncluded = await hasAnyOf(viewer, includedIn);
  const hasIt = isIncluded || (await hasEntitlement(viewer, gives));
  const { owned, included, text, label } = alreadyThere;
  return {
    key,
    has: hasIt ? { title: isIncluded ? included : owned, text, label, to: pages.open } : null,
    summary: {
      ...summary,
      included: summary.included.map((item) => withFacts(item)),
      price,
      interval,
      guaranteeDays,
    },
    wallet: isSoldBy(product, 'wallet') ? { path: walletPath, priceLabel } : null,
    form: {
      provider: payments,
      publishableKey: stripe.publishableKey,
      path,
      intentPath,
      donePath,
      priceLabel,
      returnUrl: `${appUrl}${donePath}`,
      hasFailed: url.searchParams.get('redirect_status') === 'failed',
      namesPaypal: product.paypalPlan !== null,
    },
  };
}

/** Without scripts the card is asked for on the provider's hosted page. */
export async function action({ url, context }: Route.ActionArgs) {
  const product = productAt(url);
  if (!product) throw redirect('/checkout', 303);
  try {
    return redirect(await openPaymentPage(context.get(memberContext), product, 'card_page'), 303);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ error: error.message }, { status: statusOfRefusal(error) });
  }
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Complete Your Purchase')];

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { key, has, summary, form, wallet } = loaderData;
  if (has) return <AlreadyThere {...has} />;
  return (
    <div className="page grid grid-cols-1 gap-6 py-8 sm:py-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-14">
      <h1>Complete Your Purchase</h1>
      {/* Before the form: on a phone, too, one sees what is paid before one pays. */}
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <OrderSummary {...summary} />
      </div>
      <section aria-label="Payment" className="grid grid-cols-1 gap-6">
        {form.provider === 'sandbox' ? (
          <Notice tone="warn">
            <strong>Sandbox: no money moves.</strong> Card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is
            declined, 4000 0025 0000 3155 asks for confirmation. Any expiry to come, any CVC.
          </Notice>
        ) : null}
        {actionData ? <FormErrors id="checkout-error" errors={[actionData.error]} /> : null}
        {/* Another product is another payment: its form begins anew. */}
        <CardForm key={key} {...form} hasPaypal={wallet !== null} />
        <noscript>
          <HostedCheckoutForm path={form.path} priceLabel={form.priceLabel} />
        </noscript>
        {wallet ? <WalletForm {...wallet} /> : null}
        <p className="text-sm text-muted">
          By paying you accept the{' '}
          <Link className="link" to="/legal/terms" target="_blank">
            terms
          </Link>{' '}
          and the{' '}
          <Link className="link" to="/legal/refund-policy" target="_blank">
            refund policy
          </Link>
          .
        </p>
      </section>
    </div>
  );
}

type AlreadyThereProps = NonNullable<Route.ComponentProps['loaderData']['has']>;

function AlreadyThere({ title, text, label, to }: AlreadyThereProps) {
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-16">
      <h1>{title}</h1>
      <p className="text-muted">{text}</p>
      <ButtonLink to={to}>{label}</ButtonLink>
    </div>
  );
}
