import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { isOnSale, lookupKeyOf, productOf, productsGiving } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  findSubscription,
  type OwnSubscription,
} from '#app/domain/selling/billing/billing-overview.server.ts';
import {
  findPaidPeriod,
  markSwitch,
  unmarkSwitch,
} from '#app/domain/selling/billing/interval-mark.server.ts';
import { whyNoSwitch } from '#app/domain/selling/billing/interval-rules.ts';
import { stateOf } from '#app/domain/selling/billing/membership-state.ts';
import { changeAtProvider, connectedProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { PaymentError, type SwitchOutcome, type SwitchPreview } from '#app/platform/payments/port.ts';

/** What a switch to paying by the year would do now. Money is integer cents. */
export interface SwitchPlan {
  from: { amountCents: number; currency: string; interval: string };
  to: { amountCents: number; currency: string; lookupKey: string };
  preview: SwitchPreview;
}

/** What a member is shown who asks to pay by the year: what it takes, or why it cannot be done now; `none` where there is nothing to switch. */
export type SwitchChance =
  | { kind: 'offered'; plan: SwitchPlan }
  | { kind: 'refused'; text: string }
  | { kind: 'none' };

/** The price by the year in the same currency that a product of a key is sold at as well; undefined where the operator sells none. */
export const yearlyPriceOf = (key: string | undefined, currency = productOf(key)?.currency) =>
  priceInInterval(key, 'year', currency);

/** The price in an interval that a product of a key is sold at as well; undefined where the operator sells none. */
export function priceInInterval(
  key: string | undefined,
  interval: 'month' | 'year',
  currency = productOf(key)?.currency,
): Product | undefined {
  const product = productOf(key);
  if (!product) return undefined;
  return productsGiving(product.gives)
    .filter(
      (price) =>
        price.productKey === product.productKey &&
        price.interval === interval &&
        price.freeIntervals === 0 &&
        isOnSale(price, now()),
    )
    .flatMap((price) => inCurrency(price, currency ?? price.currency) ?? [])[0];
}

/** What a member reads whose price in another interval is not sold in their currency: a subscription keeps its own. */
export const notInCurrency = (interval: 'month' | 'year', currency: string): string =>
  `Paying by the ${interval} isn’t offered in ${currency.toUpperCase()}, the currency of your membership. Nothing changes: your membership goes on as before.`;

type Found = { kind: 'open'; row: OwnSubscription; to: Product } | Exclude<SwitchChance, { kind: 'offered' }>;

/** Whether a user can switch now, the provider not asked. Two queries. */
async function findSwitch(userId: string): Promise<Found> {
  const at = now();
  const row = await findSubscription(userId, at);
  const to = yearlyPriceOf(row?.product, row?.currency);
  if (row && !to && yearlyPriceOf(row.product))
    return { kind: 'refused', text: notInCurrency('year', row.currency) };
  if (!row || !to) return { kind: 'none' };
  const text = whyNoSwitch(row, stateOf(row, at), await findPaidPeriod(prisma(), row.id));
  return text === null
    ? { kind: 'open', row, to }
    : text === ''
      ? { kind: 'none' }
      : { kind: 'refused', text };
}

const words = {
  staleCode: 'switch_stale',
  stale:
    'The amount to pay has changed since you opened this page. Check the amount shown now, then press the button again.',
  unchanged: 'Nothing was charged, and your membership goes on as before.',
};

/**
 * What paying by the year in place of by the month would take from a user now, as their provider works it out (P254). Two queries.
 * @throws {Refusal} unavailable when the provider cannot be asked
 */
export async function planSwitch(userId: string): Promise<SwitchChance> {
  const open = await findSwitch(userId);
  if (open.kind !== 'open') return open;
  const { row, to } = open;
  const seller = connectedProvider(row);
  let preview: SwitchPreview;
  try {
    preview = await seller.previewSwitch(row.providerSubscriptionId, soldProduct(to));
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.isRetryable) throw new Refusal('unavailable', error.message);
    return { kind: 'refused', text: error.message };
  }
  const { amount: amountCents, currency, interval } = row;
  return {
    kind: 'offered',
    plan: {
      from: { amountCents, currency, interval },
      to: { amountCents: to.amountCents, currency: to.currency, lookupKey: lookupKeyOf(to) },
      preview,
    },
  };
}

/** What the page has shown to who presses the button. */
export interface ShownSwitch {
  /** The key of the price at the provider. */
  price: string;
  /** What is taken at once, in integer cents, and the moment as of which that was worked out. */
  dueCents: number;
  prorationAt: Date;
}

/**
 * Switches the viewer to paying by the year, for exactly what they were shown (P254). Their provider takes the money first, and its webhook
 * changes the subscription here. Asked again it changes nothing.
 * @throws {Refusal} conflict where it cannot be done, or costs something else by now; unavailable when the provider refuses the payment or
 * cannot be reached
 */
export async function switchToYearly(viewer: Viewer, shown: ShownSwitch): Promise<SwitchOutcome> {
  const open = await findSwitch(viewer.id);
  if (open.kind === 'none')
    throw new Refusal('conflict', 'There is no membership to switch to yearly payment.');
  if (open.kind === 'refused') {
    if (await isSwitched(viewer.id, shown.price)) return 'unchanged';
    throw new Refusal('conflict', open.text);
  }
  const { row, to } = open;
  if (lookupKeyOf(to) !== shown.price)
    throw new Refusal(
      'conflict',
      'The yearly price has changed. Check the amount shown now, then press the button again.',
    );
  const seller = connectedProvider(row);
  const mark = await markSwitch(viewer.id, row);
  if (!mark) {
    if (await isBegun(row, to)) return 'unchanged';
    throw new Refusal(
      'conflict',
      'Your switch is being made already. See your billing page in a few minutes.',
    );
  }
  const outcome = await changeAtProvider(
    () =>
      seller
        .switchPrice(row.providerSubscriptionId, soldProduct(to), shown)
        .catch((error) => unmarkSwitch(row.id, mark, error)),
    words,
  );
  if (outcome === 'unchanged') return outcome;
  await transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    await recordActivity(tx, {
      kind: 'interval_switch_requested',
      userId: viewer.id,
      actorId: viewer.id,
      subject: { type: 'subscription', id: row.id },
      details: { amountCents: shown.dueCents, currency: to.currency },
    });
  });
  return outcome;
}

/** Whether the provider has a subscription on the other price already. */
async function isBegun(row: OwnSubscription, to: Product): Promise<boolean> {
  try {
    await connectedProvider(row).previewSwitch(row.providerSubscriptionId, soldProduct(to));
  } catch (error) {
    if (error instanceof PaymentError) return error.code === 'switch_done';
    throw error;
  }
  return false;
}

/** Whether a user has the very price already that they ask for, as after a second press. */
async function isSwitched(userId: string, price: string): Promise<boolean> {
  const row = await findSubscription(userId, now());
  const to = yearlyPriceOf(row?.product, row?.currency);
  return row !== undefined && to?.key === row.product && lookupKeyOf(to) === price;
}
