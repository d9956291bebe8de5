import { isAbout } from '#app/domain/core/values/payment-standing.ts';

/** A payment that a dispute may be about. Integer cents. */
interface Disputable {
  id: string;
  amountCents: number;
  paidAt: Date;
}

/** How much of a payment a dispute is about. */
export interface DisputeShare<T extends Disputable> {
  payment: T;
  cents: number;
}

/**
 * Divides what is disputed among payments. Issuers bundle small recurring charges: the dispute of one is then of more than it was, and
 * takes other months of the same subscription with it. The payment that is named comes first; of the others, those that the provider names
 * or else those nearest in time, earlier ones before later ones, as long as they fit in. `leftCents` is what no payment explains.
 */
export function shareDispute<T extends Disputable>(
  named: T,
  others: readonly T[],
  cents: number,
): { shares: DisputeShare<T>[]; leftCents: number } {
  const shares = [{ payment: named, cents: Math.min(cents, named.amountCents) }];
  let left = cents - named.amountCents;
  const distance = ({ paidAt }: T) => named.paidAt.getTime() - paidAt.getTime();
  const nearest = others.toSorted((a, b) => {
    const [da, db] = [distance(a), distance(b)];
    return Number(da < 0) - Number(db < 0) || Math.abs(da) - Math.abs(db);
  });
  for (const payment of nearest) {
    // A few cents more than the payments so far are the bank's rate, and no further payment.
    if (!isAbout(left, payment.amountCents)) continue;
    shares.push({ payment, cents: payment.amountCents });
    left -= payment.amountCents;
  }
  const explained = shares.reduce((sum, share) => sum + share.cents, 0);
  return { shares, leftCents: isAbout(explained, cents) ? 0 : Math.max(0, left) };
}

/**
 * Divides what is disputed of a charge among its lines, where it is of less than all of them: the line whose amount it comes nearest to, within the bank's
 * rate, or else the first ones, as far as they go. Null where it is of the whole charge, or of more. Integer cents.
 */
export function shareAmongLines<T>(
  lines: readonly { payment: T; cents: number }[],
  cents: number,
): { payment: T; cents: number }[] | null {
  const chargeCents = lines.reduce((sum, line) => sum + line.cents, 0);
  const distance = (amount: number) => Math.abs(amount - cents);
  const [nearest] = lines
    .filter((line) => isAbout(line.cents - distance(line.cents), line.cents))
    .toSorted((a, b) => distance(a.cents) - distance(b.cents));
  const isWhole = isAbout(cents, chargeCents);
  if (nearest && !(isWhole && distance(chargeCents) <= distance(nearest.cents)))
    return [{ ...nearest, cents: Math.min(cents, nearest.cents) }];
  if (isWhole) return null;
  let restCents = cents;
  const shares = lines.map((line) => {
    const share = Math.min(restCents, line.cents);
    restCents -= share;
    return { ...line, cents: share };
  });
  return shares.filter((share) => share.cents > 0);
}
