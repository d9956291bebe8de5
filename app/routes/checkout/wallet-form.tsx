import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

export interface WalletFormProps {
  path: string;
  priceLabel: string;
  isSubscription: boolean;
  /** How often it is paid; null for what is paid once. */
  interval: string | null;
  /** A promotion takes nothing off here. */
  isAtFullPrice: boolean;
}

/** What is bought with the wallet, by amount and interval (P37). */
export const walletLabel = ({ isSubscription, priceLabel }: WalletFormProps) =>
  `${isSubscription ? 'Subscribe' : 'Pay'} with PayPal - ${priceLabel}`;

/** That a promotion takes nothing off here. */
export function AtFullPrice({ interval }: Pick<WalletFormProps, 'interval'>) {
  return (
    <p className="text-sm text-muted">
      At PayPal, promotion codes take nothing off a subscription: you pay the full price from the first{' '}
      {interval ?? 'payment'} on. Pay by card to use your code.
    </p>
  );
}

/** Leads to PayPal, where the subscription or the payment is approved. */
export function WalletForm(props: WalletFormProps) {
  const { path, isSubscription, isAtFullPrice } = props;
  return (
    <Card className="grid gap-4">
      <p>
        You approve the {isSubscription ? 'subscription' : 'payment'} on PayPal's own page, and you come back
        here afterward.
      </p>
      {isAtFullPrice ? <AtFullPrice interval={props.interval} /> : null}
      <form method="post" action={path}>
        <SubmitButton size="large" variant="secondary" intent="wallet" pendingLabel="Opening PayPal...">
          {walletLabel(props)}
        </SubmitButton>
      </form>
    </Card>
  );
}
