import { PurchaseTerms } from '#app/routes/checkout/purchase-terms.tsx';
import { SubmitButton } from '#app/ui/button.tsx';

interface BuyButtonsProps {
  /** Where a purchase on the provider's page is begun. */
  action: string;
  /** Sent along. */
  fields?: Readonly<Record<string, string>>;
  /** Names the amount and how often it is charged (P37). */
  label: string;
  pendingLabel: string;
  /** Where one is begun at PayPal; null where it is not offered. */
  wallet: { path: string; priceLabel: string } | null;
}

/** The buttons of an offer: by card on the provider's page, or with PayPal on its own, and what is accepted by either. */
export function BuyButtons({ action, fields = {}, label, pendingLabel, wallet }: BuyButtonsProps) {
  return (
    <div className="grid w-full justify-items-stretch gap-3 sm:justify-items-start">
      <form method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton size="large" intent="card" pendingLabel={pendingLabel} className="w-full sm:w-auto">
          {label}
        </SubmitButton>
      </form>
      {wallet ? (
        <form method="post" action={wallet.path}>
          <SubmitButton
            variant="secondary"
            intent="wallet"
            pendingLabel="Opening PayPal..."
            className="w-full sm:w-auto"
          >
            {`Pay with PayPal - ${wallet.priceLabel}`}
          </SubmitButton>
        </form>
      ) : null}
      <PurchaseTerms />
    </div>
  );
}
