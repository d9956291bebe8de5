import { stateWords, wordsOf } from '#app/domain/payouts/entry-words.ts';
import { walkLedger } from '#app/domain/payouts/statements.server.ts';
import { type Cell, csv } from '#app/platform/documents/csv.ts';

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

/** Somebody's whole ledger as CSV, the latest row first; amounts with a decimal point, times in UTC. */
export async function writeLedgerCsv(userId: string): Promise<string> {
  const rows: Cell[][] = [];
  for await (const entry of walkLedger(userId)) {
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
  }
  return csv(head, rows);
}
