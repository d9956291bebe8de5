import { parseDay } from '#app/domain/core/values/typed-moment.ts';
import type { LedgerKind } from '#app/domain/programme/commissions/ledger.server.ts';

/** What the ledger can be narrowed to by kind, with what each is called. */
export const ledgerGroups = {
  earned: { label: 'Earned', kinds: ['earning', 'second_tier_earning'] },
  taken: { label: 'Reversed or restored', kinds: ['reversal', 'restoration'] },
  adjusted: { label: 'Adjustments', kinds: ['adjustment'] },
  opening: { label: 'Opening balances', kinds: ['opening_balance'] },
  written_off: { label: 'Written off', kinds: ['write_off'] },
  nothing: { label: 'Nothing earned', kinds: ['not_earned'] },
  payouts: { label: 'Payouts', kinds: ['payout', 'payout_returned'] },
} as const satisfies Record<string, { label: string; kinds: readonly LedgerKind[] }>;

type LedgerGroup = keyof typeof ledgerGroups;

/** What the ledger of everybody is narrowed to. */
export interface DeskFilter {
  group: LedgerGroup | null;
  state: 'waiting' | 'under_review' | null;
  /** Whose, by address or user name, in lower case. */
  who: string | null;
  /** From this day on, and up to this day, both in UTC. */
  from: Date | null;
  to: Date | null;
}

/** What an address says of the list; what it says wrongly narrows nothing. */
export function readDeskFilter(query: URLSearchParams): DeskFilter {
  const group = query.get('what') ?? '';
  const state = query.get('state');
  const who = query.get('who')?.trim().toLowerCase().slice(0, 254) ?? '';
  return {
    group: Object.hasOwn(ledgerGroups, group) ? (group as LedgerGroup) : null,
    state: state === 'waiting' || state === 'under_review' ? state : null,
    who: who === '' || who.includes('\0') ? null : who,
    from: parseDay(query.get('from')),
    to: parseDay(query.get('to')),
  };
}
