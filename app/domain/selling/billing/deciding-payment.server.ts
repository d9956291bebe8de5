import { now } from '#app/platform/clock.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

// Which payment of a subscription decides what the subscription gives: the one that pays its current period (P43). Not the latest: a
// price difference is paid later than the period it is a part of, and providers tell of payments in any order. A payment counts once
// its period has started: by the calendar, by the provider's word of the current period, or by the provider's clock when it was paid,
// which in the sandbox may be ahead of ours.

/** How far a provider's clock may be ahead of ours, in milliseconds. */
const clockSkewMs = 3600 * 1000;

/** Whether a period starts later than anything says that it has. */
export const isAhead = (periodStart: Date | null, paidAt: Date): boolean =>
  periodStart !== null && periodStart > paidAt && periodStart.getTime() > now().getTime() + clockSkewMs;

/** A payment of a whole period. */
export interface PeriodPayment {
  id: string;
  status: string;
  paidAt: Date;
  periodStart: Date | null;
}

/** Of a subscription's payments, for a query: those that `decidingPaymentOf` chooses from. Few are paid periods ahead. */
export const periodPayments = {
  where: { kind: 'period' },
  orderBy: [{ periodStart: { sort: 'desc', nulls: 'last' } }, { paidAt: 'desc' }, { id: 'desc' }],
  take: 6,
  select: { id: true, status: true, paidAt: true, periodStart: true },
} as const satisfies Prisma.Subscription$paymentsArgs;

/** The payment that decides for a subscription; undefined where none does. */
export function decidingPaymentOf<T extends PeriodPayment>(subscription: {
  currentPeriodStart: Date | null;
  payments: readonly T[];
}): T | undefined {
  const { currentPeriodStart, payments } = subscription;
  const isCurrent = ({ periodStart }: T) =>
    periodStart !== null && currentPeriodStart !== null && periodStart <= currentPeriodStart;
  return payments.find((payment) => isCurrent(payment) || !isAhead(payment.periodStart, payment.paidAt));
}

/** The same in SQL, of a subscription `s`: id, status, paid_at and period_start; no row where none decides. */
export const decidingPaymentSql = (): Prisma.Sql => Prisma.sql`
  SELECT p.id, p.status, p.paid_at, p.period_start FROM payments p
  WHERE p.subscription_id = s.id AND p.kind = 'period'
    AND (p.period_start IS NULL OR p.period_start <= greatest(${startedBy()}::timestamptz, p.paid_at, s.current_period_start))
  ORDER BY p.period_start DESC NULLS LAST, p.paid_at DESC, p.id DESC LIMIT 1`;

/** When a period of a subscription `s` starts that is paid for ahead and whose money is not there; null where there is none. SQL. */
export const withheldFromSql = (): Prisma.Sql => Prisma.sql`
  SELECT min(p.period_start) FROM payments p
  WHERE p.subscription_id = s.id AND p.kind = 'period' AND p.status IN ('refunded', 'charged_back', 'disputed')
    AND p.period_start > greatest(${startedBy()}::timestamptz, p.paid_at, s.current_period_start)`;

const startedBy = () => new Date(now().getTime() + clockSkewMs);
