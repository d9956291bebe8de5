import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { openPool } from '#stand-ins/sandbox/store.ts';

it('a connection of the sandbox that is lost within a transaction does not end the process', async () => {
  const pool = openPool(inject('serverUrl'));
  const other = new pg.Client({ connectionString: inject('serverUrl') });
  await other.connect();
  const client = await pool.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await other.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  // Without a listener the process would have ended by now.
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
  await Promise.all([pool.end(), other.end()]);
});
