import pg from 'pg';
import { PgBoss } from 'pg-boss';

/**
 * What the role that serves may do, given by the role that migrates: read and write rows, and no more. Whoever finds a way to run a
 * statement of their own through the site then can't drop a table, switch off a trigger that guards the ledger, or make a role.
 * Safe to repeat: it runs after each start's migrations, so that new tables are reached too.
 * @param migrationUrl The database as the role that owns it.
 * @param servingUrl The same database as the role that serves.
 * @throws an Error that says in one line what to do when both name one role, or the serving role has more rights than it should.
 */
export async function prepareServingRole(migrationUrl: string, servingUrl: string): Promise<void> {
  const role = roleIn(servingUrl);
  await makeJobQueue(migrationUrl);
  const client = new pg.Client({ connectionString: migrationUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await checkRole(client, role);
    await grant(client, client.escapeIdentifier(role));
  } finally {
    await client.end();
  }
}

function roleIn(url: string): string {
  const role = decodeURIComponent(new URL(url).username);
  if (role === '')
    throw new Error(
      'DATABASE_URL names no role: put it before the host, as in postgresql://role:password@host/database.',
    );
  return role;
}

/** Makes the job queue's schema, or brings it up to date: its package does that, and the serving role can't. */
export async function makeJobQueue(migrationUrl: string): Promise<void> {
  const queue = new PgBoss({ connectionString: migrationUrl, max: 2, supervise: false, schedule: false });
  queue.on('error', () => undefined);
  await queue.start();
  await queue.stop({ graceful: false });
}

async function checkRole(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ isSuperuser: boolean; isOwner: boolean }>(
    `SELECT rolsuper AS "isSuperuser",
            pg_has_role(r.oid, (SELECT datdba FROM pg_database WHERE datname = current_database()), 'MEMBER')
              OR pg_has_role(r.oid, current_user, 'MEMBER') AS "isOwner"
     FROM pg_roles r WHERE rolname = $1`,
    [role],
  );
  const [row] = rows;
  if (!row)
    throw new Error(`There is no role ${role}, which DATABASE_URL names: create it (see docs/running.md).`);
  if (row.isSuperuser || row.isOwner)
    throw new Error(
      `The role ${role} of DATABASE_URL may do all that the role of DATABASE_MIGRATION_URL may: give DATABASE_URL a role of its own that owns nothing (see docs/running.md).`,
    );
}

/** Schemas whose tables the site makes while it runs, as the role that serves. */
const ownSchemas = ['passage_vectors', 'sandbox'];

async function grant(client: pg.Client, role: string): Promise<void> {
  await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  for (const schema of ['public', 'pgboss'])
    await client.query(
      `GRANT USAGE ON SCHEMA ${schema} TO ${role};
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
       GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
       GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`,
    );
  // Statistics for the planner are renewed after large changes; before version 17 only a table's owner can.
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  if ((rows[0]?.version ?? 0) >= 170_000)
    await client.query(`GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO ${role}`);
  await client.query(`REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM ${role}`);
  for (const schema of ownSchemas)
    await client.query(
      `CREATE SCHEMA IF NOT EXISTS ${schema}; GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role}`,
    );
  // Made by this role before there was another to serve: the search's vectors are made anew, which the serving role can do itself.
  await client.query(
    `DO $$ DECLARE made record; BEGIN
       FOR made IN SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_roles o ON o.oid = c.relowner
                   WHERE c.relnamespace = 'passage_vectors'::regnamespace AND c.relkind = 'r' AND o.rolname = current_user
       LOOP EXECUTE format('DROP TABLE %s CASCADE', made.name); END LOOP;
     END $$`,
  );
  await client.query('CREATE EXTENSION IF NOT EXISTS vector').catch(() => undefined);
}
