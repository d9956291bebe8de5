import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { type HoldRule, rulesThatHold } from '#app/domain/programme/commissions/hold-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';

interface Held {
  paymentId: string;
  referrerId: string;
}

interface Seen {
  buyerEmail: string;
  buyerContact: string | null;
  buyerPayoutEmail: string | null;
  email: string;
  contact: string | null;
  payoutEmail: string | null;
  payoutEmails: string[];
  hasSameCard: boolean;
  firstPayments: number;
  sales: number;
  returns: number;
}

/** What the rules look at, of one payment and who earns on it. */
async function look(tx: Transaction, { paymentId, referrerId }: Held): Promise<Seen | undefined> {
  const since = new Date(now().getTime() - siteSettings().holds.refundDays * dayMs);
  const [seen] = await tx.db.$queryRaw<Seen[]>`
    WITH p AS (SELECT * FROM payments WHERE id = ${paymentId}::uuid),
    recent AS (
      SELECT c.payment_id FROM commissions c WHERE c.referrer_username = ${referrerId}::uuid
        AND c.kind IN ('earning', 'second_tier_earning') AND c.timestamp >= ${since})
    SELECT b.email AS "buyerEmail", b.contact_email AS "buyerContact", b.paypal_email AS "buyerPayoutEmail",
      r.email, r.contact_email AS contact, r.paypal_email AS "payoutEmail",
      ARRAY(SELECT a.email FROM payout_addresses a WHERE a.user_id = r.id) AS "payoutEmails",
      p.card_fingerprint IS NOT NULL AND EXISTS (
        SELECT 1 FROM payments own WHERE own.card_fingerprint = p.card_fingerprint AND own.user_id = r.id) AS "hasSameCard",
      CASE WHEN b.signup_network IS NULL OR EXISTS (
          SELECT 1 FROM payments earlier WHERE earlier.user_id = b.id AND earlier.paid_at < p.paid_at) THEN 0
        ELSE (SELECT count(*) FROM users other JOIN LATERAL (
            SELECT min(paid_at) AS first_at FROM payments WHERE user_id = other.id) f ON true
          WHERE other.signup_network = b.signup_network
            AND date_trunc('day', f.first_at AT TIME ZONE 'UTC') = date_trunc('day', p.paid_at AT TIME ZONE 'UTC')) END::int AS "firstPayments",
      (SELECT count(*) FROM recent)::int AS sales,
      (SELECT count(*) FROM recent JOIN payments gone ON gone.id = recent.payment_id
        WHERE gone.status IN ('refunded', 'charged_back', 'disputed'))::int AS returns
    FROM p JOIN users b ON b.id = p.user_id JOIN users r ON r.id = ${referrerId}::uuid`;
  return seen;
}

const present = (values: readonly (string | null)[]) => values.filter((value) => value !== null);

/**
 * Holds what somebody earns of a payment where a rule says so, each rule once; not where an operator has released the same rule for the
 * same two before, nor what is paid already. Part of `tx`.
 */
export async function openHolds(tx: Transaction, held: Held): Promise<void> {
  const seen = await look(tx, held);
  if (!seen) return;
  const suspicion = {
    buyer: {
      emails: present([seen.buyerEmail, seen.buyerContact]),
      payoutEmails: present([seen.buyerPayoutEmail]),
    },
    referrer: {
      emails: present([seen.email, seen.contact]),
      payoutEmails: [...present([seen.payoutEmail]), ...seen.payoutEmails],
    },
    hasSameCard: seen.hasSameCard,
    firstPaymentsFromNetwork: seen.firstPayments,
    recentSales: seen.sales,
    recentReturns: seen.returns,
  };
  for (const rule of rulesThatHold(suspicion, siteSettings().holds)) await hold(tx, held, rule, seen);
}

async function hold(
  tx: Transaction,
  { paymentId, referrerId }: Held,
  rule: HoldRule,
  seen: Seen,
): Promise<void> {
  const details = JSON.stringify({
    firstPayments: seen.firstPayments,
    sales: seen.sales,
    returns: seen.returns,
  });
  const count = await tx.db.$executeRaw`
    INSERT INTO commission_holds (id, payment_id, referrer_id, rule, details, opened_at)
    SELECT gen_random_uuid(), p.id, ${referrerId}::uuid, ${rule}, ${details}::jsonb, ${now()} FROM payments p
    WHERE p.id = ${paymentId}::uuid
      AND NOT EXISTS (
        SELECT 1 FROM commission_holds h JOIN payments other ON other.id = h.payment_id
        WHERE h.referrer_id = ${referrerId}::uuid AND h.rule = ${rule} AND h.decision = 'released' AND other.user_id = p.user_id)
      AND NOT EXISTS (
        SELECT 1 FROM commissions c JOIN payout_lines l ON l.commission_id = c.id AND l.returned_at IS NULL
        WHERE c.payment_id = p.id AND c.referrer_username = ${referrerId}::uuid)
    ON CONFLICT (payment_id, referrer_id, rule) DO NOTHING`;
  if (count === 0) return;
  const subject = { type: 'payment', id: paymentId } as const;
  await recordActivity(tx, { kind: 'commission_held', userId: referrerId, subject, details: { rule } });
}

/**
 * Looks again at what is earned of the payments that a card has paid, once it is known which card that was: sellers and buyers may
 * share it. The worker calls it. Safe to repeat.
 */
export async function reviewCard(provider: PaymentProvider, providerPaymentId: string): Promise<void> {
  const rows = await prisma().$queryRaw<{ id: string; userId: string }[]>`
    SELECT other.id, other.user_id AS "userId"
    FROM payments p JOIN payments other ON other.card_fingerprint = p.card_fingerprint
    WHERE p.provider = ${provider}::payment_provider AND p.provider_payment_id = ${providerPaymentId}
    ORDER BY other.id <> p.id, other.paid_at DESC LIMIT 200`;
  for (const { id: paymentId, userId } of rows)
    await transaction(async (tx) => {
      await lockUser(tx, userId);
      const earned = await tx.db.commission.findMany({
        where: { paymentId, kind: { in: ['earning', 'second_tier_earning'] } },
        select: { referrerId: true },
      });
      for (const { referrerId } of earned) await openHolds(tx, { paymentId, referrerId });
    });
}
