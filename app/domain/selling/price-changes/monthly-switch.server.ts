import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { lookupKeyOf } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  findSubscription,
  type OwnSubscription,
} from '#app/domain/selling/billing/billing-overview.server.ts';
import { findPaidPeriod } from '#app/domain/selling/billing/interval-mark.server.ts';
import { notInCurrency, priceInInterval } from '#app/domain/selling/billing/interval-switch.server.ts';
import { stateOf } from '#app/domain/selling/billing/membership-state.ts';
import { changeAtProvider, connectedProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { takeOverPresent } from '#app/domain/selling/payment-events/apply.server.ts';
import { whyNoMonthly } from '#app/domain/selling/price-changes/monthly-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/** What paying by the month after the year that is paid means. Money is integer cents, before tax. */
export interface MonthlyPlan {
  from: { amountCents: number; currency: string };
  to: { amountCents: number; currency: string; lookupKey: string };
  /** When the year that is paid is over, and the first month is paid. */
  switchesAt: Date;
  /** It is arranged already. */
  isScheduled: boolean;
}

type MonthlyChance = { kind: 'offered'; plan: MonthlyPlan } | { kind: 'refused'; text: string };

type MonthlySwitch = { row: OwnSubscription; to: Product; plan: MonthlyPlan };

async function findSwitch(userId: string): Promise<MonthlySwitch | { text: string }> {
  const at = now();
  const row = await findSubscription(userId, at);
  const to = priceInInterval(row?.product, 'month', row?.currency);
  if (row && !to && priceInInterval(row.product, 'month'))
    return { text: notInCurrency('month', row.currency) };
  if (!row?.currentPeriodEnd || !to) return { text: 'You don’t have a membership to pay for by the month.' };
  const { switchingSince } = await findPaidPeriod(prisma(), row.id);
  const text = whyNoMonthly(row, stateOf(row, at), switchingSince, at);
  if (text !== null) return { text: text || 'You don’t have a membership to pay for by the month.' };
  const plan = {
    from: { amountCents: row.amount, currency: row.currency },
    // What was arranged stays, whatever the price is today.
    to: {
      amountCents: row.next?.amountCents ?? to.amountCents,
      currency: to.currency,
      lookupKey: lookupKeyOf(to),
    },
    switchesAt: row.currentPeriodEnd,
    isScheduled: Boolean(row.next),
  };
  return { row, to, plan };
}

/** What paying by the month would mean for a user, or why it cannot be done now (P300). The provider is not asked. Two queries. */
export async function planMonthly(userId: string): Promise<MonthlyChance> {
  const change = await findSwitch(userId);
  return 'text' in change ? { kind: 'refused', text: change.text } : { kind: 'offered', plan: change.plan };
}

const words = {
  staleCode: 'switch_stale',
  stale:
    'Your membership or its price has changed since you opened this page. Check what it shows now, then press the button again.',
  unchanged: 'Nothing was charged, and your membership goes on as before.',
};

/** What the page has shown to who presses the button. */
export interface ShownMonthly {
  /** The key of the price at the provider. */
  price: string;
  switchesAt: Date;
}

/**
 * Has the viewer's membership paid by the month once the year that is paid is over (P300). Nothing is taken or credited now; the provider makes
 * the change by itself. Asked again it changes nothing; false says so.
 * @throws {Refusal} conflict where it cannot be done, or something else was shown; unavailable when the provider refuses it or cannot be reached
 */
export async function switchToMonthly(viewer: Viewer, shown: ShownMonthly): Promise<boolean> {
  const change = await findSwitch(viewer.id);
  if ('text' in change) throw new Refusal('conflict', change.text);
  const { row, to, plan } = change;
  if (plan.isScheduled) return false;
  const isAsShown =
    plan.to.lookupKey === shown.price &&
    Math.floor(plan.switchesAt.getTime() / 1000) === Math.floor(shown.switchesAt.getTime() / 1000);
  if (!isAsShown) throw new Refusal('conflict', words.stale);
  const seller = connectedProvider(row);
  await changeAtProvider(
    () => seller.scheduleNextPrice(row.providerSubscriptionId, soldProduct(to), plan.switchesAt),
    words,
  );
  await writeDown(viewer, row, 'monthly_switch_requested');
  await takeOverPresent(seller, row.providerSubscriptionId);
  return true;
}

/**
 * Has the viewer's membership go on by the year after all, while the year runs. Asked again it changes nothing; false says so.
 * @throws {Refusal} unavailable when the provider refuses it or cannot be reached
 */
export async function keepYearly(viewer: Viewer): Promise<boolean> {
  const row = await findSubscription(viewer.id, now());
  if (!row?.next) return false;
  const seller = connectedProvider(row);
  await changeAtProvider(() => seller.keepPrice(row.providerSubscriptionId), words);
  await writeDown(viewer, row, 'yearly_kept');
  await takeOverPresent(seller, row.providerSubscriptionId);
  return true;
}

async function writeDown(
  viewer: Viewer,
  { id }: OwnSubscription,
  kind: 'monthly_switch_requested' | 'yearly_kept',
): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    await recordActivity(tx, {
      kind,
      userId: viewer.id,
      actorId: viewer.id,
      subject: { type: 'subscription', id },
    });
  });
}
