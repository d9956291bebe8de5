import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { productName, productOf, readLookupKey } from '#app/domain/core/catalogue/products.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { decidingPaymentSql } from '#app/domain/selling/billing/deciding-payment.server.ts';
import {
  discountSql,
  readDiscount,
  type StoredDiscount,
} from '#app/domain/selling/billing/discount.server.ts';
import {
  chooseSubscription,
  isSubscribed,
  type MembershipRow,
  type MembershipState,
  type Subscribed,
  stateOf,
  subscribedKinds,
} from '#app/domain/selling/billing/membership-state.ts';
import { freeUntil, newPriceFrom } from '#app/domain/selling/billing/notice-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import type { PaymentProvider } from '#app/platform/payments/port.ts';

/** Payments on one page of the list. */
const paymentsPerPage = 20;

/** A payment as its payer sees it. Money is integer cents, tax included in the amount. */
export interface ListedPayment {
  id: string;
  paidAt: Date;
  productName: string;
  provider: PaymentProvider;
  amountCents: number;
  taxCents: number;
  refundedCents: number;
  currency: string;
  status:
    | 'paid'
    | 'partially_refunded'
    | 'refunded'
    | 'disputed'
    | 'partially_charged_back'
    | 'charged_back'
    | 'failed';
  /** How far a request for its money is. */
  refundRequest: 'asked' | 'accepted' | 'settled' | 'declined' | null;
  /** Of one from before its subscription was taken over from another system: the receipt that was given there; null for any other. */
  past: { receiptNumber: string | null; receiptUrl: string | null } | null;
  /** What was issued of it, the oldest first. */
  documents: { kind: 'receipt' | 'credit_note'; number: string }[];
}

/** A subscription with what its state is told from. */
export type OwnSubscription = MembershipRow & {
  id: string;
  product: string;
  providerSubscriptionId: string;
  currentPeriodStart: Date | null;
  /** When the latest pause of its member began, or is to begin, whatever it was a pause of; null where there was none. */
  lastPauseAt: Date | null;
  /** How many times its price is paid, and, where fewer are to be paid from the next time on, how many are until then. */
  quantity: number;
  paidQuantity: number | null;
  paidQuantityUntil: Date | null;
  /** How many payments there are in all, null for one without an end; how many were taken, and when all of it was paid. */
  installments: number | null;
  installmentsTaken: number;
  paidOffAt: Date | null;
};

/** What tells until when a subscription costs nothing. */
interface Begun {
  startedAt: Date | null;
  trialEnd: Date | null;
  hasPaid: boolean;
  nextPrice: string | null;
}

/** What changes its price, as JSON has it. */
interface StoredPrices {
  discount: StoredDiscount | null;
  coming: { amountCents: number; takesEffectAt: string; notifiedAt: string } | null;
}

/** What is paid in installments: how it stands, and how many payments were made. Money is integer cents of each payment. */
export interface InstallmentPlan {
  gives: Subscribed;
  /** The key of its price. */
  product: string;
  state: MembershipState;
  installments: number;
  installmentsTaken: number;
  /** When all of it was paid; null until then. */
  paidOffAt: Date | null;
  amountCents: number;
  currency: string;
}

/** A reseller trial that runs. */
export interface RunningTrial {
  endsAt: Date;
  /** How many days it has in all. */
  days: number;
  /** They are a reseller by something else too: its end takes nothing from them. */
  staysReseller: boolean;
}

/** What stands with the user, in each row; a user without a subscription has one row, without any. */
interface OfUser {
  userName: string;
  trialStartedAt: Date | null;
  trialEndsAt: Date | null;
  staysReseller: boolean;
}

function trialIn(user: OfUser | undefined, now: Date): RunningTrial | null {
  if (!user?.trialStartedAt || !user.trialEndsAt || user.trialEndsAt <= now) return null;
  const { trialStartedAt, trialEndsAt: endsAt, staysReseller } = user;
  return { endsAt, days: Math.round((endsAt.getTime() - trialStartedAt.getTime()) / dayMs), staysReseller };
}

/**
 * The subscriptions that a user's states are told from, by what they give, their trial, and their name; without a name for an unknown
 * user. One query.
 */
async function findSubscriptions(
  userId: string,
  at: Date,
): Promise<{
  chosen: (gives: Subscribed) => OwnSubscription | undefined;
  /** What is paid, or was paid, in installments. */
  plans: Subscribed[];
  trial: RunningTrial | null;
  userName: string | undefined;
}> {
  const rows = await prisma().$queryRaw<
    (Omit<OwnSubscription, 'discount' | 'coming'> & Begun & OfUser & StoredPrices)[]
  >`
    SELECT s.id, s.product, s.provider::text, s.provider_subscription_id AS "providerSubscriptionId", s.status::text, s.amount, s.currency, s.interval,
           s.quantity, s.paid_quantity AS "paidQuantity", s.paid_quantity_until AS "paidQuantityUntil",
           s.installments, s.installments_taken AS "installmentsTaken", s.paid_off_at AS "paidOffAt",
           s.created_at AS "createdAt", s.subscribed_at AS "subscribedAt", s.current_period_end AS "currentPeriodEnd",
           s.cancel_at_period_end AS "cancelAtPeriodEnd", s.canceled_at AS "canceledAt",
           s.requested_change::text AS "requestedChange", s.is_disputed AS "isDisputed",
           s.past_due_since AS "pastDueSince", s.is_refunded AS "isRefunded", s.held_reason AS "heldReason",
           s.next_price AS "nextPrice",
           (SELECT json_build_object('amountCents', m.amount_cents, 'takesEffectAt', m.takes_effect_at, 'notifiedAt', r.notified_at)
             FROM moved_subscriptions r JOIN price_moves m ON m.id = r.move_id
             WHERE r.subscription_id = s.id AND r.state = 'notified' AND m.stopped_at IS NULL AND m.price_key = s.product LIMIT 1) AS coming,
           s.paused_from AS "pausedFrom", s.paused_until AS "pausedUntil", s.current_period_start AS "currentPeriodStart",
           (SELECT max(b.starts_at) FROM subscription_pauses b
             WHERE b.user_id = u.id AND b.outcome IS DISTINCT FROM 'withdrawn') AS "lastPauseAt",
           s.started_at AS "startedAt", s.trial_end AS "trialEnd", EXISTS (SELECT 1 FROM payments p WHERE p.subscription_id = s.id) AS "hasPaid",
           CASE WHEN s.card_last4 IS NOT NULL
             THEN json_build_object('brand', s.card_brand, 'last4', s.card_last4) END AS card,
           coalesce((SELECT p.status NOT IN ('refunded', 'charged_back') FROM (${decidingPaymentSql()}) p),
                    s.trial_end > ${at}::timestamptz, false) AS "isPaid",
           ${discountSql()} AS discount,
           u.name AS "userName", u.trial_started_at AS "trialStartedAt", u.trial_ends_at AS "trialEndsAt",
           ${entitledSql(Prisma.sql`u.id`, 'reseller')} AS "staysReseller"
    FROM users u LEFT JOIN subscriptions s ON s.user_id = u.id
      -- Set aside, see isSetAside.
      AND NOT (s.status = 'incomplete' AND s.held_reason IS NOT NULL AND s.offered_cents IS NULL)
    WHERE u.id = ${userId}::uuid`;
  const chosen = (gives: Subscribed) =>
    chooseSubscription(
      rows
        // The one row of who has none names no product.
        .filter(({ product }) => product && productOf(product)?.gives === gives)
        .map(
          ({
            startedAt,
            trialEnd,
            hasPaid,
            trialStartedAt,
            trialEndsAt,
            staysReseller,
            userName,
            nextPrice,
            ...row
          }) => {
            const freeIntervals = productOf(row.product)?.freeIntervals ?? 0;
            const onTrialUntil = row.status === 'trialing' && !hasPaid ? trialEnd : null;
            return {
              ...row,
              discount: readDiscount(row.discount),
              next: readLookupKey(nextPrice) ?? null,
              coming: row.coming && {
                amountCents: row.coming.amountCents,
                from: newPriceFrom(new Date(row.coming.takesEffectAt), new Date(row.coming.notifiedAt)),
              },
              freeUntil:
                freeUntil({ interval: row.interval, freeIntervals, hasPaid, startedAt }) ?? onTrialUntil,
            };
          },
        ),
      at,
    );
  const plans = new Set(
    rows.flatMap(({ product, installments, status }) => {
      const gives = productOf(product)?.gives;
      return installments !== null && status !== 'incomplete_expired' && isSubscribed(gives) ? [gives] : [];
    }),
  );
  return {
    chosen,
    plans: [...plans],
    trial: trialIn(rows[0], at),
    userName: rows[0]?.userName,
  };
}

/** The subscription that a user's state is told from, to what gives something, if there is one. One query. */
export async function findSubscription(
  userId: string,
  at: Date,
  gives: Subscribed = 'membership',
): Promise<OwnSubscription | undefined> {
  return (await findSubscriptions(userId, at)).chosen(gives);
}

/** A user's name, and the subscription that their membership is told from; null for an unknown user. One query. */
export async function findNamedMembership(
  userId: string,
  at: Date,
): Promise<{ name: string; membership: OwnSubscription | undefined } | null> {
  const { userName, chosen } = await findSubscriptions(userId, at);
  return userName === undefined ? null : { name: userName, membership: chosen('membership') };
}

/**
 * How a user stands with all that is had by a subscription, and with the reseller trial, if one runs. `price` is the key of what they pay
 * for the membership, `teamPrice` for a team. One query.
 */
export async function findSubscriptionStates(
  userId: string,
  at = now(),
): Promise<
  Record<(typeof subscribedKinds)[number], MembershipState> & {
    trial: RunningTrial | null;
    price: string | undefined;
    teamPrice: string | undefined;
    plans: InstallmentPlan[];
  }
> {
  const { chosen, plans, trial } = await findSubscriptions(userId, at);
  const [membership, reseller_pro, team] = subscribedKinds.map(chosen);
  const states = {
    membership: stateOf(membership, at),
    reseller_pro: stateOf(reseller_pro, at),
    team: stateOf(team, at),
  };
  return {
    ...states,
    trial,
    price: membership?.product,
    teamPrice: team?.product,
    plans: plans.flatMap((gives) => {
      const row = chosen(gives);
      const { installments = null, installmentsTaken = 0, paidOffAt = null } = row ?? {};
      if (!row || installments === null) return [];
      const { product, amount: amountCents, currency } = row;
      const state = stateOf(row, at);
      return [{ gives, product, state, installments, installmentsTaken, paidOffAt, amountCents, currency }];
    }),
  };
}

/** How a user stands with the membership, or with what else is had by a subscription. One query. */
export async function findMembershipState(
  userId: string,
  at = now(),
  gives: Subscribed = 'membership',
): Promise<MembershipState> {
  return stateOf(await findSubscription(userId, at, gives), at);
}

type PaymentRow = Omit<ListedPayment, 'productName'> & { product: string };

/** One page of what a user has paid, here and before the move, the newest first, by key. One query. */
export async function listPayments(
  userId: string,
  place: Place | null = null,
): Promise<ListPage<ListedPayment>> {
  const { past, order } = pageSql(Prisma.sql`paid_at`, Prisma.sql`id`, place);
  const rows = await prisma().$queryRaw<PaymentRow[]>`
    WITH listed AS MATERIALIZED (
      (SELECT id, paid_at, paid_at AS "paidAt", product, provider::text, amount_cents AS "amountCents", tax_cents AS "taxCents",
             amount_refunded_cents AS "refundedCents", currency, status::text, NULL::json AS past
      FROM payments WHERE user_id = ${userId}::uuid ${past}
      ORDER BY ${order} LIMIT ${paymentsPerPage + 1})
      UNION ALL
      (SELECT id, paid_at, paid_at, product, provider::text, amount_cents, tax_cents, amount_refunded_cents, currency, status::text,
             json_build_object('receiptNumber', receipt_number, 'receiptUrl', receipt_url)
      FROM past_payments WHERE user_id = ${userId}::uuid ${past}
      ORDER BY ${order} LIMIT ${paymentsPerPage + 1})
      ORDER BY ${order} LIMIT ${paymentsPerPage + 1}
    )
    SELECT listed.id, "paidAt", product, provider, "amountCents", "taxCents", "refundedCents", currency, status, past, (
      SELECT coalesce(json_agg(json_build_object('kind', r.kind, 'number', r.number) ORDER BY r.id), '[]')
      FROM receipts r WHERE r.payment_id = listed.id
    ) AS documents,
    (SELECT q.status::text FROM refund_requests q WHERE q.payment_id = listed.id) AS "refundRequest"
    FROM listed ORDER BY ${pageSql(Prisma.sql`"paidAt"`, Prisma.sql`id`, place).order}`;
  const payments = rows.map(({ product, ...payment }) => ({ ...payment, productName: productName(product) }));
  return pageOf(payments, paymentsPerPage, ({ paidAt, id }) => ({ at: paidAt, id }), place);
}
