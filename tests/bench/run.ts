// `npm run bench [-- --seconds 4 --connections 16]`: the production build under load, beside a bare server sending the same bytes.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBareServer } from '#tests/bench/bare.ts';
import type { LoadOptions } from '#tests/bench/load.ts';
import { type Measurement, measure, type Weight, weigh } from '#tests/bench/measure.ts';
import { loadedPages, weighedPages } from '#tests/bench/pages.ts';
import { loadTable, targetLines, targets, weightTable } from '#tests/bench/report.ts';
import { signIn, startSite } from '#tests/bench/site.ts';

process.chdir(join(import.meta.dirname, '../..'));

/** What to stop at the end, the last first, however that comes. */
const undo: (() => Promise<void>)[] = [];
let isStopped = false;

async function undoAll(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

function readOptions(): LoadOptions {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '16' },
    },
  });
  const options = { seconds: Number(values.seconds), connections: Number(values.connections) };
  if (!(options.seconds >= 1) || !Number.isInteger(options.connections) || options.connections < 1)
    throw new Error('Usage: npm run bench -- --seconds 4 --connections 16');
  return options;
}

/** @returns whether the targets that do not depend on the machine are met. */
async function main(): Promise<boolean> {
  const options = readOptions();
  console.log('Starting the production build over a new database...');
  const site = await startSite();
  undo.push(site.stop);
  await site.untilReady();
  const bare = await startBareServer();
  undo.push(bare.stop);
  const cookie = await signIn(site.url);

  const loaded: Measurement[] = [];
  for (const page of loadedPages) {
    console.log(`Loading ${page.name}...`);
    loaded.push(await measure(site.url, bare, page, cookie, options));
  }
  const weighed: Weight[] = [];
  for (const page of weighedPages) weighed.push((await weigh(site.url, page, cookie)).weight);

  const verdict = targets(loaded, weighed);
  const writes = loaded.find(({ page }) => page.post);
  console.log(`
Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}, load average ${loadavg()[0]?.toFixed(1)}
${options.connections} connections, ${options.seconds} s for each page, database and load generator on the same machine

${loadTable(loaded)}
${writes ? `The first ${writes.page.name.toLowerCase()}, which writes, takes ${writes.firstQueries} queries.\n` : ''}
${weightTable(weighed)}

Targets
${targetLines(verdict)}`);
  return verdict.every(({ isMet, isBinding }) => isMet || !isBinding);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (isStopped) return;
    isStopped = true;
    undoAll().finally(() => process.exit(1));
  });

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.exitCode = 1;
  // What a signal has cut short fails somewhere, which is no news.
  if (!isStopped) console.error(error instanceof Error ? error.message : String(error));
} finally {
  await undoAll();
}
