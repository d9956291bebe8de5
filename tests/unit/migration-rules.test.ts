import { describe, expect, it } from 'vitest';
import { readMigrations } from '#app/platform/database/migration-files.ts';
import { findMigrationProblems } from '../../prisma/migration-rules.ts';

/** Applied migrations cannot be edited; the rules hold for those that came after this one. */
const lastBeforeTheRules = '20261126162500_paid_until_by_interval';

const problems = (sql: string) => findMigrationProblems(sql).map(({ problem }) => problem);

it('no migration locks a table in use for long, or breaks the release before', () => {
  const migrations = readMigrations('prisma/migrations');
  expect(migrations.map(({ name }) => name)).toContain(lastBeforeTheRules);
  const held = migrations
    .filter(({ name }) => name > lastBeforeTheRules)
    .flatMap(({ name, sql }) => findMigrationProblems(sql).map((problem) => ({ name, ...problem })));
  expect(held).toEqual([]);
});

describe('refused on a table that is in use', () => {
  it.each([
    'CREATE INDEX "users_name_idx" ON "users"("name");',
    'CREATE UNIQUE INDEX IF NOT EXISTS users_name ON public.users (name)',
    'ALTER TABLE "payments" ADD CONSTRAINT "positive" CHECK (cents > 0);',
    'ALTER TABLE ONLY payments ADD FOREIGN KEY (user_id) REFERENCES users(id)',
    'ALTER TABLE "payments"\n  ADD COLUMN "note" text,\n  ADD CONSTRAINT "payments_user" FOREIGN KEY ("user_id") REFERENCES "users"("id");',
    'ALTER TABLE payments ADD COLUMN payer int REFERENCES users(id)',
    'ALTER TABLE users ADD CONSTRAINT one_name UNIQUE (name)',
    'ALTER TABLE users ADD PRIMARY KEY (id)',
    'ALTER TABLE users ALTER COLUMN name SET DATA TYPE varchar(5)',
    'ALTER TABLE users ALTER COLUMN id TYPE bigint',
    'ALTER TABLE users ALTER COLUMN name SET NOT NULL',
    'ALTER TABLE users ADD COLUMN token uuid NOT NULL DEFAULT gen_random_uuid()',
    'ALTER TABLE users ADD COLUMN number bigserial',
    'ALTER TABLE users ADD COLUMN half int GENERATED ALWAYS AS (n / 2) STORED',
    "UPDATE users SET name = ''",
    'DELETE FROM sessions WHERE true',
    'LOCK TABLE users IN SHARE MODE',
    'VACUUM FULL users',
    'REINDEX TABLE users',
  ])('%s', (sql) => {
    expect(problems(sql)).toHaveLength(1);
  });

  it('a constraint that is added and validated under one lock', () => {
    const sql =
      'ALTER TABLE users ADD CONSTRAINT named CHECK (name IS NOT NULL) NOT VALID; ALTER TABLE users VALIDATE CONSTRAINT named;';
    expect(problems(sql)).toEqual([expect.stringContaining('in a migration of its own')]);
  });
});

describe('refused because the release before runs on it', () => {
  it.each([
    'DROP TABLE notes',
    'ALTER TABLE users DROP COLUMN name',
    'ALTER TABLE users RENAME COLUMN name TO title',
    'ALTER TABLE users RENAME TO people',
    "ALTER TYPE \"role\" RENAME VALUE 'a' TO 'b'",
    'ALTER TABLE users ADD COLUMN name text NOT NULL',
  ])('%s', (sql) => {
    expect(problems(sql)).toHaveLength(1);
    expect(problems(`-- migrate: breaks earlier releases\n${sql}`)).toEqual([]);
  });
});

describe('allowed', () => {
  it.each([
    'CREATE TABLE "notes" ("id" uuid PRIMARY KEY); CREATE INDEX "notes_idx" ON "notes"("id"); ALTER TABLE "notes" ADD CONSTRAINT "n" FOREIGN KEY ("id") REFERENCES "users"("id");',
    '-- migrate: without transaction\nCREATE INDEX CONCURRENTLY "users_name_idx" ON "users"("name");',
    "ALTER TABLE users ADD COLUMN name text NOT NULL DEFAULT ''",
    'ALTER TABLE users ADD COLUMN seen_at timestamptz DEFAULT now()',
    'ALTER TABLE users ADD CONSTRAINT named CHECK (name IS NOT NULL) NOT VALID',
    'ALTER TABLE users VALIDATE CONSTRAINT named',
    'ALTER TABLE users ADD CONSTRAINT one_name UNIQUE USING INDEX users_name_idx',
    "-- CREATE INDEX a ON users (name);\nCREATE FUNCTION f() RETURNS trigger AS $$ BEGIN UPDATE users SET name = ''; END $$ LANGUAGE plpgsql;",
    '-- allowed: the table has a row for each setting\nCREATE INDEX "settings_idx" ON "settings"("name");',
  ])('%s', (sql) => {
    expect(problems(sql)).toEqual([]);
  });
});
