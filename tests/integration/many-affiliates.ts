import { randomUUID } from 'node:crypto';
import { prisma } from '#app/platform/database/client.server.ts';

/** More affiliates, by plain statements; their ids. */
export async function newAffiliates(count: number): Promise<string[]> {
  const names = randomUUID();
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, email, username, name, role, assigned_role, updated_at)
    SELECT gen_random_uuid(), n || ${names} || '@example.com', n || ${names}, 'Seller ' || n, 'affiliate', 'affiliate', now()
    FROM generate_series(1, ${count}::int) n RETURNING id`;
  return rows.map(({ id }) => id);
}

/** People whom each has brought on a day: one at least, not of all the same. */
export const bringPeople = (ids: readonly string[], day: string) =>
  prisma().$executeRaw`
    INSERT INTO referrer_days (day, referrer_id, registered, members)
    SELECT ${day}::date, id, 1 + n % 7, n % 5 FROM unnest(${ids}::uuid[]) WITH ORDINALITY a (id, n)`;

/** Clicks of each of them on a day, of some none. */
export const bringClicks = (ids: readonly string[], day: string) =>
  prisma().$executeRaw`
    INSERT INTO referral_clicks (id, referrer_id, referrer_username, landing_page, timestamp)
    SELECT gen_random_uuid(), id, '', '/', (${day} || 'T12:00:00Z')::timestamptz
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY a (id, n), generate_series(1, (n % 4)::int)`;

/** A sale of each of them on a day; the money of every third goes back the day after. */
export async function bringSales(ids: readonly string[], day: string): Promise<void> {
  await prisma().$executeRaw`
    WITH sold AS (
      INSERT INTO payments (id, user_id, product, provider, provider_invoice_id, amount_cents, currency, status, paid_at, has_receipt)
      SELECT gen_random_uuid(), id, 'membership', 'stripe', 'in_' || n || '_' || ${day}, 4700, 'usd', 'paid',
        (${day} || 'T12:00:00Z')::timestamptz, true
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY a (id, n) RETURNING id, user_id, paid_at, split_part(provider_invoice_id, '_', 2)::int AS n
    ), movement AS (
      SELECT sold.*, kind, sign, 2350 + 10 * (n % 9) AS cents
      FROM sold CROSS JOIN (VALUES ('earning', 1), ('reversal', -1)) m (kind, sign) WHERE sign > 0 OR n % 3 = 0)
    INSERT INTO commissions (id, referrer_username, kind, tier, cause, payment_id, amount, basis_cents, rate_percent, commission, currency,
      available_at, timestamp)
    SELECT gen_random_uuid(), user_id, kind::commission_kind, 'affiliate', kind || ':' || id, id, sign * 4700, 4700, 50, sign * cents,
      'usd', date_trunc('day', paid_at, 'UTC'), paid_at + CASE WHEN sign < 0 THEN interval '1 day' ELSE '0' END
    FROM movement`;
}
