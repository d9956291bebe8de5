import { createPublicKey, type JsonWebKey, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import pg from 'pg';
import { defaultSettings } from '#app/domain/core/site-settings/schema.ts';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';
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

/** Keys that the suite's programs ask with: so many that none asks too often. */
const keyCount = 10;

/** Makes keys as an owner would at /admin/embedded-widget. */
async function makeKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO users (id, email, username, role, assigned_role, admin_level, updated_at)
     VALUES (gen_random_uuid(), 'owner@example.com', 'owner', 'admin', 'admin', 'owner', now()) RETURNING id`,
  );
  const keys = Array.from({ length: keyCount }, () => `mad_${randomBytes(32).toString('base64url')}`);
  for (const key of keys)
    await client.query(
      `INSERT INTO devops_keys (id, name, permissions, token_hash, hint, created_by, created_at)
       VALUES (gen_random_uuid(), 'The suite', '{accounts:manage}', $1, $2, $3, now())`,
      [hashToken(key), key.slice(-4), rows[0]?.id],
    );
  return keys;
}

/**
 * Takes the suite's own secret key, a token that it signs for the role service_role, for a key of the site: where the suite comes from,
 * a gateway before the server does so. Whatever else is sent stays.
 */
function keyChanger(suite: string, keys: readonly string[]) {
  const [jwk] = JSON.parse(
    readFileSync(join(suite, 'test/supabase/signing_keys.json'), 'utf8'),
  ) as JsonWebKey[];
  const publicKey = createPublicKey({ key: jwk ?? {}, format: 'jwk' });
  return async (authorization: string | undefined): Promise<string | undefined> => {
    const [, token] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? [];
    if (!token) return authorization;
    const verified = await jwtVerify(token, publicKey, { algorithms: ['RS256'] }).catch(() => null);
    if (verified?.payload.role !== 'service_role') return authorization;
    return `Bearer ${keys[randomInt(keys.length)]}`;
  };
}

/**
 * Starts a demo site of its own behind a proxy at the address of the suite. Hundreds of people sign up from there within a minute: the
 * proxy gives each request another address, as they would have.
 * @param suite the folder of the suite, with the keys it signs with
 */
export async function startSuiteSite(suite: string): Promise<SuiteSite> {
  const database = await startDatabase();
  await applyMigrations(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `INSERT INTO site_settings (section, value, version, changed_at) VALUES ('authApi', $1, 1, now())`,
    [JSON.stringify(authApi)],
  );
  const changeKey = keyChanger(suite, await makeKeys(client));
  await client.end();
  const site = await startSite({
    database,
    settings: { APP_URL: `http://localhost:${suitePort}` },
    onError: (line) => console.error(line),
  });
  const { port } = new URL(site.url);
  const proxy = createServer(async (incoming, outgoing) => {
    const address = Array.from({ length: 4 }, () => randomInt(1, 224)).join('.');
    const authorization = await changeKey(incoming.headers.authorization);
    const forwarded = request(
      {
        host: '127.0.0.1',
        port,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...incoming.headers,
          'x-forwarded-for': address,
          ...(authorization ? { authorization } : {}),
        },
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
