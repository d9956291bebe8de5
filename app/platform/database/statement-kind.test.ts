import { expect, it } from 'vitest';
import { isPlainRead } from '#app/platform/database/statement-kind.ts';

it.each([
  'SELECT 1',
  '\n  WITH latest AS (SELECT max(updated_at) FROM users) SELECT * FROM latest',
  'SELECT "public"."users"."updated_at", "deleted_at" FROM users OFFSET 0',
  `SELECT * FROM activity WHERE kind = 'UPDATE'`,
])('%j only reads', (text) => {
  expect(isPlainRead(text)).toBe(true);
});

it.each([
  'BEGIN',
  'UPDATE users SET name = 1',
  'WITH gone AS (DELETE FROM users RETURNING id) SELECT * FROM gone',
  'SELECT * FROM users FOR UPDATE',
  'SELECT * FROM users FOR NO KEY UPDATE',
  'SELECT * FROM users FOR  KEY SHARE',
  'SELECT pg_notify($1, $2)',
  'SELECT pg_try_advisory_xact_lock($1)',
  `SELECT nextval('receipts')`,
  `SELECT set_config('site.now', $1, true)`,
])('%j does more', (text) => {
  expect(isPlainRead(text)).toBe(false);
});
