import { z } from 'zod';
import { intervalLengthSql } from '#app/domain/core/access/interval-sql.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { keysGiving } from '#app/domain/core/catalogue/products.ts';
import type { SellerFacts } from '#app/domain/programme/commissions/terms.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { PaymentProvider } from '#app/platform/database/generated/enums.ts';

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const moneySchema = z.object({
  provider: z.enum(PaymentProvider),
  amountCents: z.int(),
  providerPaymentId: z.string().nullable(),
  refunds: z.array(
    z.object({ amountCents: z.int(), status: z.enum(['pending', 'succeeded']), createdAt: time }),
  ),
  disputes: z.array(
    z.object({
      providerDisputeId: z.string(),
      amountCents: z.int(),
      tookMoney: z.boolean(),
      scope: z.enum(['whole', 'part']).nullable(),
      beganAt: time.nullable(),
      openedAt: time.nullable(),
      closedAt: time.nullable(),
      outcome: z.enum(['won', 'lost']).nullable(),
    }),
  ),
});

const factsSchema = z.object({
  terms: z.array(
    z.object({
      validFrom: time,
      assignedRole: z.enum(['member', 'affiliate', 'reseller', 'pro_reseller', 'admin']),
      ratePercent: z.int(),
      status: z.enum(['active', 'inactive']),
    }),
  ),
  periods: z.array(
    z.object({
      gives: z.enum(['membership', 'reseller_pro']),
      startsAt: time,
      endsAt: time,
      money: moneySchema.nullable(),
    }),
  ),
  purchases: z.array(z.object({ boughtAt: time, money: moneySchema.nullable() })),
  grants: z.array(z.object({ entitlement: z.string(), from: time, until: time.nullable() })),
  trial: z.object({ from: time, until: time }).nullable(),
  isErased: z.boolean(),
});

/** What is told of the money of the payment `p`, inside a larger query. */
const moneySql = Prisma.sql`json_build_object('provider', p.provider, 'amountCents', p.amount_cents, 'providerPaymentId', p.provider_payment_id,
  'refunds', (SELECT coalesce(json_agg(json_build_object('amountCents', r.amount_cents, 'status', r.status, 'createdAt', r.created_at)), '[]')
    FROM payment_refunds r WHERE r.payment_id = p.id AND r.status IN ('pending', 'succeeded')),
  'disputes', (SELECT coalesce(json_agg(json_build_object('providerDisputeId', d.provider_dispute_id, 'amountCents', d.amount_cents,
      'tookMoney', d.took_money, 'scope', d.scope, 'beganAt', d.began_at, 'openedAt', d.opened_at, 'closedAt', d.closed_at, 'outcome', d.outcome)), '[]')
    FROM payment_disputes d WHERE d.payment_id = p.id AND d.took_money))`;

/** What the product of a row gives, of the two that decide what a seller earns. */
const givesSql = (product: Prisma.Sql) =>
  Prisma.sql`CASE WHEN ${product} IN (${Prisma.join(keysGiving('membership'))}) THEN 'membership' ELSE 'reseller_pro' END`;

/** Where a provider names no period, one interval of the subscription was paid for. */
const paidPeriodsSql = (userId: Prisma.Sql) => Prisma.sql`
  SELECT json_build_object('gives', ${givesSql(Prisma.sql`p.product`)},
    'startsAt', least(p.period_start, p.paid_at), 'endsAt', coalesce(p.period_end, p.paid_at + ${intervalLengthSql(Prisma.sql`s.interval`)}),
    'money', ${moneySql}) AS period
  FROM payments p JOIN subscriptions s ON s.id = p.subscription_id
  WHERE p.user_id = ${userId} AND p.product IN (${Prisma.join([...keysGiving('membership'), ...keysGiving('reseller_pro')])})
    AND s.held_reason IS NULL AND s.undone_at IS NULL`;

const freePeriodsSql = (userId: Prisma.Sql) => Prisma.sql`
  SELECT json_build_object('gives', ${givesSql(Prisma.sql`s.product`)}, 'startsAt', f.starts_at, 'endsAt', f.ends_at, 'money', NULL)
  FROM subscriptions s JOIN free_periods f ON f.subscription_id = s.id
  WHERE s.user_id = ${userId} AND s.product IN (${Prisma.join([...keysGiving('membership'), ...keysGiving('reseller_pro')])})
    AND s.held_reason IS NULL AND s.undone_at IS NULL`;

/** The facts about the user `u`, as one JSON value inside a larger query. Made for each query: what is sold may change meanwhile. */
const factsSql = () => Prisma.sql`json_build_object(
  'terms', (SELECT coalesce(json_agg(json_build_object('validFrom', t.valid_from, 'assignedRole', t.assigned_role,
      'ratePercent', t.commission_rate, 'status', t.status) ORDER BY t.valid_from), '[]')
    FROM seller_terms t WHERE t.user_id = u.id),
  'periods', (SELECT coalesce(json_agg(x.period), '[]')
    FROM (${paidPeriodsSql(Prisma.sql`u.id`)} UNION ALL ${freePeriodsSql(Prisma.sql`u.id`)}) x),
  'purchases', (SELECT coalesce(json_agg(json_build_object('boughtAt', b.purchased_at, 'money', CASE WHEN p.id IS NULL THEN NULL ELSE ${moneySql} END)), '[]')
    FROM purchases b LEFT JOIN payments p ON p.id = b.payment_id
    WHERE b.user_id = u.id AND b.is_granted AND b.purchased_at IS NOT NULL AND b.product IN (${Prisma.join(keysGiving('reseller'))})),
  'grants', (SELECT coalesce(json_agg(json_build_object('entitlement', g.entitlement, 'from', g.created_at,
      'until', least(g.ends_at, g.revoked_at))), '[]') FROM entitlement_grants g WHERE g.user_id = u.id),
  'trial', CASE WHEN u.trial_started_at IS NULL OR u.trial_ends_at IS NULL THEN NULL
    ELSE json_build_object('from', u.trial_started_at, 'until', u.trial_ends_at) END,
  'isErased', EXISTS (SELECT 1 FROM account_deletions d WHERE d.user_id = u.id AND d.done_at IS NOT NULL))`;

/**
 * Locks some sellers until `tx` ends, so that nothing that decides what they earn changes meanwhile, and tells all of it. Whoever
 * else is locked comes before: a buyer, then the seller, then the seller's own.
 */
export async function lockSellers(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SellerFacts>> {
  const found = new Map<string, SellerFacts>();
  for (const id of ids) {
    await lockUser(tx, id);
    const [row] = await tx.db.$queryRaw<{ facts: unknown }[]>`
      SELECT ${factsSql()} AS facts FROM users u WHERE u.id = ${id}::uuid`;
    if (row) found.set(id, { id, ...factsSchema.parse(row.facts) });
  }
  return found;
}
