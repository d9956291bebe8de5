import type { RowFilter } from '#app/domain/programme/commissions/ledger.server.ts';
import { stateWords, wordsOf } from '#app/domain/programme/payouts/entry-words.ts';
import { walkLedger } from '#app/domain/programme/payouts/statements.server.ts';
import type { Cell, Table } from '#app/platform/documents/csv.ts';

const head = [
  'at',
  'what',
  'details',
  'amount',
  'currency',
  'state',
  'available_on',
  'basis',
  'rate_percent',
  'payout',
  'id',
];

const amountOf = (cents: number | null) => (cents === null ? null : { cents });

const rowsAtOnce = 500;

async function* ledgerRows(userId: string, filter: RowFilter): AsyncGenerator<Cell[][]> {
  let rows: Cell[][] = [];
  for await (const entry of walkLedger(userId, filter)) {
    const { title, details } = wordsOf(entry);
    rows.push([
      entry.at,
      title,
      details,
      amountOf(entry.cents),
      entry.currency.toUpperCase(),
      stateWords[entry.state],
      entry.availableAt.toISOString().slice(0, 10),
      amountOf(entry.basisCents),
      entry.ratePercent,
      entry.payout?.number ?? null,
      entry.id,
    ]);
    if (rows.length < rowsAtOnce) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

/** Somebody's ledger, all of it or what a filter has of it, the latest row first; times in UTC. */
export const ledgerFile = (userId: string, filter: RowFilter = {}): Table => ({
  head,
  batches: ledgerRows(userId, filter),
});
