import { randomInt } from 'node:crypto';
import { createServer, request } from 'node:http';
import pg from 'pg';
import { defaultSettings } from '#app/domain/core/site-settings/schema.ts';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { startDatabase, startSite } from '#tests/bench/site.ts';

/** Where the suite expects the API. */
const suitePort = 54_321;

/** What the suite's own server is set to (test/supabase/config.toml), of what an operator sets here. */
const authApi = {
  ...defaultSettings.authApi,
  confirmsByItself: true,
  hasAnonymousUsers: true,
  // Where the suite's passkeys say that they come from.
  origins: ['http://localhost:5173'],
  redirects: ['https://127.0.0.1:3000/', 'http://localhost:5173/', 'http://localhost:9999/'],
};

export interface SuiteSite {
  stop(): Promise<void>;
}

/**
 * Starts a demo site of its own behind a proxy at the address of the suite. Hundreds of people sign up from there within a minute: the
 * proxy gives each request another address, as they would have.
 */
export async function startSuiteSite(): Promise<SuiteSite> {
  const database = await startDatabase();
  await applyMigrations(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `INSERT INTO site_settings (section, value, version, changed_at) VALUES ('authApi', $1, 1, now())`,
    [JSON.stringify(authApi)],
  );
  await client.end();
  const site = await startSite({
    database,
    settings: { APP_URL: `http://localhost:${suitePort}` },
    onError: (line) => console.error(line),
  });
  const { port } = new URL(site.url);
  const proxy = createServer((incoming, outgoing) => {
    const address = Array.from({ length: 4 }, () => randomInt(1, 224)).join('.');
    const forwarded = request(
      {
        host: '127.0.0.1',
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, 'x-forwarded-for': address },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    forwarded.once('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  const stop = async () => {
    proxy.close();
    proxy.closeAllConnections();
    await site.stop();
    await database.stop();
  };
  try {
    await site.untilReady();
    await new Promise<void>((done, fail) => {
      proxy.once('error', fail);
      proxy.listen(suitePort, '127.0.0.1', done);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
