import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { keysLike } from '#app/domain/core/catalogue/products.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { type AdoptedPrice, Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import type { PaymentProvider, SubscriptionState } from '#app/platform/payments/facts.ts';
import type { ForeignSubscription } from '#app/platform/payments/foreign-subscriptions.ts';
import { findProvider } from '#app/platform/payments/payments.server.ts';
import { canOf } from '#app/platform/payments/port.ts';

/**
 * A subscription is adopted as it was read so long ago at most: what happens at the provider between reading and adopting is told to nobody, as it is
 * not ours yet.
 */
const freshMs = dayMs;

/** Since when a subscription has to have been read to be adopted. */
export const freshSince = (): Date => new Date(now().getTime() - freshMs);

/** So many rows are looked for, or changed, at once. */
const batchSize = 1_000;

/** Reads what is at the providers and says what could become of each subscription. A job; adopts none, and is safe to repeat. */
export async function readForeignSubscriptions(): Promise<void> {
  const prices = await prisma().adoptedPrice.findMany();
  for (const price of prices) {
    const seller = findProvider(price.provider);
    if (!seller || !canOf(price.provider).listsSubscriptions) continue;
    for await (const page of seller.listForeign(price.priceId)) await keepRead(price.provider, page, prices);
  }
  // Those that can be found by their ids alone, and those that were named.
  const byId = await prisma().foreignSubscription.findMany({
    where: {
      OR: [
        { outcome: 'unread' },
        {
          provider: {
            in: prices.map(({ provider }) => provider).filter((name) => !canOf(name).listsSubscriptions),
          },
        },
      ],
    },
    select: { provider: true, providerSubscriptionId: true },
  });
  for (const { provider, providerSubscriptionId } of byId) {
    const subscription = await findProvider(provider)?.findForeign(providerSubscriptionId);
    if (subscription) await keepRead(provider, [subscription], prices);
    else
      await prisma().foreignSubscription.updateMany({
        where: { provider, providerSubscriptionId, outcome: 'unread' },
        data: { outcome: 'not_ours', readAt: now() },
      });
  }
  await decideOutcomes();
}

const keyOf = (provider: PaymentProvider, priceId: string) => `${provider} ${priceId}`;

/** Keeps how subscriptions stand at their provider. One at a price that nobody has mapped is none of ours (P41). */
async function keepRead(
  provider: PaymentProvider,
  subscriptions: readonly ForeignSubscription[],
  prices: readonly AdoptedPrice[],
): Promise<void> {
  const mapped = new Map(prices.map((price) => [keyOf(price.provider, price.priceId), price.product]));
  const readAt = now();
  for (const { id, priceId, customerId, email, state } of subscriptions) {
    const product = mapped.get(keyOf(provider, priceId)) ?? null;
    const { price, status } = state;
    const data = {
      priceId,
      product,
      customerId,
      email: product === null ? null : (email?.trim().toLowerCase() ?? null),
      state: JSON.parse(JSON.stringify(state)) as Prisma.InputJsonObject,
      status,
      amountCents: price.amountCents,
      currency: price.currency,
      interval: price.interval,
      readAt,
    };
    const where = { provider_providerSubscriptionId: { provider, providerSubscriptionId: id } };
    await prisma().foreignSubscription.upsert({
      where,
      create: {
        provider,
        providerSubscriptionId: id,
        outcome: product === null ? 'not_ours' : 'unread',
        ...data,
      },
      update: product === null ? { ...data, outcome: 'not_ours' } : data,
    });
  }
}

/** A state as it was kept, with its times. */
export function readState(
  stored: unknown,
): SubscriptionState & { price: NonNullable<SubscriptionState['price']> } {
  const state = stored as Record<string, unknown>;
  const moment = (name: string) => (typeof state[name] === 'string' ? new Date(state[name]) : null);
  return {
    ...(state as unknown as SubscriptionState & { price: NonNullable<SubscriptionState['price']> }),
    startedAt: moment('startedAt'),
    trialEnd: moment('trialEnd'),
    currentPeriodStart: moment('currentPeriodStart'),
    currentPeriodEnd: moment('currentPeriodEnd'),
    canceledAt: moment('canceledAt'),
    // A pause is this site's own, and what it has made is not read.
    pause: null,
  };
}

/** Whether there is anything left of a subscription: live, paused, unpaid, or canceled with time that is paid for. */
export function isWorthAdopting({ status, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionState): boolean {
  if (isLive(status) || status === 'paused' || status === 'unpaid') return true;
  return status === 'canceled' && cancelAtPeriodEnd && currentPeriodEnd !== null && currentPeriodEnd > now();
}

/** Of a user `u`: whether the address is theirs. */
const holdsItsAddress = Prisma.sql`(u.email_verified_at IS NOT NULL
  OR EXISTS (SELECT 1 FROM imported_people i WHERE i.user_id = u.id AND i.is_awaited))`;

/**
 * Says what could become of each subscription that was read and not decided: whose it is, by the provider's customer, by the address that an
 * admin has named or by the provider's; whether anything is left of it; and whether its person has another one.
 */
async function decideOutcomes(): Promise<void> {
  // Its price was mapped since.
  await prisma().foreignSubscription.updateMany({
    where: { outcome: 'not_ours', product: { not: null } },
    data: { outcome: 'unread' },
  });
  // An address names an account that has proven it or was imported with it: anybody can register somebody else's.
  await prisma().$executeRaw`
    UPDATE foreign_subscriptions f SET user_id = coalesce(
      (SELECT u.id FROM users u WHERE u.email = f.named_email AND ${holdsItsAddress}),
      (SELECT c.user_id FROM provider_customers c WHERE c.provider = f.provider AND c.customer_id = f.customer_id),
      (SELECT u.id FROM users u WHERE u.email = f.email AND ${holdsItsAddress}))
    WHERE f.outcome NOT IN ('adopted', 'left_out', 'not_ours') AND f.product IS NOT NULL`;
  await prisma().$executeRaw`
    UPDATE foreign_subscriptions f SET outcome = 'adopted'
    FROM subscriptions s WHERE s.provider = f.provider AND s.provider_subscription_id = f.provider_subscription_id`;
  const rows = await prisma().foreignSubscription.findMany({
    where: {
      outcome: { in: ['unread', 'ready', 'undecided', 'no_account', 'ended'] },
      product: { not: null },
    },
    select: { id: true, userId: true, product: true, state: true, outcome: true },
  });
  const open = rows.filter(({ state }) => isWorthAdopting(readState(state)));
  const openIds = new Set(open.map(({ id }) => id));
  const owned = Map.groupBy(
    open.filter(({ userId }) => userId !== null),
    ({ userId, product }) => `${userId} ${keysLike(product ?? '').join()}`,
  );
  const here = await liveHere(open.flatMap(({ userId }) => userId ?? []));
  const outcomeOf = (row: (typeof rows)[number]) => {
    if (!openIds.has(row.id)) return 'ended';
    if (row.userId === null) return 'no_account';
    const keys = keysLike(row.product ?? '');
    const others = owned.get(`${row.userId} ${keys.join()}`)?.length ?? 0;
    const hasOne = keys.some((key) => here.has(`${row.userId} ${key}`));
    return others > 1 || hasOne ? 'undecided' : 'ready';
  };
  for (const [outcome, decided] of Map.groupBy(rows, outcomeOf)) {
    const ids = decided.filter((row) => row.outcome !== outcome).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += batchSize)
      await prisma().foreignSubscription.updateMany({
        where: { id: { in: ids.slice(at, at + batchSize) } },
        data: { outcome },
      });
  }
}

/** Who of some people has a live subscription here, by person and product. */
async function liveHere(userIds: readonly string[]): Promise<Set<string>> {
  const here = new Set<string>();
  for (let at = 0; at < userIds.length; at += batchSize) {
    const rows = await prisma().subscription.findMany({
      where: {
        userId: { in: userIds.slice(at, at + batchSize) },
        status: { in: ['trialing', 'active', 'past_due'] },
      },
      select: { userId: true, product: true },
    });
    for (const { userId, product } of rows) here.add(`${userId} ${product}`);
  }
  return here;
}
