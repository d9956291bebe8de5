import pg from 'pg';
import { vi } from 'vitest';

// Before the first connection is made: each takes what it sends statements by with it.
const sent = vi.spyOn(pg.Client.prototype, 'query');

/** The texts of the SQL statements that `work` sends, in their order, transaction control included. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  sent.mockClear();
  await work();
  return sent.mock.calls.map((call) => {
    const [query] = call as unknown as [string | { text: string }];
    return typeof query === 'string' ? query : query.text;
  });
}
