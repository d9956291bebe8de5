import { isReadBack, type ListPage, type Place, pageBy } from '#app/domain/core/values/cursor.ts';
import { monthlyCents } from '#app/domain/selling/adoption/monthly.ts';
import type { Outcome } from '#app/domain/selling/adoption/outcomes.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** What is paid a month, at the provider and here, for one product in one currency. Integer cents. */
export interface MonthlyRevenue {
  product: string;
  currency: string;
  there: { count: number; cents: number };
  here: { count: number; cents: number };
}

interface SumRow {
  place: 'there' | 'here';
  product: string;
  currency: string;
  interval: string;
  amountCents: number;
  count: number;
}

/**
 * Compares what the subscriptions at mapped prices bring a month, as they were read last, with what those bring that are known here (P240).
 * Paying ones count: active, or with a payment missing; not those
 * that an admin has left with the provider. One query.
 */
export async function compareRevenue(): Promise<MonthlyRevenue[]> {
  const rows = await prisma().$queryRaw<SumRow[]>`
    SELECT 'there' AS place, f.product, f.currency, f.interval, f.amount_cents AS "amountCents", count(*)::int AS count
    FROM foreign_subscriptions f
    WHERE f.product IS NOT NULL AND f.status IN ('active', 'past_due') AND f.outcome <> 'left_out' GROUP BY 2, 3, 4, 5
    UNION ALL
    SELECT 'here', s.product, s.currency, s.interval, s.amount, count(*)::int
    FROM subscriptions s
    WHERE s.adopted_at IS NOT NULL AND s.status IN ('active', 'past_due') AND s.held_reason IS NULL
      -- One that has ended at its provider, and runs out here, brings nothing any more.
      AND s.canceled_at IS NULL
    GROUP BY 2, 3, 4, 5`;
  const sums = new Map<string, MonthlyRevenue>();
  for (const { place, product, currency, interval, amountCents, count } of rows) {
    const key = `${product} ${currency}`;
    const none = { count: 0, cents: 0 };
    const sum = sums.get(key) ?? { product, currency, there: none, here: none };
    const side = sum[place];
    const cents = side.cents + count * monthlyCents(amountCents, interval);
    sums.set(key, { ...sum, [place]: { count: side.count + count, cents } });
  }
  return [...sums.values()].toSorted((a, b) =>
    `${a.product} ${a.currency}` < `${b.product} ${b.currency}` ? -1 : 1,
  );
}

/** How many subscriptions have come to what, and when they were read last. One query. */
export async function countOutcomes(): Promise<{
  counts: Partial<Record<Outcome, number>>;
  readAt: Date | null;
}> {
  const rows = await prisma().foreignSubscription.groupBy({
    by: ['outcome'],
    _count: true,
    _max: { readAt: true },
  });
  return {
    counts: Object.fromEntries(rows.map(({ outcome, _count }) => [outcome, _count])),
    readAt: rows.reduce<Date | null>(
      (latest, { _max: { readAt } }) => (readAt && (!latest || readAt > latest) ? readAt : latest),
      null,
    ),
  };
}

const perPage = 50;

/** Where a page of subscriptions ends: by person, so that those of one stand together. */
interface PersonPlace {
  userId: string;
  id: string;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const placeForm = new RegExp(`^(${uuid})?_(${uuid})$`);

/** The place that an address names; null for none. */
export function readForeignPlace(text: string | null): PersonPlace | null {
  const [, userId = '', id] = placeForm.exec(text ?? '') ?? [];
  return id ? { userId, id } : null;
}

/** A page of the subscriptions that have come to something. One query. */
export async function listForeign(outcome: Outcome, place: Place<PersonPlace> | null) {
  const isBack = isReadBack(place);
  const [past, direction] = isBack ? (['lt', 'desc'] as const) : (['gt', 'asc'] as const);
  const isByPerson = outcome === 'undecided';
  const after = place === null || place === 'last' ? null : place;
  const beside = after && { id: { [past]: after.id } };
  const rows = await prisma().foreignSubscription.findMany({
    where: {
      outcome,
      ...(beside && !isByPerson ? beside : {}),
      ...(beside && isByPerson && after.userId
        ? { OR: [{ userId: { [past]: after.userId } }, { userId: after.userId, ...beside }] }
        : {}),
    },
    orderBy: [...(isByPerson ? [{ userId: direction }] : []), { id: direction }],
    take: perPage + 1,
    select: {
      id: true,
      provider: true,
      providerSubscriptionId: true,
      product: true,
      email: true,
      namedEmail: true,
      status: true,
      amountCents: true,
      currency: true,
      interval: true,
      userId: true,
    },
  });
  return pageBy(rows, perPage, ({ userId, id }) => `${isByPerson ? userId : ''}_${id}`, place);
}

export type ListedForeign = Awaited<ReturnType<typeof listForeign>> extends ListPage<infer Row> ? Row : never;
