import { use, useEffect, useRef, useState } from 'react';
import { acceptTerms, type CardFormProps, unreachable } from '#app/routes/checkout/confirm-payment.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PageContext } from '#app/ui/page-context.ts';

/** As much of Stripe's script as this form uses. */
interface StripeScript {
  elements(options: { clientSecret: string }): StripeElements;
  confirmPayment(options: {
    elements: StripeElements;
    confirmParams: { return_url: string };
  }): Promise<{ error?: { message?: string } }>;
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
  const [error, setError] = useState('');

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
    if (!session) return;
    setBusy(true);
    setError('');
    if (!(await acceptTerms())) {
      setError(unreachable);
      setBusy(false);
      return;
    }
    // On success the provider leads the browser to the return address.
    const { error: problem } = await session.stripe.confirmPayment({
      elements: session.elements,
      confirmParams: { return_url: returnUrl },
    });
    setError(problem?.message ?? '');
    setBusy(false);
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
        <Button type="submit" size="large" disabled={isBusy || !session}>
          {isBusy ? 'Processing...' : 'Pay now'}
        </Button>
        <div role="alert" className="text-sm font-medium text-danger empty:hidden">
          {error}
        </div>
      </form>
    </Card>
  );
}
