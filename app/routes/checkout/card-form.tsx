import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CardFormProps, requestClientSecret } from '#app/routes/checkout/confirm-payment.ts';
import { HostedCheckoutForm } from '#app/routes/checkout/other-ways.tsx';
import { SandboxCardForm } from '#app/routes/checkout/sandbox-card-form.tsx';
import { StripeCardForm } from '#app/routes/checkout/stripe-card-form.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** The card form: there once a client secret came; where none comes, the fallback (P71). */
export function CardForm(props: CardFormProps) {
  const navigate = useNavigate();
  const { intentPath, donePath } = props;
  const [secret, setSecret] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    requestClientSecret(intentPath).then((found) => {
      if (!isCurrent) return;
      // Paid already, in another tab or before a reload: that page tells how far it is.
      if (found === 'paid') void navigate(donePath, { replace: true });
      else setSecret(found?.secret ?? null);
    });
    return () => {
      isCurrent = false;
    };
  }, [navigate, intentPath, donePath]);
  if (secret === null) return <Unavailable {...props} />;
  if (secret === undefined)
    return (
      <Card className="scripts-only min-h-80">
        <p className="text-muted" role="status">
          Preparing the payment form...
        </p>
      </Card>
    );
  return props.provider === 'stripe' ? (
    <StripeCardForm {...props} clientSecret={secret} />
  ) : (
    <SandboxCardForm {...props} clientSecret={secret} />
  );
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
