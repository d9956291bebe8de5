// An order bump is paid in the same payment as what it was added to, and goes by a payment of its own here. Its id is made of the provider's and
// of the key of what was added: "pi_1/seller_kit". No provider's id has a slash.

/** The id of the line of a payment, an invoice or a purchase that is for what was added to it. */
export const lineId = (id: string, productKey: string): string => `${id}/${productKey}`;

/** The provider's own id of what a line is of; the id itself where it is none. */
export const wholeId = (id: string): string => id.split('/')[0] ?? id;

/** Whether an id is that of a line. */
export const isLineId = (id: string): boolean => id.includes('/');

/** How much of a payment's line is left to refund, in integer cents. */
interface RefundableLine {
  id: string;
  leftCents: number;
}

/**
 * Divides a refund that names no line, as one that was made at the provider, among the lines of a payment: the line of which it is exactly what
 * is left, or else the first ones, as far as they go.
 */
export function shareRefund(
  lines: readonly RefundableLine[],
  cents: number,
): { id: string; cents: number }[] {
  const exact = lines.find(({ leftCents }) => leftCents === cents);
  if (exact) return [{ id: exact.id, cents }];
  let restCents = cents;
  const shares = lines.map(({ id, leftCents }) => {
    const share = Math.max(0, Math.min(restCents, leftCents));
    restCents -= share;
    return { id, cents: share };
  });
  // More than all of it, as a provider's rounding may say, stays with the first.
  if (shares[0]) shares[0].cents += restCents;
  return shares.filter((share) => share.cents > 0);
}
