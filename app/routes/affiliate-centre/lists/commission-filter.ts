import { z } from 'zod';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';
import type { LedgerKind } from '#app/domain/programme/commissions/ledger.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** What somebody's ledger can be narrowed to. */
const groups = {
  all: null,
  earned: ['earning', 'second_tier_earning'],
  changed: ['reversal', 'restoration', 'adjustment', 'write_off', 'opening_balance'],
  nothing: ['not_earned'],
  payouts: ['payout', 'payout_returned'],
} as const satisfies Record<string, readonly LedgerKind[] | null>;

const groupSchema = z.enum(Object.keys(groups) as [keyof typeof groups]).catch('all');

/** What an address says of somebody's ledger (`what`, `from`, `to`), and the rows that means; what it says wrongly narrows nothing. */
export function readCommissionFilter(query: URLSearchParams) {
  const what = groupSchema.parse(query.get('what'));
  const [from, to] = [parseDay(query.get('from')), parseDay(query.get('to'))];
  const kinds = groups[what];
  const rows = {
    ...(kinds ? { kinds } : {}),
    ...(from ? { from } : {}),
    ...(to ? { until: new Date(to.getTime() + dayMs) } : {}),
  };
  return { what, from, to, rows };
}
