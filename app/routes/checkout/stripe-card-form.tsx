import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { acceptTerms, type CardFormProps } from '#app/routes/checkout/confirm-payment.ts';
import { PayButton, PaymentMessage, retryAdvice } from '#app/routes/checkout/pay-button.tsx';
import { useCardAppearance } from '#app/routes/checkout/stripe-appearance.ts';
import { Card } from '#app/ui/card.tsx';

const notLoaded =
  'The card form could not be loaded. Check your connection, or a blocker, and reload the page.';

/** The site has one language. */
const locale = 'en';

type StripeCardFormProps = CardFormProps & { clientSecret: string };

/** The card fields drawn by the provider's own script; the card never touches this site. */
export function StripeCardForm(props: StripeCardFormProps) {
  const { publishableKey, clientSecret, due } = props;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [isMissing, setMissing] = useState(false);
  const appearance = useCardAppearance();

  useEffect(() => {
    let isCurrent = true;
    loadStripe(publishableKey, { locale }).then(
      (loaded) => {
        if (isCurrent) setStripe(loaded);
      },
      () => {
        if (isCurrent) setMissing(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [publishableKey]);

  if (!stripe)
    return (
      <Card className="grid min-h-80 content-start gap-5">
        <p className="text-muted" role="status">
          {isMissing ? '' : 'Preparing the payment form...'}
        </p>
        <PaymentMessage text={isMissing ? notLoaded : ''} />
        <PayButton due={due} isBusy={false} isReady={false} />
      </Card>
    );
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance, locale }}>
      <CardFields {...props} />
    </Elements>
  );
}

/** The fields, what is wrong with what was typed in them, and the button. */
function CardFields({ returnUrl, due }: StripeCardFormProps) {
  const message = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const { pay, isBusy, error, setError } = usePayment(returnUrl, isReady, message);
  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void pay();
        }}
        className="grid gap-5"
      >
        <PaymentElement onReady={() => setReady(true)} onLoadError={() => setError(notLoaded)} />
        <PaymentMessage ref={message} text={error} />
        <PayButton due={due} isBusy={isBusy} isReady={isReady} />
      </form>
    </Card>
  );
}

function usePayment(returnUrl: string, isReady: boolean, message: RefObject<HTMLDivElement | null>) {
  const stripe = useStripe();
  const elements = useElements();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');

  /** Says why nothing was paid, and takes the focus there: the fields stand in a frame of the provider's. */
  function refuse(reason: string) {
    flushSync(() => {
      setError(reason);
      setBusy(false);
    });
    message.current?.focus();
  }

  async function pay() {
    if (!stripe || !elements || !isReady || isBusy) return;
    setBusy(true);
    setError('');
    const refused = await acceptTerms();
    if (refused) return refuse(refused);
    // On success, after whatever the bank wants to know, the provider leads the browser to the return address.
    const { error: problem } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: returnUrl },
    });
    if (problem) {
      const reason = problem.message ?? 'The payment did not go through.';
      refuse(problem.type === 'card_error' ? `${reason} ${retryAdvice}` : reason);
    }
  }

  return { pay, isBusy, error, setError };
}
