/** How long an invitation can be accepted, in days. */
export const invitationDays = 14;

/** What tells how many seats a team has. */
interface SeatRow {
  /** Those that the next payment pays for. */
  quantity: number;
  /** Those that are paid for until the end of a period, where fewer were chosen from then on. */
  paidQuantity: number | null;
  paidQuantityUntil: Date | null;
}

/** Fewer seats from the next payment on: how many there were, and when that is; null where nothing is planned. */
export function plannedReduction(
  { quantity, paidQuantity, paidQuantityUntil }: SeatRow,
  at: Date,
): { from: number; until: Date } | null {
  if (paidQuantity === null || paidQuantityUntil === null) return null;
  return paidQuantity > quantity && paidQuantityUntil > at
    ? { from: paidQuantity, until: paidQuantityUntil }
    : null;
}

/** Seats that can still be given: neither taken, nor kept for somebody who is invited. */
export const freeSeats = (quantity: number, takenCount: number): number => Math.max(0, quantity - takenCount);

/** Why a team cannot have so many seats, in words for its owner; null where it can. */
export function problemOfSeats(
  seats: number,
  {
    quantity,
    takenCount,
    limits,
  }: { quantity: number; takenCount: number; limits: { min: number; max: number } },
): string | null {
  if (seats === quantity) return `Your team has ${seatsText(quantity)} already.`;
  if (seats < limits.min || seats > limits.max) return `Choose ${limits.min} to ${limits.max} seats.`;
  if (seats < takenCount)
    return `${seatsText(takenCount)} are taken or kept for people you invited. Remove people or withdraw invitations first.`;
  return null;
}

/** "1 seat", "3 seats". */
export const seatsText = (count: number): string => (count === 1 ? '1 seat' : `${count} seats`);
