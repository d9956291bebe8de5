import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { databaseUrl, templateName } from '#tests/integration/global-setup.ts';

// A database of its own for each worker, there before any module of the app reads the configuration.
const serverUrl = inject('serverUrl');
const name = `test_worker_${process.env.VITEST_POOL_ID ?? '1'}`;
const admin = new pg.Client({ connectionString: serverUrl });
await admin.connect();
const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
if (rowCount === 0) await createFromTemplate();
await admin.end();

async function createFromTemplate(): Promise<void> {
  // Postgres copies a template for one at a time.
  await admin.query('SELECT pg_advisory_lock(1)');
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  await admin.query('SELECT pg_advisory_unlock(1)');
}

Object.assign(process.env, {
  NODE_ENV: 'test',
  DATABASE_URL: databaseUrl(serverUrl, name),
  DATABASE_POOL_SIZE: '5',
  LOG_LEVEL: 'silent',
  APP_URL: 'http://localhost:3000',
});

const { createMailRenderer } = await import('#app/emails/render.tsx');
const { setMailRenderer } = await import('#app/platform/mail/outbox.server.ts');
setMailRenderer(createMailRenderer('Marketing Academy'));

afterAll(async () => {
  const { disconnectDatabase } = await import('#app/platform/database/client.server.ts');
  await disconnectDatabase();
});
