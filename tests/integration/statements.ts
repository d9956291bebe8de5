import pg from 'pg';

/** What is written down while somebody asks. */
let sent: string[] | undefined;

// Before the first connection is made: each takes what it sends statements by with it.
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const statement = args[0] as string | { text: string };
  sent?.push(typeof statement === 'string' ? statement : statement.text);
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

/** How many there are without transaction control, as pages are counted. */
export const countOf = (statements: readonly string[]): number =>
  statements.filter((text) => !/^\s*(?:BEGIN|COMMIT|ROLLBACK)/.test(text)).length;

/** The texts of the SQL statements that `work` sends, in their order, transaction control included. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const mine: string[] = [];
  sent = mine;
  try {
    await work();
  } finally {
    sent = undefined;
  }
  return mine;
}
