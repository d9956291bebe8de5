import { type OfferAddress, OfferFields } from '#app/routes/frame/sales/offer-fields.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';

export interface SeatsFieldProps extends OfferAddress {
  /** The promotion code that is taken; null for none. */
  code: string | null;
  /** What was added to the order, which another number leaves in it; null for nothing. */
  bump: { key: string; amountCents: number } | null;
  min: number;
  max: number;
  typed: string;
  error: string | null;
  /** What one seat costs, in words. */
  each: string;
}

/** How many seats a team is to have: another number is another price. */
export function SeatsField({ product, currency, code, bump, min, max, typed, error, each }: SeatsFieldProps) {
  return (
    <form method="get" action="/checkout" className="border-t border-line pt-4" noValidate>
      <OfferFields product={product} currency={currency} />
      {code ? <input type="hidden" name="code" value={code} /> : null}
      {bump ? (
        <>
          <input type="hidden" name="add" value={bump.key} />
          <input type="hidden" name="add_for" value={bump.amountCents} />
        </>
      ) : null}
      <TextField
        id="seats"
        name="seats"
        label="Number of seats"
        hint={`${each} for each seat. From ${min} to ${max}; you can add seats later.`}
        defaultValue={typed}
        errors={error ? [error] : []}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        required
        beside={
          <SubmitButton variant="secondary" pendingLabel="Updating...">
            Update
          </SubmitButton>
        }
      />
    </form>
  );
}
