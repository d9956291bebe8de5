import { guaranteeDays, keysGiving, productOf } from '#app/domain/core/catalogue/products.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Where a payment stands with the guarantee (P106): covered as long as its days last, or why it is not. */
export type GuaranteeStanding =
  | 'covered'
  | 'other_product'
  | 'price_difference'
  | 'switched'
  | 'later_payment'
  | 'used';

interface Facts {
  isPriceDifference: boolean;
  isSwitched: boolean;
  isFirst: boolean;
  isUsed: boolean;
}

/** The mailbox of an address: without what stands behind a plus in it, and at Gmail without its points. SQL, as `mailboxOf` has it. */
function mailboxSql(email: Prisma.Sql): Prisma.Sql {
  const [local, domain] = [1, 2].map((part) => Prisma.sql`split_part(lower(${email}), '@', ${part}::int)`);
  return Prisma.sql`CASE WHEN ${domain} IN ('gmail.com', 'googlemail.com')
    THEN replace(split_part(${local}, '+', 1), '.', '') || '@gmail.com' ELSE split_part(${local}, '+', 1) || '@' || ${domain} END`;
}

/**
 * Whether the rest of the period that a payment paid for was credited to the payment of a longer one, made within `days` of it if they are
 * given, which took its place (P254). SQL.
 */
const switchedSql = (payment: 'p' | 'f', days?: number) => {
  const of = Prisma.raw(payment);
  const inTime =
    days === undefined
      ? Prisma.sql`true`
      : Prisma.sql`n.paid_at <= ${of}.paid_at + make_interval(hours => ${days * 24}::int)`;
  return Prisma.sql`(${of}.kind = 'period' AND EXISTS (SELECT 1 FROM payments n
    WHERE n.subscription_id = ${of}.subscription_id AND n.kind = 'period' AND n.billing_reason = 'subscription_update'
      AND n.status <> 'failed' AND n.paid_at >= ${of}.paid_at
      AND n.period_start < ${of}.period_end AND n.period_end > ${of}.period_end AND ${inTime}))`;
};

/**
 * Where a payment stands with the guarantee. It covers the first payment of a person's first membership, with whatever provider: the
 * earliest that was made, months without payment, failed payments, price differences, and payments of a second subscription that was undone
 * left out. Where somebody switched to paying by the year while the guarantee covered their first payment, the payment of that year takes its
 * place: an expired one does not begin anew. What an operator gave back of it before does not use it up. It is used once per person, also
 * where the same card or PayPal account paid on another account, or that account's address is another spelling of theirs; after an account is erased nothing is left by which its owner could be recognized. One query.
 */
export async function findGuarantee(
  db: Prisma.TransactionClient,
  payment: { id: string; userId: string; product: string },
): Promise<GuaranteeStanding> {
  const product = productOf(payment.product);
  if (!product?.isGuaranteed) return 'other_product';
  const keys = Prisma.join(keysGiving(product.gives));
  const [facts] = await db.$queryRaw<Facts[]>`
    SELECT p.kind = 'adjustment' AS "isPriceDifference", ${switchedSql('p')} AS "isSwitched",
      -- Whoever was taken over from another system has paid there before.
      NOT EXISTS (SELECT 1 FROM subscriptions a WHERE a.user_id = p.user_id AND a.product IN (${keys}) AND a.adopted_at IS NOT NULL)
      AND p.id = (SELECT f.id FROM payments f LEFT JOIN subscriptions fs ON fs.id = f.subscription_id
        WHERE f.user_id = p.user_id AND f.product IN (${keys}) AND f.status <> 'failed' AND f.amount_cents > 0
          AND fs.undone_at IS NULL AND f.kind <> 'adjustment' AND NOT ${switchedSql('f', guaranteeDays)}
        ORDER BY f.paid_at, f.id LIMIT 1) AS "isFirst",
      EXISTS (SELECT 1 FROM refund_requests r JOIN payments o ON o.id = r.payment_id
        WHERE r.is_guaranteed AND r.status <> 'declined' AND o.id <> p.id AND o.product IN (${keys})
          AND (o.user_id = p.user_id OR o.card_fingerprint = p.card_fingerprint
            OR (SELECT ${mailboxSql(Prisma.sql`ou.email`)} FROM users ou WHERE ou.id = o.user_id) = ${mailboxSql(Prisma.sql`u.email`)})) AS "isUsed"
    FROM payments p JOIN users u ON u.id = p.user_id WHERE p.id = ${payment.id}::uuid`;
  if (facts?.isPriceDifference) return 'price_difference';
  if (facts?.isSwitched) return 'switched';
  if (!facts?.isFirst) return 'later_payment';
  return facts.isUsed ? 'used' : 'covered';
}

/** Has people use the guarantee one after the other: one person's accounts, asking at once, would each find it not used yet. */
export const lockGuarantee = (db: Prisma.TransactionClient) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('guarantee'))`;
