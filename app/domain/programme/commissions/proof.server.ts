import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';

/** Something that does not agree: by what rule, how often, and some of what it is about. */
export interface ProofFinding {
  rule: string;
  count: number;
  examples: string[];
}

/** Sums over the whole ledger, in cents. */
export interface ProofFigures {
  rows: number;
  /** Of payments that earn: received without tax and what went back. */
  receivedCents: number;
  /** Earned and not taken back, payouts left out. */
  earnedCents: number;
  /** Sent, and not come back. */
  paidOutCents: number;
  owedCents: number;
  /** Given up, withheld or unclaimed, less what was not claimed back: what write-offs took out of what is owed. */
  writtenOffCents: number;
}

/** What was received of a payment `p` without tax and what went back, in cents of the ledger's currency: never a sum of two. */
const receivedSql = Prisma.sql`cents_in_ledger(payment_net_cents(p.amount_cents, p.tax_cents,
  p.amount_refunded_cents::bigint + p.charged_back_cents + p.disputed_cents), p.currency, p.price_cents, p.ledger_price_cents)`;

/** What the proof looks for; each query names what breaks its rule. */
const rules: Record<string, Prisma.Sql> = {
  'The total of a user is the sum of their rows': Prisma.sql`
    SELECT u.id::text AS subject FROM users u
    LEFT JOIN (SELECT referrer_username AS id, sum(commission) AS cents FROM commissions
      WHERE kind NOT IN ('payout', 'payout_returned') GROUP BY 1) c ON c.id = u.id
    WHERE u.total_earnings <> coalesce(c.cents, 0)`,
  'The balance of a user by days is the sum of their rows': Prisma.sql`
    SELECT coalesce(b.user_id, c.user_id)::text AS subject FROM commission_balances b
    FULL JOIN (SELECT referrer_username AS user_id, available_at, sum(commission) AS cents FROM commissions GROUP BY 1, 2) c
      ON c.user_id = b.user_id AND c.available_at = b.available_at
    WHERE coalesce(b.cents, 0) <> coalesce(c.cents, 0)`,
  'The days of a user are the sums of their rows': Prisma.sql`
    SELECT coalesce(d.user_id, c.user_id)::text AS subject FROM commission_days d
    FULL JOIN (
      SELECT user_id, day, sum(cents) AS cents, sum(sales) AS sales FROM (
        SELECT referrer_username AS user_id, (timestamp AT TIME ZONE 'UTC')::date AS day, commission AS cents, 0 AS sales
        FROM commissions WHERE commission <> 0 AND kind NOT IN ('payout', 'payout_returned')
        UNION ALL
        SELECT referrer_username, (min(timestamp) FILTER (WHERE kind IN ('earning', 'second_tier_earning')) AT TIME ZONE 'UTC')::date, 0, 1
        FROM commissions WHERE payment_id IS NOT NULL
        GROUP BY referrer_username, payment_id, tier = 'second_tier' HAVING sum(commission) > 0) rows GROUP BY 1, 2) c
      ON c.user_id = d.user_id AND c.day = d.day
    WHERE coalesce(d.earned_cents + d.changed_cents, 0) <> coalesce(c.cents, 0) OR coalesce(d.sales, 0) <> coalesce(c.sales, 0)`,
  'A payment pays no more than was received, and no less than nothing': Prisma.sql`
    SELECT p.id::text AS subject FROM payments p JOIN (
      SELECT payment_id, sum(commission) AS cents, min(level_cents) AS least FROM (
        SELECT payment_id, commission, sum(commission) OVER (PARTITION BY payment_id, tier = 'second_tier') AS level_cents
        FROM commissions WHERE payment_id IS NOT NULL) l GROUP BY 1) c ON c.payment_id = p.id
    WHERE c.least < 0 OR c.cents > ${receivedSql}`,
  'A commission is of the payment’s own seller': Prisma.sql`
    SELECT c.id::text AS subject FROM commissions c JOIN payments p ON p.id = c.payment_id JOIN users b ON b.id = p.user_id
    WHERE c.tier <> 'second_tier' AND b.referred_by IS NOT NULL AND c.referrer_username <> b.referred_by
      AND NOT EXISTS (SELECT 1 FROM sale_referrals s
        WHERE (s.payment_id = p.id OR s.subscription_id = p.subscription_id) AND s.referrer_id = c.referrer_username)`,
  'A payment of a referred buyer has its commission, or its reason for none': Prisma.sql`
    SELECT p.id::text AS subject FROM payments p JOIN users b ON b.id = p.user_id
    WHERE (b.referred_by IS NOT NULL OR EXISTS (
        SELECT 1 FROM sale_referrals s WHERE s.subscription_id = p.subscription_id OR s.payment_id = p.id))
      AND NOT EXISTS (SELECT 1 FROM commissions c WHERE c.payment_id = p.id)`,
  'A payout is the sum of its lines, and stands in the ledger': Prisma.sql`
    SELECT i.id::text AS subject FROM payout_items i
    WHERE i.amount_cents <> (SELECT coalesce(sum(c.commission), 0) FROM payout_lines l JOIN commissions c ON c.id = l.commission_id
        WHERE l.item_id = i.id)
      OR -i.amount_cents <> (SELECT coalesce(sum(c.commission), 0) FROM commissions c WHERE c.payout_item_id = i.id AND c.kind = 'payout')`,
  'A write-off takes away what was owed, or ends what was below zero': Prisma.sql`
    SELECT min(id::text) AS subject FROM commissions WHERE kind = 'write_off' GROUP BY referrer_username, created_at, reason
    HAVING (reason <> 'reversed_after_write_off' AND (reason = 'not_claimed_back') <> (sum(commission) > 0))
      OR reason NOT IN ('given_up', 'withheld', 'unclaimed', 'not_claimed_back', 'write_off_reversed', 'reversed_after_write_off')`,
  'What was written off ends by no more than it was, where its commission is taken back': Prisma.sql`
    SELECT referrer_username::text AS subject FROM commissions
    WHERE kind = 'write_off' AND reason IN ('given_up', 'withheld', 'unclaimed', 'reversed_after_write_off')
    GROUP BY referrer_username
    HAVING sum(commission) > 0 OR sum(commission) FILTER (WHERE reason = 'reversed_after_write_off') < 0`,
  'A write-off is reversed by no more than it was': Prisma.sql`
    SELECT referrer_username::text AS subject FROM commissions
    WHERE kind = 'write_off' AND reason IN ('not_claimed_back', 'write_off_reversed')
    GROUP BY referrer_username HAVING sum(commission) < 0`,
  'An opening balance is of no payment, and says where it comes from': Prisma.sql`
    SELECT id::text AS subject FROM commissions
    WHERE kind = 'opening_balance' AND (payment_id IS NOT NULL OR coalesce(btrim(reason), '') = '')`,
  'What came back is in the balance again, and what did not is not': Prisma.sql`
    SELECT i.id::text AS subject FROM payout_items i
    LEFT JOIN (SELECT payout_item_id, sum(commission) AS cents FROM commissions WHERE kind = 'payout_returned' GROUP BY 1) r
      ON r.payout_item_id = i.id
    WHERE coalesce(r.cents, 0) <> CASE WHEN i.state IN ('failed', 'returned', 'blocked', 'refunded', 'reversed', 'canceled')
        THEN i.amount_cents ELSE 0 END
      OR EXISTS (SELECT 1 FROM payout_lines l WHERE l.item_id = i.id AND (l.returned_at IS NULL) <>
        (i.state NOT IN ('failed', 'returned', 'blocked', 'refunded', 'reversed', 'canceled')))`,
};

/** How many examples of a finding are kept. */
const exampleCount = 10;

/**
 * Proves the ledger from its rows: every kept sum, every payment, every payout, and that no more is owed than was received. What was
 * found is kept, logged, and mailed to the operator where something does not agree, once a day. Changes nothing. The worker calls it.
 */
export async function proveLedger(): Promise<{ isSound: boolean; findings: ProofFinding[] }> {
  const startedAt = now();
  const { figures, findings } = await lookOnce(async (db) => {
    const list: ProofFinding[] = [];
    for (const [rule, sql] of Object.entries(rules)) {
      const [row] = await db.$queryRaw<{ count: number; examples: string[] | null }[]>`
        SELECT count(*)::int AS count, (array_agg(subject))[1:${exampleCount}::int] AS examples FROM (${sql}) broken`;
      if (row && row.count > 0) list.push({ rule, count: row.count, examples: row.examples ?? [] });
    }
    const [sums] = await db.$queryRaw<ProofFigures[]>`
      SELECT count(*)::float8 AS rows,
        coalesce(sum(commission) FILTER (WHERE payout_item_id IS NULL), 0)::float8 AS "earnedCents",
        -coalesce(sum(commission) FILTER (WHERE payout_item_id IS NOT NULL), 0)::float8 AS "paidOutCents",
        coalesce(sum(commission), 0)::float8 AS "owedCents",
        -coalesce(sum(commission) FILTER (WHERE kind = 'write_off'), 0)::float8 AS "writtenOffCents",
        (SELECT coalesce(sum(${receivedSql}), 0)::float8
          FROM payments p WHERE EXISTS (SELECT 1 FROM commissions c WHERE c.payment_id = p.id)) AS "receivedCents"
      FROM commissions`;
    if (!sums) throw new Error('The proof gave no sums.');
    const [adjusted] = await db.$queryRaw<{ cents: number }[]>`
      SELECT coalesce(sum(commission), 0)::float8 AS cents FROM commissions WHERE kind IN ('adjustment', 'write_off', 'opening_balance')`;
    // What an operator has given on top, or owed before they moved here, is their own to cover, and what was written off was earned all the same.
    if (sums.earnedCents - (adjusted?.cents ?? 0) > sums.receivedCents)
      list.push({ rule: 'No more is earned than was received', count: 1, examples: [] });
    return { figures: sums, findings: list };
  });
  await keepProof(startedAt, figures, findings);
  return { isSound: findings.length === 0, findings };
}

/** Looks at everything as it stands at one moment: what is written meanwhile is the next proof's. */
const lookOnce = <T>(look: (db: Prisma.TransactionClient) => Promise<T>): Promise<T> =>
  prisma().$transaction(look, { isolationLevel: 'RepeatableRead', timeout: 10 * 60_000 });

async function keepProof(startedAt: Date, figures: ProofFigures, findings: ProofFinding[]): Promise<void> {
  const isSound = findings.length === 0;
  const { supportEmail, appUrl } = config();
  await transaction(async (tx) => {
    await tx.db.ledgerProof.create({
      data: {
        startedAt,
        finishedAt: now(),
        isSound,
        figures: { ...figures },
        findings: findings.map((finding) => ({ ...finding })),
      },
    });
    const key = `ledger-mismatch:${startedAt.toISOString().slice(0, 10)}`;
    if (isSound || (await isMailQueued(tx, key))) return;
    await queueMail(tx, supportEmail, 'ledger-mismatch', { findings, siteUrl: appUrl }, key);
  });
  if (isSound) log().info({ event: 'ledger_proved', ...figures }, 'the commission ledger adds up');
  else log().error({ event: 'ledger_mismatch', findings }, 'the commission ledger does not add up');
}

/** The latest proofs, the newest first. */
export async function listProofs(limit = 30) {
  return prisma().ledgerProof.findMany({ orderBy: { startedAt: 'desc' }, take: limit });
}
