import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { OwnSubscription } from '#app/domain/selling/billing/billing-overview.server.ts';
import { changeAtProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { seatChangeLimit } from '#app/domain/selling/teams/limits.ts';
import { findOwnTeam, type OwnTeam } from '#app/domain/selling/teams/own-team.server.ts';
import { plannedReduction, problemOfSeats, seatsText } from '#app/domain/selling/teams/seat-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { findProvider } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type Provider, type QuantityPreview } from '#app/platform/payments/port.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

interface Price {
  /** What all seats cost for each interval from then on, in integer cents before tax. */
  totalCents: number;
  currency: string;
  interval: string;
}

/** What another number of seats does. */
export type SeatPlan = {
  seats: number;
  from: number;
  price: Price;
} /** Taken now for the rest of the period that is paid. */ & (
  | { kind: 'more'; preview: QuantityPreview }
  /** Fewer from the next payment on. */
  | { kind: 'fewer'; at: Date }
  /** Seats that are paid for until the next payment, after fewer were chosen: nothing is taken now. */
  | { kind: 'kept'; at: Date }
);

/** A plan, or why there is none. */
export type SeatChance = SeatPlan | { kind: 'refused'; text: string };

function sellerOf({ provider }: OwnSubscription): Provider {
  const seller = findProvider(provider);
  if (!seller?.can.sellsQuantities)
    throw new Refusal('unavailable', 'Your payment provider is not connected to this site at the moment.');
  return seller;
}

/** Why the seats of a team cannot be changed as it stands, in words for its owner; null where nothing is in the way. */
function whyClosed({ state }: OwnTeam): string | null {
  switch (state.kind) {
    case 'active':
      return null;
    case 'canceling':
    case 'keeping':
    case 'running_out':
      return 'Your team is set to end. Keep it on your billing page first, then change its seats.';
    case 'past_due':
      return 'Your last payment did not go through. Once it is paid, you can change the number of seats.';
    case 'disputed':
    case 'charged_back':
      return 'Your last payment is in dispute. You can change the number of seats once that is settled.';
    default:
      return 'Your team isn’t active at the moment. See your billing page.';
  }
}

type Decided = Omit<SeatPlan, 'kind'> &
  ({ kind: 'more' } | { kind: 'fewer'; at: Date } | { kind: 'kept'; at: Date });

/** What a number of seats would be for a team: more, fewer, or those it has paid for. The provider is not asked. */
function decide(team: OwnTeam, seats: number): Decided | { kind: 'refused'; text: string } {
  const { subscription, quantity } = team;
  const refused = (text: string) => ({ kind: 'refused', text }) as const;
  const problem = whyClosed(team) ?? problemOfSeats(seats, team);
  if (problem) return refused(problem);
  const { amount, currency, interval, currentPeriodEnd } = subscription;
  const plan = {
    seats,
    from: quantity,
    price: { totalCents: Math.round(amount / quantity) * seats, currency, interval },
  };
  const planned = plannedReduction(subscription, now());
  if (seats > quantity) {
    if (!planned) return { ...plan, kind: 'more' };
    if (seats <= planned.from) return { ...plan, kind: 'kept', at: planned.until };
    return refused(
      `You have paid for ${seatsText(planned.from)} and chosen fewer. Choose ${planned.from} again first, which costs nothing now, then add seats.`,
    );
  }
  if (!currentPeriodEnd || currentPeriodEnd <= now())
    return refused('Your next payment is being collected. Try again in a few hours.');
  return { ...plan, kind: 'fewer', at: currentPeriodEnd };
}

/**
 * What another number of seats would do for an owner, as their provider works it out where something is to be paid. Three queries at most.
 * @throws {Refusal} not_found without a team; unavailable when the provider cannot be asked; {RateLimitExceeded}
 */
export async function planSeats(ownerId: string, seats: number): Promise<SeatChance> {
  const team = await findOwnTeam(ownerId);
  if (!team) throw new Refusal('not_found', 'You have no team.');
  const decided = decide(team, seats);
  if (decided.kind !== 'more') return decided;
  await consumeRateLimit(seatChangeLimit, ownerId);
  const { subscription } = team;
  try {
    const preview = await sellerOf(subscription).previewQuantity(subscription.providerSubscriptionId, seats);
    return { ...decided, preview };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.isRetryable) throw new Refusal('unavailable', error.message);
    return { kind: 'refused', text: error.message };
  }
}

/** What the page has shown to who presses the button. */
interface ShownSeats {
  seats: number;
  /** What is taken at once, in integer cents, and the moment as of which that was worked out. */
  dueCents: number;
  prorationAt: Date;
}

const words = {
  staleCode: 'quantity_stale',
  stale:
    'The amount to pay has changed since you opened this page. Check the amount shown now, then press the button again.',
  unchanged: 'Nothing was charged, and your seats stay as they are.',
  page: 'your team’s page',
};

/**
 * Gives the viewer's team another number of seats: more at once, for exactly what they were shown; fewer from the next payment on. The
 * provider's webhook changes the number here. Asked again it changes nothing.
 * @throws {Refusal} not_found without a team; conflict where it cannot be done, or costs something else by now; unavailable when the provider
 * refuses the payment or cannot be reached; {RateLimitExceeded}
 */
export async function changeSeats(
  viewer: Pick<Viewer, 'id'>,
  shown: ShownSeats,
): Promise<'paid' | 'pending' | 'unchanged' | 'planned'> {
  await consumeRateLimit(seatChangeLimit, viewer.id);
  const team = await findOwnTeam(viewer.id);
  if (!team) throw new Refusal('not_found', 'You have no team.');
  const { subscription } = team;
  if (shown.seats === team.quantity) return 'unchanged';
  const decided = decide(team, shown.seats);
  if (decided.kind === 'refused') throw new Refusal('conflict', decided.text);
  const { providerSubscriptionId: id } = subscription;
  const seller = sellerOf(subscription);
  if (decided.kind === 'more') {
    const outcome = await changeAtProvider(() => seller.raiseQuantity(id, shown.seats, shown), words);
    if (outcome !== 'unchanged')
      await keepChange(viewer.id, team, shown.seats, { paidQuantity: null, paidQuantityUntil: null });
    return outcome;
  }
  // What is paid for stays theirs until then, however often they choose again. It is kept before the provider is asked, whose answer may not
  // come: as long as there are as many seats it says nothing.
  const paidQuantity = plannedReduction(subscription, now())?.from ?? team.quantity;
  const isFewer = shown.seats < paidQuantity;
  if (isFewer) await keepPaid(viewer.id, team, { paidQuantity, paidQuantityUntil: decided.at });
  await changeAtProvider(() => seller.setNextQuantity(id, shown.seats, decided.at), words);
  await keepChange(viewer.id, team, shown.seats, {
    paidQuantity: isFewer ? paidQuantity : null,
    paidQuantityUntil: isFewer ? decided.at : null,
  });
  return 'planned';
}

interface PaidSeats {
  paidQuantity: number | null;
  paidQuantityUntil: Date | null;
}

const keepPaid = (ownerId: string, { subscription: { id } }: OwnTeam, data: PaidSeats) =>
  transaction(async (tx) => {
    await lockUser(tx, ownerId);
    await tx.db.subscription.update({ where: { id }, data });
  });

/** Keeps what the provider has accepted, until its news says how many seats there are. */
async function keepChange(
  ownerId: string,
  { subscription, quantity }: OwnTeam,
  seats: number,
  paid: PaidSeats,
): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, ownerId);
    await tx.db.subscription.update({ where: { id: subscription.id }, data: paid });
    await recordActivity(tx, {
      kind: 'team_seats_changed',
      userId: ownerId,
      actorId: ownerId,
      subject: { type: 'subscription', id: subscription.id },
      details: { from: quantity, to: seats },
    });
  });
}
