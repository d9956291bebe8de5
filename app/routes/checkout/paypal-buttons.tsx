import {
  INSTANCE_LOADING_STATE,
  PayPalProvider,
  useEligibleMethods,
  usePayPal,
  usePayPalOneTimePaymentSession,
  usePayPalSubscriptionPaymentSession,
} from '@paypal/react-paypal-js/sdk-v6';
import { useEffect, useEffectEvent, useRef } from 'react';
import { beginWalletPurchase } from '#app/routes/checkout/confirm-payment.ts';
import { AtFullPrice, type WalletFormProps, walletLabel } from '#app/routes/checkout/wallet-form.tsx';
import { Card } from '#app/ui/card.tsx';

/** Something to read beside the button: that the buyer has turned back, or why it did not go on. */
export interface Said {
  text: string;
  isProblem: boolean;
}

export interface WalletButtonProps extends WalletFormProps {
  buttons: { clientId: string; environment: 'production' | 'sandbox'; currency: string };
  /** It is drawn once it has said that it is ready, and been let. */
  isShown: boolean;
  onReady: () => void;
  /** There is something to say, or nothing any more. */
  onSaid: (said: Said | null) => void;
  /** It cannot be drawn, or PayPal's window has broken off. */
  onFailed: (why?: Said) => void;
}

/** PayPal's own button, drawn by PayPal's script, and its window over the page. */
export function WalletButton(props: WalletButtonProps) {
  const { buttons, isSubscription } = props;
  const Kind = isSubscription ? SubscriptionButton : PaymentButton;
  return (
    <PayPalProvider
      clientId={buttons.clientId}
      environment={buttons.environment}
      components={[isSubscription ? 'paypal-subscriptions' : 'paypal-payments']}
      pageType="checkout"
      locale="en-US"
    >
      <Kind {...props} />
    </PayPalProvider>
  );
}

function PaymentButton(props: WalletButtonProps) {
  const { begin, ...purchase } = usePurchase(props);
  const session = usePayPalOneTimePaymentSession({
    createOrder: async () => ({ orderId: await begin() }),
    onApprove: purchase.onApprove,
    onCancel: purchase.onCancel,
    onError: purchase.onError,
  });
  return <DrawnButton {...props} session={session} onPress={() => purchase.press(session.handleClick)} />;
}

function SubscriptionButton(props: WalletButtonProps) {
  const { begin, ...purchase } = usePurchase(props);
  const session = usePayPalSubscriptionPaymentSession({
    createSubscription: async () => ({ subscriptionId: await begin() }),
    onApprove: purchase.onApprove,
    onCancel: purchase.onCancel,
    onError: purchase.onError,
  });
  return <DrawnButton {...props} session={session} onPress={() => purchase.press(session.handleClick)} />;
}

/** What a press of the button, and what becomes of it in PayPal's window, does. The site begins the purchase, and takes its money. */
function usePurchase({ path, onSaid, onFailed }: WalletButtonProps) {
  const isBusy = useRef(false);
  const isRefused = useRef(false);
  const approvedUrl = useRef('');
  const isApproved = useRef(false);

  async function begin(): Promise<string> {
    const begun = await beginWalletPurchase(path);
    if ('refused' in begun) {
      isRefused.current = true;
      onSaid({ text: begun.refused, isProblem: true });
      // PayPal's window closes.
      throw new Error('The purchase was not begun.');
    }
    approvedUrl.current = begun.approvedUrl;
    return begun.id;
  }

  function onError() {
    if (isRefused.current || isApproved.current) return;
    onFailed({
      text: "PayPal's window did not open, or broke off. Please go on at PayPal's own page, or pay in another way.",
      isProblem: true,
    });
  }

  return {
    begin,
    onError,
    onCancel() {
      onSaid({ text: 'You have come back without paying, and nothing was charged.', isProblem: false });
    },
    async onApprove() {
      isApproved.current = true;
      onSaid({ text: 'PayPal has your approval. One moment, please...', isProblem: false });
      // Where the hosted page leads, too: what was approved is taken, and told, by the site.
      window.location.assign(approvedUrl.current);
      // Whoever comes back here finds how far it is.
      window.addEventListener('pageshow', () => window.location.reload(), { once: true });
    },
    async press(open: () => Promise<unknown>) {
      if (isBusy.current || isApproved.current) return;
      isBusy.current = true;
      isRefused.current = false;
      onSaid(null);
      try {
        await open();
      } catch {
        onError();
      } finally {
        isBusy.current = false;
      }
    },
  };
}

interface DrawnButtonProps extends WalletButtonProps {
  session: { error: Error | null; isPending: boolean };
  onPress: () => void;
}

const labelId = 'wallet-label';

function DrawnButton(props: DrawnButtonProps) {
  const { buttons, isSubscription, isAtFullPrice, isShown, session, onPress } = props;
  const { loadingStatus } = usePayPal();
  const paymentFlow = isSubscription ? 'RECURRING_PAYMENT' : 'ONE_TIME_PAYMENT';
  const eligible = useEligibleMethods({ payload: { currencyCode: buttons.currency, paymentFlow } });
  const isOffered = !eligible.isLoading && eligible.eligiblePaymentMethods?.isEligible('paypal') === true;
  const isReady = isOffered && !session.isPending && !session.error;
  const hasFailed =
    loadingStatus === INSTANCE_LOADING_STATE.REJECTED ||
    session.error !== null ||
    eligible.error !== null ||
    (!eligible.isLoading && !isOffered);

  const tell = useEffectEvent(() => {
    if (hasFailed) props.onFailed();
    else if (isReady) props.onReady();
  });
  useEffect(() => {
    if (hasFailed || isReady) tell();
  }, [hasFailed, isReady]);

  if (!isShown) return null;
  return (
    <Card className="grid gap-4">
      <p id={labelId} className="font-semibold">
        {walletLabel(props)}
      </p>
      <p>
        You approve the {isSubscription ? 'subscription' : 'payment'} in PayPal's window, and you stay here.
      </p>
      {isAtFullPrice ? <AtFullPrice interval={props.interval} /> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a button of PayPal's own, which says what it is for itself, and no fields */}
      <div role="group" aria-labelledby={labelId}>
        <paypal-button
          type={isSubscription ? 'subscribe' : 'pay'}
          className="block w-full"
          onClick={onPress}
        />
      </div>
    </Card>
  );
}
