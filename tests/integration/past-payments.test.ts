import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findReferralHistory } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { jobHandlers } from '#app/program/worker.server.ts';
import { at } from '#tests/integration/people.ts';

const folder = 'prisma/migrations';
const ledger = '20261122013009_ledger';

/** A folder with the migrations from before there was a ledger. */
function migrationsBefore(): string {
  const before = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const name of readdirSync(folder).filter((entry) => entry < ledger))
    cpSync(join(folder, name), join(before, name), { recursive: true });
  return before;
}

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const [ana, ben, cleo, dan] = [id(1), id(2), id(3), id(4)];

/** Ana has referred Ben and Cleo, and Dan came by himself; all have paid, as the site of then has written it down. */
const past = `
  INSERT INTO users (id, email, username, name, role, assigned_role, referred_by, commission_rate, total_earnings, created_at, updated_at) VALUES
    ('${ana}', 'ana@example.com', 'ana', 'Ana', 'affiliate', 'affiliate', NULL, 40, 12345, '2026-01-01', now()),
    ('${ben}', 'ben@example.com', 'ben', 'Ben', 'member', 'member', '${ana}', 50, 0, '2026-02-01', now()),
    ('${cleo}', 'cleo@example.com', 'cleo', 'Cleo', 'member', 'member', '${ana}', 50, 0, '2026-02-01', now()),
    ('${dan}', 'dan@example.com', 'dan', 'Dan', 'member', 'member', NULL, 50, 0, '2026-02-01', now());
  INSERT INTO subscriptions (id, user_id, product, provider, provider_subscription_id, status, amount, currency, subscribed_at, updated_at)
    SELECT ('10000000-0000-4000-8000-00000000000' || n)::uuid, u::uuid, 'membership', 'stripe', 'sub_' || n, 'active', 4700, 'usd', '2026-01-01', now()
    FROM unnest(ARRAY['${ana}', '${ben}', '${cleo}', '${dan}']) WITH ORDINALITY t (u, n);
  INSERT INTO payments (id, user_id, subscription_id, product, provider, provider_invoice_id, amount_cents, tax_cents, amount_refunded_cents,
      currency, status, period_start, period_end, paid_at)
    SELECT gen_random_uuid(), s.user_id, s.id, 'membership', 'stripe', s.provider_subscription_id || '_' || month, 4700, 0, gone, 'usd',
      CASE gone WHEN 0 THEN 'paid' WHEN 4700 THEN 'refunded' ELSE 'partially_refunded' END::payment_status,
      '2026-01-01'::timestamptz + make_interval(months => month), '2026-02-01'::timestamptz + make_interval(months => month),
      '2026-01-01'::timestamptz + make_interval(months => month, days => 9 * (month - 1), hours => 1)
    FROM subscriptions s CROSS JOIN LATERAL (VALUES (1, 0), (2, CASE s.user_id WHEN '${ben}' THEN 2000 WHEN '${cleo}' THEN 4700 ELSE 0 END)) m (month, gone)
    WHERE NOT (s.user_id = '${ana}' AND month = 2);`;

/** Every movement of the ledger, by whom it is and in its order. */
const movements = async () =>
  (
    await prisma().commission.findMany({
      orderBy: [{ timestamp: 'asc' }, { payment: { userId: 'asc' } }],
      include: { payment: { select: { userId: true } } },
    })
  ).map(({ referrerId, kind, commission, basisCents, reason, payment }) => [
    referrerId === ana ? 'ana' : referrerId,
    kind,
    payment?.userId,
    basisCents,
    commission,
    reason,
  ]);

it('payments from before the ledger are reckoned, once, by what was received of them and is known of the seller', async () => {
  const { databaseUrl } = config();
  await databasePool().query(
    'DROP SCHEMA public CASCADE; DROP SCHEMA partitions CASCADE; CREATE SCHEMA public',
  );
  const before = migrationsBefore();
  await applyMigrations(databaseUrl, { folder: before });
  rmSync(before, { recursive: true });
  await databasePool().query(past);
  await applyMigrations(databaseUrl);
  // What stood there as earnings had no row that says why.
  expect((await prisma().user.findUniqueOrThrow({ where: { id: ana } })).totalEarnings).toBe(0);
  expect((await proveLedger()).findings).toMatchObject([
    { rule: 'A payment of a referred buyer has its commission, or its reason for none', count: 4 },
  ]);

  await at(Date.parse('2026-04-01T12:00:00Z'), async () => {
    await jobHandlers['reckon-past-payments'].run({});
    // Of February all, at her rate. Her own membership was paid for in February alone: what was paid on March 10 earns nothing.
    expect(await movements()).toEqual([
      ['ana', 'earning', ben, 4700, 1880, null],
      ['ana', 'earning', cleo, 4700, 1880, null],
      ['ana', 'not_earned', ben, 2700, 0, 'membership_lapsed'],
      ['ana', 'not_earned', cleo, 0, 0, 'membership_lapsed'],
    ]);
    const count = await prisma().commission.count();
    await jobHandlers['reckon-past-payments'].run({});
    expect(await prisma().commission.count()).toBe(count);
    // Older than 30 days: to be paid out at once.
    expect(await findAccount(ana)).toMatchObject({ approvedCents: 3_760, waitingCents: 0, heldCents: 0 });
    const year = { range: '12m', period: 'month', breakdown: 'campaign' } as const;
    expect((await findReferralHistory(ana, year)).funnel).toMatchObject({
      clicks: 0,
      registrations: 2,
      buyers: 2,
    });
  });
  expect(await proveLedger()).toMatchObject({ isSound: true, findings: [] });
});
