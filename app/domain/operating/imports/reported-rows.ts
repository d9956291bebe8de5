/** A row of a file as the file of its rows has it. */
export interface ReportedRow {
  number: number;
  outcome: string;
  email: string;
  reason: string;
}

/** What a query of such rows asks for. */
export const reportedFields = { number: true, outcome: true, email: true, reason: true } as const;

/** The rows that `find` gives, batch by batch in their order, from the first. */
export async function* reportedBatches(
  find: (page: { number: { gt: number } }, take: number) => Promise<ReportedRow[]>,
): AsyncGenerator<ReportedRow[]> {
  for (let last = 0; ; ) {
    const rows = await find({ number: { gt: last } }, 1_000);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end.number;
  }
}
