import type { AdminLevel } from '#app/domain/core/access/admin-policy.ts';
import { entitledSql, seatGivesSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { entitlements } from '#app/domain/core/access/entitlements.server.ts';
import { type ActivityEntry, activitySentence } from '#app/domain/core/activity/sentence.ts';
import { isId, type Target } from '#app/domain/core/audit/target.server.ts';
import type { Entitlement } from '#app/domain/core/catalogue/product.ts';
import { keysGiving, productName, productOf } from '#app/domain/core/catalogue/products.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { netReceivedSql } from '#app/domain/selling/billing/net-received.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import type { PaymentStatus, SubscriptionStatus } from '#app/platform/database/generated/enums.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';

/** What is known of somebody, for an admin who helps them. */
export interface UserDetail extends Target {
  username: string;
  /** Of their picture; null where their initials are shown. */
  pictureId: string | null;
  phone: string;
  company: string;
  plan: string | null;
  adminLevel: AdminLevel;
  createdAt: Date;
  trialEndsAt: Date | null;
  /** When they last used the site on any of their browsers; null where no session is kept. */
  lastSeenAt: Date | null;
  /** How many months of membership they have paid for; a yearly payment counts twelve. */
  paidMonths: number;
  /** All they paid in the ledger's currency, net of tax and of what went back, in integer cents; history of before the move included. */
  lifetimeCents: number;
  /** How many payments from before their subscription was taken over from another system are in these figures. */
  pastPayments: number;
  referrer: { id: string; name: string } | null;
  /** How many came by them, and how many of those are members. */
  referrals: number;
  referredMembers: number;
  /** What they have now, by whatever ground. */
  has: Entitlement[];
  subscriptions: {
    id: string;
    product: string;
    provider: PaymentProvider;
    status: SubscriptionStatus;
    amountCents: number;
    currency: string;
    endsAt: Date | null;
    cancelAtPeriodEnd: boolean;
    heldReason: string | null;
    isMembership: boolean;
    pausesAt: Date | null;
    resumesAt: Date | null;
    /** How many payments there are in all, null for one without an end; how many were made, and when all of it was paid. */
    installments: number | null;
    installmentsTaken: number;
    paidOffAt: Date | null;
  }[];
  grants: {
    id: string;
    entitlement: string;
    reason: string;
    createdAt: Date;
    endsAt: Date | null;
    revokedAt: Date | null;
    /** What a gift gives that they redeemed: without an end it waits for another membership of theirs to end. */
    isGift: boolean;
  }[];
  /** Seats that they have in teams, their own among them. */
  seats: { id: string; ownerId: string; ownerName: string; joinedAt: Date; givesAccess: boolean }[];
  /** Who has a seat in the team that they pay for, or paid for. */
  teamMembers: { id: string; name: string; joinedAt: Date }[];
  sessions: { id: string; userAgent: string | null; createdAt: Date; lastUsedAt: Date }[];
  notes: { id: string; text: string; author: string | null; createdAt: Date }[];
  /** Those they have, and those that were taken off, the latest first. */
  tags: {
    id: string;
    tag: string;
    addedBy: string | null;
    addedAt: Date;
    removedBy: string | null;
    removedAt: Date | null;
  }[];
  courses: { slug: string; title: string; percentDone: number; lastUpdated: Date }[];
  payments: ListedUserPayment[];
  /** What was given back of these, the latest first. */
  refunds: {
    id: string;
    product: string;
    amountCents: number;
    currency: string;
    status: 'pending' | 'succeeded' | 'failed' | 'canceled';
    isResolved: boolean;
    createdAt: Date;
  }[];
  /** By what they brought, integer cents; null where nothing was ever written for them in the ledger. */
  commissions: { earnedCents: number; owedCents: number; paidCents: number } | null;
  tickets: {
    number: number;
    subject: string;
    status: 'open' | 'answered' | 'closed';
    latestAt: Date;
  }[];
  activity: { id: string; sentence: string; createdAt: Date }[];
}

interface ListedUserPayment {
  id: string;
  product: string;
  provider: PaymentProvider;
  amountCents: number;
  refundedCents: number;
  currency: string;
  status: PaymentStatus;
  paidAt: Date;
  /** From before its subscription was taken over from another system: it is given back at the provider. */
  isPast: boolean;
  /** Of such a payment, the receipt that was given there. */
  receiptNumber: string | null;
  receiptUrl: string | null;
}

/** So many of each list are shown; the rest is counted nowhere, and found by its own pages. */
const shown = 20;

/** Of tags all that somebody can have, and the latest of those that were taken off. */
const shownTags = 60;

/** JSON has no times: these names hold some. */
function revive(name: string, value: unknown): unknown {
  return /(?:At|lastUpdated)$/.test(name) && typeof value === 'string' ? new Date(value) : value;
}

const listOf = (rows: Prisma.Sql) =>
  Prisma.sql`(SELECT coalesce(json_agg(listed), '[]') FROM (${rows}) listed)::text`;

type Lists = Pick<
  UserDetail,
  | 'subscriptions'
  | 'grants'
  | 'seats'
  | 'teamMembers'
  | 'sessions'
  | 'notes'
  | 'tags'
  | 'payments'
  | 'refunds'
  | 'tickets'
> & {
  courses: Omit<UserDetail['courses'][number], 'title'>[];
  activity: ({ id: string; createdAt: Date } & ActivityEntry)[];
};

type Row = Omit<UserDetail, keyof Lists | 'has' | 'referrer' | 'commissions'> & {
  earned: number | null;
  owed: number;
  paid: number;
  referrerId: string | null;
  referrerName: string | null;
} & Record<keyof Lists, string> &
  Record<`has_${Entitlement}`, boolean>;

/** All that an admin sees of a user; null for an unknown one. One query. */
export async function findUserDetail(userId: string): Promise<UserDetail | null> {
  if (!isId(userId)) return null;
  const id = Prisma.sql`${userId}::uuid`;
  const has = entitlements.map(
    (name) => Prisma.sql`${entitledSql(Prisma.sql`u.id`, name)} AS ${Prisma.raw(`"has_${name}"`)}`,
  );
  const [row] = await prisma().$queryRaw<Row[]>`
    SELECT u.id, u.name, u.email, u.username, u.picture_id AS "pictureId", u.phone, u.company, u.plan, u.role::text, u.status::text,
      u.assigned_role::text AS "assignedRole", u.admin_level::text AS "adminLevel",
      u.commission_rate AS "commissionRate", u.email_verified_at IS NOT NULL AS "isVerified", u.xmin::text AS version,
      u.created_at AS "createdAt", u.trial_ends_at AS "trialEndsAt",
      (SELECT max(last_used_at) FROM sessions WHERE user_id = u.id) AS "lastSeenAt",
      (SELECT coalesce(sum(CASE WHEN p.period_end > p.period_start + interval '200 days' THEN 12 ELSE 1 END), 0)::int FROM payments p
       WHERE p.user_id = u.id AND p.status IN ('paid', 'partially_refunded') AND p.kind = 'period' AND p.amount_cents > p.tax_cents
         AND p.product IN (${Prisma.join(keysGiving('membership'))}))
      + (SELECT coalesce(sum(h.months), 0)::int FROM past_payments h WHERE h.user_id = u.id AND h.status IN ('paid', 'partially_refunded')
         AND h.product IN (${Prisma.join(keysGiving('membership'))})) AS "paidMonths",
      (SELECT coalesce(sum(${netReceivedSql}), 0)::float8 FROM payments p
       WHERE p.user_id = u.id AND p.status <> 'failed' AND p.currency = ${ledgerCurrency})
      + (SELECT coalesce(sum(${netReceivedSql}), 0)::float8 FROM past_payments p
       WHERE p.user_id = u.id AND p.currency = ${ledgerCurrency}) AS "lifetimeCents",
      (SELECT count(*)::int FROM past_payments WHERE user_id = u.id) AS "pastPayments",
      r.id AS "referrerId", r.name AS "referrerName",
      (SELECT count(*)::int FROM users c WHERE c.referred_by = u.id) AS referrals,
      (SELECT count(*)::int FROM users c WHERE c.referred_by = u.id AND c.plan IS NOT NULL) AS "referredMembers",
      ${Prisma.join(has)},
      CASE WHEN EXISTS (SELECT 1 FROM commissions WHERE referrer_username = u.id) THEN u.total_earnings::float8 END AS earned,
      (SELECT coalesce(sum(cents), 0)::float8 FROM commission_balances WHERE user_id = u.id) AS owed,
      (SELECT coalesce(sum(amount_cents), 0)::float8 FROM payout_items WHERE user_id = u.id AND state = 'paid') AS paid,
      ${listOf(Prisma.sql`SELECT id, product, provider::text, status::text, amount AS "amountCents", currency,
        current_period_end AS "endsAt", cancel_at_period_end AS "cancelAtPeriodEnd", held_reason AS "heldReason",
        paused_from AS "pausesAt", paused_until AS "resumesAt", installments, installments_taken AS "installmentsTaken", paid_off_at AS "paidOffAt"
        FROM subscriptions WHERE user_id = ${id} ORDER BY created_at DESC, id DESC LIMIT ${shown}`)} AS subscriptions,
      ${listOf(Prisma.sql`SELECT id, entitlement, reason, created_at AS "createdAt", ends_at AS "endsAt", revoked_at AS "revokedAt",
        EXISTS (SELECT FROM gifts WHERE grant_id = entitlement_grants.id) AS "isGift" FROM entitlement_grants WHERE user_id = ${id} ORDER BY created_at DESC, id DESC LIMIT ${shown}`)} AS grants,
      ${listOf(Prisma.sql`SELECT s.id, t.owner_id AS "ownerId", o.name AS "ownerName", s.joined_at AS "joinedAt", ${seatGivesSql()} AS "givesAccess"
        FROM team_seats s JOIN teams t ON t.id = s.team_id JOIN users o ON o.id = t.owner_id
        WHERE s.user_id = ${id} ORDER BY s.joined_at DESC, s.id DESC LIMIT ${shown}`)} AS seats,
      ${listOf(Prisma.sql`SELECT m.id, m.name, s.joined_at AS "joinedAt"
        FROM teams t JOIN team_seats s ON s.team_id = t.id JOIN users m ON m.id = s.user_id
        WHERE t.owner_id = ${id} ORDER BY s.joined_at, s.id LIMIT ${shown}`)} AS "teamMembers",
      ${listOf(Prisma.sql`SELECT id, user_agent AS "userAgent", created_at AS "createdAt", last_used_at AS "lastUsedAt"
        FROM sessions WHERE user_id = ${id} AND revoked_at IS NULL AND expires_at > ${now()}
        ORDER BY last_used_at DESC, id DESC LIMIT ${shown}`)} AS sessions,
      ${listOf(Prisma.sql`SELECT n.id, n.text, w.name AS author, n.created_at AS "createdAt"
        FROM user_notes n LEFT JOIN users w ON w.id = n.author_id
        WHERE n.user_id = ${id} ORDER BY n.created_at DESC, n.id DESC LIMIT ${shown}`)} AS notes,
      ${listOf(Prisma.sql`SELECT t.id, t.tag, a.name AS "addedBy", t.added_at AS "addedAt", r.name AS "removedBy", t.removed_at AS "removedAt"
        FROM user_tags t LEFT JOIN users a ON a.id = t.added_by LEFT JOIN users r ON r.id = t.removed_by
        WHERE t.user_id = ${id} ORDER BY t.removed_at IS NOT NULL, t.added_at DESC, t.id DESC LIMIT ${shownTags}`)} AS tags,
      ${listOf(Prisma.sql`SELECT course_id AS slug, percent_done AS "percentDone", last_updated AS "lastUpdated"
        FROM user_progress WHERE user_id = ${id} ORDER BY last_updated DESC LIMIT ${shown}`)} AS courses,
      ${listOf(Prisma.sql`(SELECT id, product, provider::text, amount_cents AS "amountCents", amount_refunded_cents AS "refundedCents",
        currency, status::text, paid_at AS "paidAt", false AS "isPast", NULL AS "receiptNumber", NULL AS "receiptUrl"
        FROM payments WHERE user_id = ${id} ORDER BY paid_at DESC, id DESC LIMIT ${shown})
        UNION ALL (SELECT id, product, provider::text, amount_cents, amount_refunded_cents, currency, status::text, paid_at, true, receipt_number,
        receipt_url FROM past_payments WHERE user_id = ${id} ORDER BY paid_at DESC, id DESC LIMIT ${shown})
        ORDER BY "paidAt" DESC, id DESC LIMIT ${shown}`)} AS payments,
      ${listOf(Prisma.sql`SELECT r.provider || ' ' || r.provider_refund_id AS id, p.product, r.amount_cents AS "amountCents", p.currency,
        r.status::text, r.resolved_at IS NOT NULL AS "isResolved", r.created_at AS "createdAt"
        FROM payments p JOIN payment_refunds r ON r.payment_id = p.id
        -- That one was not made in another way is no refund.
        WHERE p.user_id = ${id} AND NOT (r.status = 'canceled' AND r.provider_refund_id LIKE '%/other-way')
        ORDER BY r.created_at DESC, r.provider_refund_id DESC LIMIT ${shown}`)} AS refunds,
      ${listOf(Prisma.sql`SELECT number, subject, status::text, latest_at AS "latestAt"
        FROM tickets WHERE user_id = ${id} ORDER BY latest_at DESC, id DESC LIMIT ${shown}`)} AS tickets,
      ${listOf(Prisma.sql`SELECT id, type, description, details, created_at AS "createdAt"
        FROM activity_log WHERE user_id = ${id} ORDER BY created_at DESC, id DESC LIMIT ${shown}`)} AS activity
    FROM users u LEFT JOIN users r ON r.id = u.referred_by WHERE u.id = ${id}`;
  if (!row) return null;
  const { referrerId, referrerName, earned, owed, paid, ...rest } = row;
  const listIn = <Name extends keyof Lists>(name: Name) => JSON.parse(row[name], revive) as Lists[Name];
  return {
    ...rest,
    referrer: referrerId === null ? null : { id: referrerId, name: referrerName || 'No name' },
    has: entitlements.filter((name) => row[`has_${name}`]),
    subscriptions: listIn('subscriptions').map((each) => ({
      ...each,
      product: productName(each.product),
      isMembership: productOf(each.product)?.gives === 'membership',
    })),
    payments: listIn('payments').map((each) => ({ ...each, product: productName(each.product) })),
    refunds: listIn('refunds').map((each) => ({ ...each, product: productName(each.product) })),
    commissions: earned === null ? null : { earnedCents: earned, owedCents: owed, paidCents: paid },
    tickets: listIn('tickets'),
    grants: listIn('grants'),
    seats: listIn('seats'),
    teamMembers: listIn('teamMembers'),
    sessions: listIn('sessions'),
    notes: listIn('notes'),
    tags: listIn('tags'),
    courses: listIn('courses').map((each) => ({ ...each, title: findCourse(each.slug)?.title ?? each.slug })),
    activity: listIn('activity').map(({ id: entryId, createdAt, ...entry }) => ({
      id: entryId,
      createdAt,
      sentence: activitySentence(entry),
    })),
  };
}
