import { type OfferAddress, OfferFields } from '#app/routes/frame/sales/offer-fields.tsx';
import { buttonClass, SubmitButton } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

export interface PromotionFieldProps extends OfferAddress {
  /** How many seats are bought; null for what is no team. */
  seats: number | null;
  /** The code that is taken, and what it takes off in words, if anything; null for none. */
  taken: { code: string; reduction: string | null } | null;
  /** What was added to the order, which a code leaves in it; null for nothing. */
  bump: { key: string; amountCents: number } | null;
  /** What was typed that is none. */
  typed: string;
  errors: readonly string[];
  /** The checkout without a code. */
  without: string;
}

/** Where a promotion code is put in, and what the one that was put in does. */
export function PromotionField({
  product,
  currency,
  seats,
  bump,
  taken,
  typed,
  errors,
  without,
}: PromotionFieldProps) {
  if (taken)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4 text-sm">
        <p role="status" className="flex min-w-0 flex-1 basis-48 gap-2">
          <Check className="text-good" />
          <span className="min-w-0 wrap-anywhere">
            Promotion code <strong>{taken.code}</strong>:{' '}
            {taken.reduction
              ? `${taken.reduction}.`
              : 'it tells us who recommended us to you. The price stays the same.'}
          </span>
        </p>
        <Link to={without} reloadDocument className={buttonClass('quiet')}>
          Remove<span className="sr-only"> the promotion code</span>
        </Link>
      </div>
    );
  return (
    <div className="border-t border-line">
      <Disclosure
        title={<span className="font-sans text-sm font-semibold">Promotion code?</span>}
        open={errors.length > 0}
      >
        <form method="get" action="/checkout">
          <OfferFields product={product} currency={currency} />
          {seats === null ? null : <input type="hidden" name="seats" value={seats} />}
          {bump ? (
            <>
              <input type="hidden" name="add" value={bump.key} />
              <input type="hidden" name="add_for" value={bump.amountCents} />
            </>
          ) : null}
          <TextField
            id="promotion-code"
            name="code"
            label="Promotion code"
            defaultValue={typed}
            errors={errors}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            required
            beside={
              <SubmitButton variant="secondary" pendingLabel="Looking...">
                Apply
              </SubmitButton>
            }
          />
        </form>
      </Disclosure>
    </div>
  );
}
