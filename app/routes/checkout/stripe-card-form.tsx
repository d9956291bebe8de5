import { use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { acceptTerms, type CardFormProps } from '#app/routes/checkout/confirm-payment.ts';
import { PayButton, PaymentMessage, retryAdvice } from '#app/routes/checkout/pay-button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PageContext } from '#app/ui/page-context.ts';

/** As much of Stripe's script as this form uses. */
interface StripeScript {
  elements(options: { clientSecret: string }): StripeElements;
  confirmPayment(options: {
    elements: StripeElements;
    confirmParams: { return_url: string };
  }): Promise<{ error?: { type?: string; message?: string } }>;
}

interface StripeElements {
  create(kind: 'payment'): { mount(place: HTMLElement): void; destroy(): void };
}

type WithStripe = { Stripe?: (key: string) => StripeScript };

/** Loads the provider's script, only on this page and only when it is needed. */
function loadStripe(publishableKey: string, nonce: string | undefined): Promise<StripeScript> {
  const found = (window as WithStripe).Stripe;
  if (found) return Promise.resolve(found(publishableKey));
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = 'https://js.stripe.com/v3/';
    if (nonce) script.nonce = nonce;
    script.onload = () => {
      const loaded = (window as WithStripe).Stripe;
      if (loaded) resolve(loaded(publishableKey));
      else reject(new Error('no Stripe'));
    };
    script.onerror = () => reject(new Error('not loaded'));
    document.head.append(script);
  });
}

/** The card fields drawn by the provider's own script; the card never touches this site. */
export function StripeCardForm({
  clientSecret,
  publishableKey,
  returnUrl,
}: CardFormProps & { clientSecret: string }) {
  const place = useRef<HTMLDivElement>(null);
  const { nonce } = use(PageContext);
  const [session, setSession] = useState<{ stripe: StripeScript; elements: StripeElements } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const message = useRef<HTMLDivElement>(null);
  const [error, setError] = useState('');

  /** Says why nothing was paid, and takes the focus there: the fields stand in a frame of the provider's. */
  function refuse(reason: string) {
    flushSync(() => {
      setError(reason);
      setBusy(false);
    });
    message.current?.focus();
  }

  useEffect(() => {
    let isCurrent = true;
    let unmount: (() => void) | undefined;
    loadStripe(publishableKey, nonce).then(
      (stripe) => {
        if (!isCurrent || !place.current) return;
        const elements = stripe.elements({ clientSecret });
        const fields = elements.create('payment');
        fields.mount(place.current);
        unmount = () => fields.destroy();
        setSession({ stripe, elements });
      },
      () =>
        setError(
          'The card form could not be loaded. Check your connection, or a blocker, and reload the page.',
        ),
    );
    return () => {
      isCurrent = false;
      unmount?.();
    };
  }, [publishableKey, clientSecret, nonce]);

  async function pay() {
    if (!session || isBusy) return;
    setBusy(true);
    setError('');
    const refused = await acceptTerms();
    if (refused) return refuse(refused);
    // On success the provider leads the browser to the return address.
    const { error: problem } = await session.stripe.confirmPayment({
      elements: session.elements,
      confirmParams: { return_url: returnUrl },
    });
    if (problem) {
      const reason = problem.message ?? 'The payment did not go through.';
      refuse(problem.type === 'card_error' ? `${reason} ${retryAdvice}` : reason);
    }
  }

  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void pay();
        }}
        className="grid gap-5"
      >
        <div ref={place} />
        <PaymentMessage ref={message} text={error} />
        <PayButton isBusy={isBusy} isReady={session !== null} />
      </form>
    </Card>
  );
}
