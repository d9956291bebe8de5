import type { PurchaseAhead } from '#app/routes/auth/purchase-ahead.server.ts';

/** Above an account form on the way to the checkout: which step this is, and what is bought at its end. */
export function PurchaseNote({
  purchase: { name, price, guarantee },
  step,
}: {
  purchase: PurchaseAhead;
  /** Such as "Step 1 of 3". */
  step: string;
}) {
  return (
    <aside
      aria-label="Your order"
      className="grid gap-1 rounded-card border border-line bg-accent-soft px-5 py-4"
    >
      <p className="eyebrow">{step}</p>
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <span className="min-w-0 wrap-anywhere">{name}</span>{' '}
        {price ? <span className="tabular-nums">{price}</span> : null}
      </p>
      <p className="text-sm text-muted">You pay in the last step. {guarantee}</p>
    </aside>
  );
}
