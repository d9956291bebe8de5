// Serves the site of the journeys: `node tests/e2e/serve.ts FOLDER` with its settings in the environment. Its data is new, in memory where
// that has room, and found by the link FOLDER.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { databasesDir } from '#tests/support/memory.ts';

const link = resolve(process.argv[2] ?? '');
const dataDir = mkdtempSync(join(databasesDir, 'academy-journeys-'));
// Postgres runs as another account when tests are run by root.
chmodSync(dataDir, 0o755);
rmSync(link, { recursive: true, force: true });
mkdirSync(dirname(link), { recursive: true });
symlinkSync(dataDir, link);

// Both get the signal to end: the site ends in order, and then its data goes.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
const site = spawn(process.execPath, ['app/program/start.ts'], {
  env: { ...process.env, DATA_DIR: dataDir },
  stdio: 'inherit',
});
const [status] = (await once(site, 'exit')) as [number | null];
rmSync(dataDir, { recursive: true, force: true });
process.exit(status ?? 1);
