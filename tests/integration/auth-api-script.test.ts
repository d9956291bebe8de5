import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { databaseOfSite, port, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite();

const projectDir = join(import.meta.dirname, '../..');

/** The script of docs/auth-api.md, exactly as it is printed there. */
function printedScript(): string {
  const docs = readFileSync(join(projectDir, 'docs/auth-api.md'), 'utf8');
  const [, script] = /```js\n([\s\S]*?)```/.exec(docs) ?? [];
  if (!script) throw new Error('docs/auth-api.md prints no script');
  return script;
}

it('the script of the docs signs up, reads its code, enrolls a factor, refreshes and signs out', async () => {
  // The official client is found from there.
  const folder = join(projectDir, 'node_modules/.cache');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `auth-api-script-${process.pid}.mjs`);
  writeFileSync(file, printedScript());
  try {
    const child = spawn(process.execPath, [file, `http://localhost:${port}`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += String(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += String(chunk);
    });
    const [status] = (await once(child, 'close')) as [number | null];
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const [, email = ''] = /Signed out: (\S+)/.exec(out) ?? [];
    const client = new pg.Client({ connectionString: databaseOfSite });
    await client.connect();
    const { rows } = await client.query(
      `SELECT s.kind, s.revoked_at IS NOT NULL AS "isOver", f.kind AS factor,
         (SELECT count(*)::int FROM api_refresh_tokens t WHERE t.session_id = s.id) AS tokens
       FROM users u JOIN sessions s ON s.user_id = u.id JOIN api_factors f ON f.user_id = u.id
       WHERE u.email = $1 AND u.email_verified_at IS NOT NULL ORDER BY s.created_at`,
      [email],
    );
    await client.end();
    expect(rows).toEqual([
      { kind: 'api', isOver: true, factor: 'totp', tokens: 1 },
      { kind: 'api', isOver: true, factor: 'totp', tokens: 2 },
    ]);
  } finally {
    rmSync(file, { force: true });
  }
});
