import { createPublicKey, type JsonWebKey, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import pg from 'pg';
import { defaultSettings } from '#app/domain/core/site-settings/schema.ts';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';
import { makeGateway } from '#tests/auth-client/gateway.ts';
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

interface SuiteSite {
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

/** A site with the switches of a test site as they are given, behind its gateways. */
async function startOne(
  suite: string,
  settings: typeof authApi,
  appUrl: string,
  doors: readonly { port: number; prefix: string }[],
): Promise<SuiteSite> {
  const database = await startDatabase();
  await applyMigrations(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `INSERT INTO site_settings (section, value, version, changed_at) VALUES ('authApi', $1, 1, now())`,
    [JSON.stringify(settings)],
  );
  const changeKey = keyChanger(suite, await makeKeys(client));
  await client.end();
  const site = await startSite({
    database,
    settings: { APP_URL: appUrl },
    onError: (line) => console.error(line),
  });
  const gateways = doors.map((door) => makeGateway(door, site.url, changeKey));
  const stop = async () => {
    for (const gateway of gateways) gateway.stop();
    await site.stop();
    await database.stop();
  };
  try {
    await site.untilReady();
    for (const gateway of gateways) await gateway.listen();
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/** The paths of the servers that the suite starts in containers begin without one. */
const prefix = '/auth/v1';

/**
 * Starts the demo sites that the suite expects: one with the switches of a test site on, at its address and at those of two of its
 * containers, and one with both off at the addresses of the others.
 * @param suite the folder of the suite, with the keys it signs with
 */
export async function startSuiteSites(suite: string): Promise<SuiteSite> {
  const open = await startOne(suite, authApi, `http://localhost:${suitePort}`, [
    { port: suitePort, prefix: '' },
    { port: 9998, prefix },
    { port: 9996, prefix },
  ]);
  const plain = { ...authApi, confirmsByItself: false, hasAnonymousUsers: false };
  try {
    const closed = await startOne(suite, plain, 'http://localhost:9999', [
      { port: 9999, prefix },
      { port: 9997, prefix },
    ]);
    return {
      stop: async () => {
        await closed.stop();
        await open.stop();
      },
    };
  } catch (error) {
    await open.stop();
    throw error;
  }
}
