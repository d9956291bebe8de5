// `npm run bench [-- --seconds 4 --connections 16]`: the production build as the container runs it, under load, beside a bare server
// sending the same bytes and a stock React Router server rendering the same markup.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAdmin } from '#tests/bench/admin.ts';
import { measureAffiliates } from '#tests/bench/affiliates.ts';
import { measureAgainst } from '#tests/bench/against.ts';
import { measureAssistant } from '#tests/bench/assistant.ts';
import { measureAuthApi } from '#tests/bench/auth-api.ts';
import { startBareServer } from '#tests/bench/bare.ts';
import { measureCommunity } from '#tests/bench/community.ts';
import { measureFirstViews } from '#tests/bench/first-views.ts';
import { textOf } from '#tests/bench/http.ts';
import { measureFirstVisits } from '#tests/bench/lighthouse.ts';
import type { LoadOptions } from '#tests/bench/load.ts';
import { type Measurement, measure, type Weight, weigh } from '#tests/bench/measure.ts';
import { makeMembers } from '#tests/bench/members.ts';
import { measureMemory } from '#tests/bench/memory.ts';
import { measureMillion } from '#tests/bench/million.ts';
import { loadedPages, newQuestions, pathsOf, signedInPages, weighedPages } from '#tests/bench/pages.ts';
import { measurePosts } from '#tests/bench/posts.ts';
import {
  comparisonTable,
  loadTable,
  type Target,
  targetLines,
  targets,
  weightTable,
} from '#tests/bench/report.ts';
import { measureScaling } from '#tests/bench/scaling.ts';
import { measureSearches } from '#tests/bench/searches.ts';
import { type Comparison, checkSame, compare, loadUnkept } from '#tests/bench/side-by-side.ts';
import { type BenchSite, containerSettings, signIn, startSite } from '#tests/bench/site.ts';
import { startStock } from '#tests/bench/stock.ts';
import { measureStreams } from '#tests/bench/streams.ts';

process.chdir(join(import.meta.dirname, '../..'));

/** What to stop at the end, the last first, however that comes. */
const undo: (() => Promise<void>)[] = [];
let isStopped = false;

async function undoAll(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

/** What can be measured alone: pages of signed-in users, several processes, memory and the start, first visits on a phone, first views after a start, the affiliate centre and the community after years, the admin area with a million users, every page with a tenth of them, the assistant's answers, the auth API, a flood of searches, open event streams, what saving costs. */
const parts = [
  'members',
  'cluster',
  'memory',
  'lighthouse',
  'affiliates',
  'community',
  'admin',
  'million',
  'assistant',
  'first-views',
  'auth-api',
  'searches',
  'streams',
  'posts',
] as const;

const measuredAlone = {
  cluster: measureScaling,
  memory: measureMemory,
  lighthouse: measureFirstVisits,
  affiliates: measureAffiliates,
  community: measureCommunity,
  admin: measureAdmin,
  million: measureMillion,
  assistant: measureAssistant,
  'first-views': measureFirstViews,
  'auth-api': measureAuthApi,
  searches: measureSearches,
  streams: measureStreams,
  posts: measurePosts,
};

interface Options extends LoadOptions {
  /** What is measured; everything that one process is asked for, if not said. */
  part: (typeof parts)[number] | undefined;
  /** Another commit, whose site is measured beside ours. */
  against: string | undefined;
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '16' },
      against: { type: 'string' },
    },
  });
  const options = { seconds: Number(values.seconds), connections: Number(values.connections) };
  const isUsable = options.seconds >= 1 && Number.isInteger(options.connections) && options.connections >= 1;
  const [wanted, ...others] = positionals;
  const part = parts.find((name) => name === wanted);
  const { against } = values;
  if (!isUsable || part !== wanted || others.length > 0 || (part && against))
    throw new Error(
      `Usage: npm run bench -- [${parts.join(' | ')} | --against COMMIT] --seconds 4 --connections 16`,
    );
  return { ...options, part, against };
}

/** Everything else: pages for visitors and the post under load, and the weight of the other pages. */
async function measureOthers(site: BenchSite, options: LoadOptions) {
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
  return { loaded, weighed };
}

/** Pages of signed-in users, each beside the same markup from the stock server. */
async function compareSignedIn(
  site: BenchSite,
  options: LoadOptions,
): Promise<{ compared: Comparison[]; unkept: Comparison[] }> {
  console.log('Making members...');
  const cookies = await makeMembers(site.databaseUrl);
  const [anyone = ''] = cookies;
  const weighed: Weight[] = [];
  const served = new Map<string, string>();
  for (const page of signedInPages) {
    const { weight, answer } = await weigh(site.url, page, anyone);
    weighed.push(weight);
    served.set(page.path, textOf(answer));
    for (const path of page.others ?? []) {
      const other = await weigh(site.url, { ...page, path }, anyone);
      weight.queries = Math.max(weight.queries, other.weight.queries);
      served.set(path, textOf(other.answer));
    }
  }
  console.log('Building the stock app...');
  const stock = await startStock(served);
  undo.push(stock.stop);
  const compared: Comparison[] = [];
  for (const weight of weighed) {
    for (const path of pathsOf(weight.page))
      await checkSame(weight.page, path, served.get(path) ?? '', stock);
    console.log(`Loading ${weight.page.name}...`);
    compared.push(await compare(site, stock, weight, cookies, options));
  }
  const unkept: Comparison[] = [];
  for (const search of compared.filter(({ page }) => page.others))
    unkept.push(await loadUnkept(site, search, newQuestions, cookies, options));
  return { compared, unkept };
}

/** @returns whether the targets that do not depend on the machine are met. */
async function main(): Promise<boolean> {
  const options = readOptions();
  if (options.against !== undefined) {
    // Many short runs in turn say more than a few long ones.
    const text = await measureAgainst(options.against, { ...options, seconds: 1 }, undo);
    console.log(`\n${machine()}\n\n${text}`);
    return true;
  }
  if (options.part && options.part !== 'members') {
    const measured = await measuredAlone[options.part](undo);
    console.log(`\n${machine()}\n\n${measured.text}\n\nTargets\n${targetLines(measured.targets)}`);
    return areMet(measured.targets);
  }
  console.log('Starting the production build over a new database...');
  const site = await startSite(containerSettings());
  undo.push(site.stop);
  await site.untilReady();
  const { loaded, weighed } =
    options.part === 'members' ? { loaded: [], weighed: [] } : await measureOthers(site, options);
  const { compared, unkept } = await compareSignedIn(site, options);

  const verdict = targets(loaded, compared, weighed);
  const writes = loaded.find(({ page }) => page.post);
  console.log(`
${machine()}
${options.connections} connections, ${options.seconds} s for each page, database and load generator on the same machine

${loaded.length > 0 ? `${loadTable(loaded)}\n` : ''}${writes ? `The first ${writes.page.name.toLowerCase()}, which writes, takes ${writes.firstQueries} queries.\n` : ''}
${comparisonTable([...compared, ...unkept])}

${weighed.length > 0 ? `${weightTable(weighed)}\n\n` : ''}Targets
${targetLines(verdict)}`);
  return areMet(verdict);
}

const machine = () =>
  `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}, load average ${loadavg()[0]?.toFixed(1)}`;

const areMet = (list: readonly Target[]) => list.every(({ isMet, isBinding }) => isMet || !isBinding);

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
