import { expect, it } from 'vitest';
import { statementText, summarizeStatement } from '#app/platform/tracing/statement-text.ts';

it('shows a statement without the values that are written into it', () => {
  expect(
    statementText(
      `SELECT *  FROM users\n WHERE email = 'it''s@x' AND age > 41.5 AND id = $1 AND t2.col3 = $$a 'b'$$`,
    ),
  ).toBe('SELECT * FROM users WHERE email = ? AND age > ? AND id = $1 AND t2.col3 = ?');
  expect(statementText(`SELECT ${'x'.repeat(5_000)}`)).toHaveLength(2_000);
});

it('names a statement by what it does, and to which table', () => {
  expect(summarizeStatement('SELECT "public"."users"."id" FROM "public"."users" WHERE 1=1')).toBe(
    'SELECT users',
  );
  expect(summarizeStatement('  update mail_outbox SET x = 1')).toBe('UPDATE mail_outbox');
  expect(summarizeStatement('INSERT INTO "public"."payments" ("id")')).toBe('INSERT payments');
  expect(summarizeStatement('BEGIN; SET LOCAL x = 1')).toBe('BEGIN');
  expect(summarizeStatement('')).toBe('SQL');
});
