import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { test as base } from '#tests/e2e/site.ts';
import { siteDatabaseUrl } from '#tests/e2e/site-database.ts';
import { type Cable, layCable } from '#tests/support/cable.ts';
import { startSite } from '#tests/support/start-site.ts';

/** A demo of its own, whose database can be cut off without troubling the other tests. */
interface BreakableSite {
  url: string;
  cable: Cable;
  /** Asks its database by a way that is not cut. */
  query(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Pages are those of a site whose database can be cut off; it is mended after each test. */
export const test = base.extend<{ mended: undefined }, { site: BreakableSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      const name = `outage_${randomUUID().slice(0, 8)}`;
      const server = await siteDatabaseUrl('postgres');
      await withDatabase(server, (client) => client.query(`CREATE DATABASE ${name}`));
      const databaseUrl = await siteDatabaseUrl(name);
      const cable = await layCable(databaseUrl);
      const port = await freePort();
      const site = startSite({
        DEMO: 'true',
        NODE_ENV: 'production',
        LOG_LEVEL: 'silent',
        SESSION_SECRET: 'the-secret-of-the-site-that-is-cut-off',
        TRUST_PROXY: 'true',
        PORT: String(port),
        DATABASE_URL: cable.url,
      });
      try {
        await site.ready;
        await use({
          url: `http://localhost:${port}`,
          cable,
          query: (statement, values = []) =>
            withDatabase(databaseUrl, async (client) => (await client.query(statement, [...values])).rows),
        });
      } finally {
        cable.mend();
        await site.stop();
        cable.close();
        await withDatabase(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  mended: [
    async ({ site }, use) => {
      await use(undefined);
      site.cable.mend();
    },
    { auto: true },
  ],
});
