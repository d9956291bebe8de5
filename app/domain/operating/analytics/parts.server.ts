import { pastDueDays } from '#app/domain/core/access/grace.ts';
import { allProducts, keysGiving, subscribedKeys } from '#app/domain/core/catalogue/products.ts';
import { netReceivedSql } from '#app/domain/selling/billing/net-received.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** The cohort of those who have never paid for a subscription. */
export const noCohort = '1900-01-01';

const utcDay = (time: Prisma.Sql) => Prisma.sql`((${time}) AT TIME ZONE 'UTC')::date`;
const monthsLater = (time: Prisma.Sql, months: Prisma.Sql) =>
  Prisma.sql`(((${time}) AT TIME ZONE 'UTC') + make_interval(months => ${months})) AT TIME ZONE 'UTC'`;

/**
 * What people add to the figures (user_id, day, currency, kind, cohort, people, cents, referrer_id), reckoned from what they paid. `whose` says of a
 * column of user ids which are meant.
 *
 * A payment for a subscription counts a month's share of its amount, net of tax, from the day its period begins to the day it ends. The
 * next payment for what gives the same takes its place; until it comes, and while the subscription lives, it goes on for as long as a missing
 * payment is tried again. A pause ends it on the day on which it begins. What goes back in full ends it on that day; what goes back in part does not change what is paid a month.
 */
export function partsSql(whose: (column: Prisma.Sql) => Prisma.Sql): Prisma.Sql {
  const subscribed = Prisma.join(subscribedKeys());
  const givenByKey = Prisma.join(
    allProducts().map(({ key, gives }) => Prisma.sql`(${key}::text, ${gives}::text)`),
  );
  const wait = Prisma.sql`make_interval(days => ${pastDueDays}::int)`;
  return Prisma.sql`
    WITH paid AS (
      SELECT p.id, p.user_id, p.product, p.currency, p.paid_at, p.subscription_id, p.status,
        coalesce(p.period_start, p.paid_at) AS starts, p.period_end, s.cancel_at_period_end, s.canceled_at, s.undone_at,
        s.status IN ('canceled', 'incomplete_expired') AS is_over,
        -- A subscription may have been switched since: a period that is told says itself how long it is.
        CASE WHEN p.period_end > p.period_start AND p.kind = 'period'
          THEN CASE WHEN p.period_end > p.period_start + interval '200 days' THEN 12 ELSE 1 END
          WHEN s.interval = 'year' THEN 12 ELSE 1 END AS months,
        p.period_start, p.kind, p.billing_reason, coalesce(g.gives, p.product) AS gives,
        p.amount_cents - p.tax_cents AS cents
      FROM payments p LEFT JOIN subscriptions s ON s.id = p.subscription_id
      LEFT JOIN (VALUES ${givenByKey}) AS g (product, gives) ON g.product = p.product
      WHERE ${whose(Prisma.sql`p.user_id`)} AND p.status <> 'failed' AND p.product IN (${subscribed})
    ), credited AS (
      -- Of the payment by which somebody switched to a longer period: what was left of the one before pays a part of it.
      SELECT paid.*, CASE WHEN kind = 'period' AND billing_reason = 'subscription_update'
          AND subscription_id IS NOT NULL AND lag(period_end) OVER before > starts
        THEN round(lag(cents) OVER before * extract(epoch FROM lag(period_end) OVER before - starts)
          / nullif(extract(epoch FROM lag(period_end) OVER before - lag(starts) OVER before), 0)) ELSE 0 END AS credit
      -- Differences within a period are credited by nothing.
      FROM paid WINDOW before AS (PARTITION BY subscription_id, currency, kind ORDER BY starts, paid_at, period_end, id)
    ), known AS (
      SELECT credited.*, round((cents + coalesce(credit, 0))::numeric / months)::bigint AS monthly,
        CASE WHEN period_end > starts THEN period_end
          ELSE ${monthsLater(Prisma.sql`starts`, Prisma.sql`months`)} END AS paid_until,
        CASE WHEN status IN ('refunded', 'charged_back') THEN coalesce(greatest(
          (SELECT max(r.created_at) FROM payment_refunds r WHERE r.payment_id = credited.id AND r.status IN ('pending', 'succeeded')),
          (SELECT max(coalesce(d.closed_at, d.opened_at)) FROM payment_disputes d WHERE d.payment_id = credited.id AND d.outcome = 'lost')
        ), paid_at) END AS gone_at
      FROM credited WHERE cents > 0 AND undone_at IS NULL
    ), followed AS (
      SELECT known.*, lead(starts) OVER next AS next_starts,
        lead(subscription_id) OVER next IS NOT DISTINCT FROM subscription_id AS is_same,
        pause.starts_at IS NOT NULL AS is_paused,
        pause.starts_at IS NOT NULL AND pause.outcome IS DISTINCT FROM 'canceled' AND gone_at IS NULL AS is_to_resume,
        CASE WHEN subscription_id IS NULL OR pause.starts_at IS NOT NULL THEN paid_until
          WHEN is_over THEN greatest(paid_until, least(canceled_at, paid_until + ${wait}))
          WHEN cancel_at_period_end THEN paid_until
          ELSE paid_until + ${wait} END AS runs_until
      FROM known LEFT JOIN LATERAL (
        SELECT b.starts_at, b.outcome FROM subscription_pauses b
        WHERE b.subscription_id = known.subscription_id AND b.outcome IS DISTINCT FROM 'withdrawn'
          AND b.starts_at BETWEEN known.paid_until - interval '1 day' AND known.paid_until + interval '1 day'
        ORDER BY b.starts_at LIMIT 1
      ) pause ON true
      WINDOW next AS (PARTITION BY user_id, gives, currency ORDER BY starts, paid_at, period_end, id)
    ), segment AS (
      SELECT user_id, currency, monthly, ${utcDay(Prisma.sql`starts`)} AS from_day,
        ${utcDay(Prisma.sql`least(gone_at, CASE
          WHEN next_starts <= runs_until OR (is_same AND NOT is_paused AND next_starts <= paid_until + ${wait}) THEN next_starts
          ELSE runs_until END)`)} AS to_day, is_to_resume
      FROM followed
    ), change AS (
      SELECT user_id, currency, day, sum(cents)::bigint AS cents, bool_or(begins_pause) AS begins_pause FROM segment
      CROSS JOIN LATERAL (VALUES (from_day, monthly, false), (to_day, -monthly, is_to_resume)) AS edge (day, cents, begins_pause)
      WHERE to_day > from_day GROUP BY 1, 2, 3 HAVING sum(cents) <> 0
    ), running AS (
      SELECT change.*, sum(cents) OVER days AS after, row_number() OVER days AS number,
        coalesce(lag(begins_pause) OVER days, false) AS ends_pause,
        date_trunc('month', first_value(day) OVER days)::date AS cohort
      FROM change WINDOW days AS (PARTITION BY user_id, currency ORDER BY day)
    ), movement AS (
      SELECT user_id, day, currency, CASE
          WHEN after = cents AND number = 1 THEN 'new'
          WHEN after = cents AND ends_pause THEN 'resumed'
          WHEN after = cents THEN 'reactivated'
          WHEN after = 0 AND begins_pause THEN 'paused'
          WHEN after = 0 THEN 'churned'
          WHEN cents > 0 THEN 'expansion' ELSE 'contraction' END AS kind,
        cohort, 1 AS people, cents
      FROM running
    ), received AS (
      SELECT p.user_id, ${utcDay(Prisma.sql`p.paid_at`)} AS day, p.currency,
        CASE WHEN p.product IN (${subscribed}) THEN 'received' ELSE 'received_once' END AS kind,
        count(*)::int AS people, sum(${netReceivedSql})::bigint AS cents
      FROM payments p WHERE ${whose(Prisma.sql`p.user_id`)} AND p.status <> 'failed' GROUP BY 1, 2, 3, 4
    ), paid_months AS (
      SELECT p.user_id, count(*) AS months FROM payments p
      WHERE ${whose(Prisma.sql`p.user_id`)} AND p.status <> 'failed' AND p.amount_cents > p.tax_cents
        AND p.product IN (${Prisma.join(keysGiving('membership'))}) GROUP BY 1
    ), step AS (
      SELECT u.id AS user_id, ${utcDay(Prisma.sql`u.created_at`)} AS day, u.referred_by, coalesce(m.months, 0) AS months,
        EXISTS (SELECT FROM legal_acceptances a WHERE a.user_id = u.id AND a.document = 'refund-policy')
          OR EXISTS (SELECT FROM subscriptions s WHERE s.user_id = u.id)
          OR EXISTS (SELECT FROM payments p WHERE p.user_id = u.id) AS has_begun
      FROM users u LEFT JOIN paid_months m ON m.user_id = u.id WHERE ${whose(Prisma.sql`u.id`)} AND u.role <> 'admin'
    )
    SELECT user_id, day, currency, kind, cohort, people, cents, NULL::uuid AS referrer_id FROM movement
    UNION ALL
    SELECT r.user_id, r.day, r.currency, r.kind, coalesce(c.cohort, ${noCohort}::date), r.people, r.cents, NULL
    FROM received r LEFT JOIN (SELECT DISTINCT user_id, currency, cohort FROM running) c USING (user_id, currency)
    UNION ALL
    SELECT user_id, day, '', reached.kind, ${noCohort}::date, 1, 0, referred_by
    FROM step CROSS JOIN LATERAL (VALUES ('registered', true), ('began', has_begun OR months > 0), ('member', months > 0),
      ('stayed', months > 1)) AS reached (kind, is_true) WHERE is_true`;
}
