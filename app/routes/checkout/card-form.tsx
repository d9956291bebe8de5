import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CardFormProps, requestClientSecret } from '#app/routes/checkout/confirm-payment.ts';
import { HostedCheckoutForm } from '#app/routes/checkout/other-ways.tsx';
import { SandboxCardForm } from '#app/routes/checkout/sandbox-card-form.tsx';
import { StripeCardForm } from '#app/routes/checkout/stripe-card-form.tsx';
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
      <p className="scripts-only min-h-80 text-muted" role="status">
        Preparing the payment form...
      </p>
    );
  return props.provider === 'stripe' ? (
    <StripeCardForm {...props} clientSecret={secret} />
  ) : (
    <SandboxCardForm {...props} clientSecret={secret} />
  );
}

/** PayPal's button stands below the card form; where PayPal is not offered, the hosted page is the way on. */
function Unavailable({ path, priceLabel, hasPaypal }: CardFormProps) {
  return (
    <>
      <Notice tone="error" live>
        {hasPaypal
          ? 'Stripe checkout is currently unavailable. Please use PayPal below.'
          : 'The card form is currently unavailable. Please use our payment provider’s page below.'}
      </Notice>
      {hasPaypal ? null : <HostedCheckoutForm path={path} priceLabel={priceLabel} />}
    </>
  );
}
