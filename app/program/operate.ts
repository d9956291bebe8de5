// npm run operate -- <command>: what an operator asks of a site that runs, with the site's own settings; see docs/running.md.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeFailure } from '#app/platform/database/describe-failure.ts';
import { databaseCommandNames, runDatabaseCommand } from '#app/program/database-commands.ts';
import { operatorHelp } from '#app/program/operator-usage.ts';

const entry = join(import.meta.dirname, '../../build/server/index.js');
const env = process.env;
const words = process.argv.slice(2);

/** The demo keeps its session secret in a file. */
async function settleDemo(): Promise<void> {
  if (env.DEMO !== 'true' && env.DEMO !== '1') return;
  const { demoSecret } = await import('#app/platform/runtime/start/demo-secret.ts');
  env.SESSION_SECRET ||= demoSecret(resolve(env.DATA_DIR || '.data'));
}

/** Settles what `npm start` would have: where the database is, and whether this is a demo. */
async function completeSettings(): Promise<void> {
  const isEmbedded = !env.DATABASE_URL;
  if (!env.NODE_ENV && isEmbedded) env.DEMO ??= 'true';
  env.NODE_ENV ||= 'production';
  if (!isEmbedded) {
    const { preparePath } = await import('#app/platform/database/pooler.ts');
    await preparePath(env);
    return;
  }
  const dataDir = resolve(env.DATA_DIR || '.data');
  const { embeddedAddress } = await import('#app/platform/postgres/running-address.ts');
  const address = await embeddedAddress(dataDir);
  if (!address)
    throw new Error(
      `No site with an embedded database runs on ${dataDir}: start it, or set DATABASE_URL and what else the site is set to.`,
    );
  env.DATABASE_URL = address;
  await settleDemo();
}

async function main(): Promise<string> {
  if (words.length === 0 || words[0] === 'help') return operatorHelp();
  if (databaseCommandNames.includes(words[0] ?? '')) return runDatabaseCommand(words, settleDemo);
  await completeSettings();
  if (!existsSync(entry)) throw new Error('There is no build: run npm run build first.');
  const site = (await import(pathToFileURL(entry).href)) as typeof import('#app/program/server.ts');
  return site.operate(words);
}

try {
  console.log(await main());
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
