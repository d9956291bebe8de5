import { data, Link, redirect } from 'react-router';
import { openHostedCheckout } from '#app/domain/billing/membership.server.ts';
import { formatMoney, guaranteeDays, membership } from '#app/domain/billing/products.ts';
import { courses } from '#app/domain/courses/catalogue.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { config } from '#app/platform/config.server.ts';
import { CardForm } from '#app/routes/checkout/card-form.tsx';
import { HostedCheckoutForm, PaypalForm } from '#app/routes/checkout/other-ways.tsx';
import { memberContext } from '#app/routes/context.server.ts';
import { statusOfRefusal } from '#app/routes/domain-errors.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/field.tsx';
import { Check, Lock } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/checkout';

export function loader({ url, context }: Route.LoaderArgs) {
  const { payments, stripe, paypal, appUrl } = config();
  return {
    hasMembership: context.get(memberContext).hasMembership,
    price: formatMoney(membership.amountCents),
    guaranteeDays,
    courseCount: courses().size,
    provider: payments,
    hasPaypal: paypal !== null,
    publishableKey: stripe.publishableKey,
    returnUrl: `${appUrl}/thank-you`,
    hasFailed: url.searchParams.get('redirect_status') === 'failed',
  };
}

/** Without scripts the card is asked for on the provider's hosted page. */
export async function action({ context }: Route.ActionArgs) {
  try {
    return redirect(await openHostedCheckout(context.get(memberContext)), 303);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ error: error.message }, { status: statusOfRefusal(error) });
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Complete Your Purchase' }];

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { hasMembership, price, provider, hasPaypal } = loaderData;
  if (hasMembership)
    return (
      <div className="page page-narrow grid justify-items-start gap-4 py-16">
        <h1>You already have an active membership</h1>
        <p className="text-muted">There is nothing to pay. Everything is open to you.</p>
        <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
      </div>
    );
  return (
    <div className="page grid gap-8 py-8 sm:py-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-14">
      <section className="grid gap-6">
        <h1>Complete Your Purchase</h1>
        {provider === 'sandbox' ? (
          <Notice tone="warn">
            <strong>Sandbox: no money moves.</strong> Card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is
            declined, 4000 0025 0000 3155 asks for confirmation. Any expiry to come, any CVC.
          </Notice>
        ) : null}
        {actionData ? <FormErrors id="checkout-error" errors={[actionData.error]} /> : null}
        <CardForm {...loaderData} />
        <noscript>
          <HostedCheckoutForm price={price} />
        </noscript>
        {hasPaypal ? <PaypalForm price={price} /> : null}
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
      <OrderSummary {...loaderData} />
    </div>
  );
}

function OrderSummary({ price, guaranteeDays: days, courseCount }: Route.ComponentProps['loaderData']) {
  const included = [
    `All ${courseCount} courses, with written lessons`,
    'Every guide and playbook',
    'Support by people',
    'Cancel at any time',
  ];
  return (
    <Card className="grid gap-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-xl">Membership</h2>
        <p className="font-display text-2xl">
          {price}
          <span className="text-base text-muted"> /month</span>
        </p>
      </div>
      <ul className="grid gap-2 text-sm">
        {included.map((item) => (
          <li key={item} className="flex gap-2">
            <Check className="text-accent" /> {item}
          </li>
        ))}
      </ul>
      <p className="flex gap-2 border-t border-line pt-4 text-sm text-muted">
        <Lock className="mt-0.5" />
        <span>
          {price} today, then {price} each month until you cancel. {days}-day money-back guarantee.
        </span>
      </p>
    </Card>
  );
}
