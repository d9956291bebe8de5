import { data, Link, redirect } from 'react-router';
import { ownsProduct } from '#app/domain/access/ownership.server.ts';
import { openEbookCheckout } from '#app/domain/billing/ebook-purchase.server.ts';
import { openHostedCheckout } from '#app/domain/billing/membership.server.ts';
import { ebook, guaranteeDays } from '#app/domain/catalogue/products.ts';
import { courses } from '#app/domain/courses/catalogue.server.ts';
import { book } from '#app/domain/ebook/book.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { config } from '#app/platform/config.server.ts';
import { CardForm } from '#app/routes/checkout/card-form.tsx';
import { EbookSummary, MembershipSummary } from '#app/routes/checkout/order-summary.tsx';
import { HostedCheckoutForm, PaypalForm } from '#app/routes/checkout/other-ways.tsx';
import { checkouts, productOf } from '#app/routes/checkout/products.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { statusOfRefusal } from '#app/routes/http/domain-errors.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/checkout';

export async function loader({ url, context }: Route.LoaderArgs) {
  const product = productOf(url);
  if (!product) throw redirect('/checkout');
  const { hasMembership, id } = context.get(memberContext);
  const { payments, stripe, paypal, appUrl } = config();
  const { path, intentPath, donePath, price, priceLabel } = checkouts[product];
  const { title, chapters } = book();
  return {
    product,
    hasMembership,
    ownsIt: product === 'ebook' && !hasMembership && (await ownsProduct(id, ebook.key)),
    price,
    guaranteeDays,
    courseCount: courses().size,
    ebookTitle: title,
    chapterCount: chapters.length,
    hasPaypal: product === 'membership' && paypal !== null,
    form: {
      provider: payments,
      publishableKey: stripe.publishableKey,
      path,
      intentPath,
      donePath,
      priceLabel,
      returnUrl: `${appUrl}${donePath}`,
      hasFailed: url.searchParams.get('redirect_status') === 'failed',
    },
  };
}

/** Without scripts the card is asked for on the provider's hosted page. */
export async function action({ url, context }: Route.ActionArgs) {
  const product = productOf(url);
  if (!product) throw redirect('/checkout', 303);
  const open = product === 'ebook' ? openEbookCheckout : openHostedCheckout;
  try {
    return redirect(await open(context.get(memberContext)), 303);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ error: error.message }, { status: statusOfRefusal(error) });
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Complete Your Purchase')];

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { product, hasMembership, ownsIt, form, hasPaypal } = loaderData;
  if (product === 'ebook' && (hasMembership || ownsIt)) return <HasEbook isMember={hasMembership} />;
  if (hasMembership) return <HasMembership />;
  return (
    <div className="page grid grid-cols-1 gap-6 py-8 sm:py-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-14">
      <h1>Complete Your Purchase</h1>
      {/* Before the form: on a phone, too, one sees what is paid before one pays. */}
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {product === 'ebook' ? <EbookSummary {...loaderData} /> : <MembershipSummary {...loaderData} />}
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
        <CardForm key={product} {...form} hasPaypal={hasPaypal} namesPaypal={product === 'membership'} />
        <noscript>
          <HostedCheckoutForm path={form.path} priceLabel={form.priceLabel} />
        </noscript>
        {hasPaypal ? <PaypalForm price={loaderData.price} /> : null}
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

function HasMembership() {
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-16">
      <h1>You already have an active membership</h1>
      <p className="text-muted">There is nothing to pay. Everything is open to you.</p>
      <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
    </div>
  );
}

function HasEbook({ isMember }: { isMember: boolean }) {
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-16">
      <h1>{isMember ? 'The ebook is part of your membership' : 'You already own the ebook'}</h1>
      <p className="text-muted">There is nothing to pay. Download it as often as you like.</p>
      <ButtonLink to="/ebook">Open the ebook</ButtonLink>
    </div>
  );
}
