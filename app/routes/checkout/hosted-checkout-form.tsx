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
          ? "You pay on our payment provider's own page. It asks where you are, and shows the price, the tax and the total before you pay; you come back here afterward."
          : "You enter your card on our payment provider's page, then come back here."}
      </p>
      <form method="post" action={path}>
        <SubmitButton size="large" intent="hosted" pendingLabel="Opening...">
          {`Continue to payment - ${priceLabel}${hasTaxOnTop ? ' plus tax' : ''}`}
        </SubmitButton>
      </form>
    </Card>
  );
}
