import { z } from 'zod';
import type { LedgerKind } from '#app/domain/programme/commissions/ledger.server.ts';
import { readDays, spanOf } from '#app/routes/affiliate-centre/lists/days.ts';

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
  const days = readDays(query);
  const kinds = groups[what];
  return { what, days, rows: { ...(kinds ? { kinds } : {}), ...spanOf(days) } };
}
