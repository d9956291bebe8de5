import { stateWords, wordsOf } from '#app/domain/payouts/entry-words.ts';
import { walkLedger } from '#app/domain/payouts/statements.server.ts';

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

const amountOf = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2));

/** A cell that no spreadsheet takes for a formula. */
function cell(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Somebody's whole ledger as CSV, the latest row first; amounts with a decimal point, times in UTC. */
export async function writeLedgerCsv(userId: string): Promise<string> {
  const lines = [head.join(',')];
  for await (const entry of walkLedger(userId)) {
    const { title, details } = wordsOf(entry);
    const cells = [
      entry.at.toISOString(),
      title,
      details,
      amountOf(entry.cents),
      entry.currency.toUpperCase(),
      stateWords[entry.state],
      entry.availableAt.toISOString().slice(0, 10),
      amountOf(entry.basisCents),
      entry.ratePercent === null ? '' : String(entry.ratePercent),
      entry.payout ? String(entry.payout.number) : '',
      entry.id,
    ];
    lines.push(cells.map(cell).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
