import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

/** Leads to the payment provider's own page for the card; with tax on top, that page alone can say how much that is. */
export function HostedCheckoutForm({
  path,
  priceLabel,
  hasTaxOnTop = false,
}: {
  path: string;
  priceLabel: string;
  hasTaxOnTop?: boolean;
}) {
  return (
    <Card className="grid gap-4">
      <p>
        {hasTaxOnTop
          ? "You pay on our payment provider's own page. It asks where you are, and shows the price, the tax and the total before you pay; you come back here afterwards."
          : "Your card is asked for on our payment provider's own page, and you come back here afterwards."}
      </p>
      <form method="post" action={path}>
        <SubmitButton size="large" intent="hosted" pendingLabel="Opening...">
          {`Continue to payment - ${priceLabel}${hasTaxOnTop ? ' plus tax' : ''}`}
        </SubmitButton>
      </form>
    </Card>
  );
}

export interface WalletFormProps {
  path: string;
  priceLabel: string;
  isSubscription: boolean;
  /** A promotion takes nothing off here. */
  isAtFullPrice: boolean;
}

/** What is bought with the wallet, by amount and interval (P37). */
export const walletLabel = ({ isSubscription, priceLabel }: WalletFormProps) =>
  `${isSubscription ? 'Subscribe' : 'Pay'} with PayPal - ${priceLabel}`;

/** That a promotion takes nothing off here. */
export function AtFullPrice() {
  return (
    <p className="text-sm text-muted">
      PayPal cannot make the first month cheaper. Your promotion code counts for who gave it to you, and the
      price is the full one; by card it is less.
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
        here afterwards.
      </p>
      {isAtFullPrice ? <AtFullPrice /> : null}
      <form method="post" action={path}>
        <SubmitButton size="large" variant="secondary" intent="wallet" pendingLabel="Opening PayPal...">
          {walletLabel(props)}
        </SubmitButton>
      </form>
    </Card>
  );
}
