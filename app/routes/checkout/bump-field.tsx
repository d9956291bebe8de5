import { bumpHint, type ShownBump } from '#app/routes/checkout/shown-bump.ts';
import { type OfferAddress, OfferFields } from '#app/routes/frame/sales/offer-fields.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/field.tsx';

export interface BumpFieldProps extends OfferAddress {
  bump: ShownBump;
  isAdded: boolean;
  /** The promotion code that is taken; null for none. It takes nothing off what is added. */
  code: string | null;
  /** How many seats are bought; null for what is no team. */
  seats: number | null;
  /** That code leaves nothing to pay today, so nothing is added. */
  isFreeToday: boolean;
  /** PayPal is offered here, and takes no more than one product. */
  hasWallet: boolean;
}

/** An order bump (P337): one more product in the same payment, added by a press and never ticked beforehand. */
export function BumpField(props: BumpFieldProps) {
  const { product, currency, bump, isAdded, code, seats, isFreeToday, hasWallet } = props;
  const { key, amountCents, name, price, gives, sales } = bump;
  return (
    <form method="get" action="/checkout" className="grid gap-3 border-t border-line pt-4">
      <OfferFields product={product} currency={currency} />
      {code ? <input type="hidden" name="code" value={code} /> : null}
      {seats === null ? null : <input type="hidden" name="seats" value={seats} />}
      <input type="hidden" name="add_for" value={amountCents} />
      <CheckboxField
        id="add"
        name="add"
        value={key}
        defaultChecked={isAdded}
        disabled={isFreeToday}
        label={`Add ${name} for ${price}`}
      />
      <ul className="grid list-disc gap-1 pl-11 text-sm text-muted">
        {gives.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
        <li>
          Charged once, in the same payment by card.{' '}
          <a href={sales} className="link">
            More about it
          </a>
        </li>
      </ul>
      <p className="text-sm text-muted">{bumpHint({ isAdded, isFreeToday, hasWallet })}</p>
      {isFreeToday ? null : (
        <div>
          <SubmitButton variant="secondary" pendingLabel="Updating...">
            Update total
          </SubmitButton>
        </div>
      )}
    </form>
  );
}
