import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type BenchSite, containerSettings, startDatabase, startSite } from '#tests/bench/site.ts';
import type { Amounts } from '#tests/load/fill.ts';

const root = join(import.meta.dirname, '../..');

/** A site over a new database that `npm run db:load` fills; `isHeard` to say how far that is. */
export async function startFilledSite(
  amounts: Required<Amounts>,
  { isHeard, undo }: { isHeard: boolean; undo: (() => Promise<void>)[] },
): Promise<BenchSite> {
  const database = await startDatabase();
  undo.push(database.stop);
  const { flags, settings } = containerSettings();
  // Nothing is worked on beside what is measured.
  const site = await startSite({ database, flags, settings: { ...settings, RUN_WORKER: 'false' } });
  undo.push(site.stop);
  await site.untilReady();
  const options = Object.entries(amounts).flatMap(([name, amount]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(amount),
  ]);
  execFileSync(process.execPath, [join(root, 'tests/load/run.ts'), ...options], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', isHeard ? 'inherit' : 'ignore', 'inherit'],
  });
  return site;
}
