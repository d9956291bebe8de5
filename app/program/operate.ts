// npm run operate -- <command>: what an operator asks of a site whose database is elsewhere; see docs/running.md.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const entry = join(import.meta.dirname, '../../build/server/index.js');
process.env.NODE_ENV ||= 'production';

try {
  if (!process.env.DATABASE_URL) throw new Error('Set DATABASE_URL, and what else the site is set to.');
  if (!existsSync(entry)) throw new Error('There is no build: run npm run build first.');
  const site = (await import(pathToFileURL(entry).href)) as typeof import('#app/program/server.ts');
  console.log(await site.operate(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
