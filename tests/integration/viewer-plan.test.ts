import { expect, it, vi } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { databasePool } from '#app/platform/database/client.server.ts';
import { newSession, newUser } from '#tests/integration/people.ts';

/** What a query would go through, and by which index, where Postgres knows nothing of how large its tables are. */
async function planOf(text: string, values: unknown[]): Promise<string> {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN');
    await client.query(
      "DELETE FROM pg_statistic WHERE starelid IN ('sessions'::regclass, 'users'::regclass)",
    );
    await client.query(
      "UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE oid IN ('sessions'::regclass, 'users'::regclass)",
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

// After a restore, and before that: going through all active users for every page would stop a large site.
it('a session is found by its secret, and its user by their id, also where Postgres has not counted its tables yet', async () => {
  const token = await newSession((await newUser()).id);
  const asked = vi.spyOn(databasePool(), 'query');
  await findViewer(token);
  const [query] = asked.mock.calls[0] as unknown as [{ text: string; values: unknown[] }];
  asked.mockRestore();
  const plan = await planOf(query.text, query.values);
  expect(plan).toContain('using sessions_token_hash_key on sessions');
  expect(plan).toContain('using users_pkey on users');
  expect(plan).not.toMatch(/Seq Scan on (?:users|sessions)/);
});
