import { type ComponentType, useEffect, useState } from 'react';
import { requestClientSecret } from '#app/routes/checkout/client-secret.ts';
import type { CardFormProps } from '#app/routes/checkout/confirm-payment.ts';
import { HostedCheckoutForm } from '#app/routes/checkout/hosted-checkout-form.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';

type Fields = ComponentType<CardFormProps & { clientSecret: string }>;

/** What draws the card fields: it is loaded while the payment is begun. */
async function fieldsOf(provider: CardFormProps['provider']): Promise<Fields> {
  if (provider === 'sandbox')
    return (await import('#app/routes/checkout/sandbox-card-form.tsx')).SandboxCardForm;
  return (await import('#app/routes/checkout/stripe-card-form.tsx')).StripeCardForm;
}

/** The card form: there once a client secret came; where none comes, or not the form itself, the fallback (P71). */
export function CardForm(props: CardFormProps) {
  const { provider, intentPath, donePath } = props;
  const [form, setForm] = useState<{ Fields: Fields; secret: string } | { soldOut: string } | null>();
  useEffect(() => {
    let isCurrent = true;
    Promise.all([requestClientSecret(intentPath), fieldsOf(provider).catch(() => null)]).then(
      ([found, Fields]) => {
        if (!isCurrent) return;
        // Paid already, in another tab or before a reload: that page tells how far it is.
        if (found === 'paid') window.location.replace(donePath);
        else if (found && 'soldOut' in found) setForm(found);
        else setForm(found && Fields ? { Fields, secret: found.secret } : null);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [provider, intentPath, donePath]);
  if (form === null) return <Unavailable {...props} />;
  if (form === undefined)
    return (
      <Card className="scripts-only min-h-80">
        <p className="text-muted" role="status">
          Preparing the payment form...
        </p>
      </Card>
    );
  if ('soldOut' in form)
    return (
      <Notice tone="error" live>
        {form.soldOut}
      </Notice>
    );
  const { Fields, secret } = form;
  return <Fields {...props} clientSecret={secret} />;
}

/** The card form may come on another try; the hosted page takes cards meanwhile, and PayPal's button, where there is one, stands below. */
function Unavailable({ path, priceLabel, hasWallet }: CardFormProps) {
  return (
    <>
      <Notice tone="error" live className="flex flex-wrap items-center justify-between gap-x-6">
        <p>
          Stripe checkout is currently unavailable.{' '}
          {hasWallet ? 'Please use PayPal below.' : 'Please use our payment provider’s own page below.'}
        </p>
        <Link
          to={path}
          reloadDocument
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Try again
        </Link>
      </Notice>
      <HostedCheckoutForm path={path} priceLabel={priceLabel} />
    </>
  );
}
