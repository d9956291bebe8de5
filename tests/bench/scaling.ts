import { Agent, request } from 'node:http';
import { childrenOf, mainCpuMsOf, ownCpuMsOf } from '#tests/bench/cpu.ts';
import { makeMembers } from '#tests/bench/members.ts';
import { askFor, type BenchPage, signedInPages } from '#tests/bench/pages.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { type BenchSite, containerSettings, startDatabase, startSite } from '#tests/bench/site.ts';

// How many more pages two processes give than one, reckoned by CPU time: the load and the database, which would run elsewhere, and what
// else this machine does are not in it.

const connections = 16;
const asksForEach = 25;
const rounds = 3;
/** Cores of the machine that is reckoned with. */
const cores = 2;
const wantedRatio = 1.8;

/** CPU milliseconds for one page. */
interface Cost {
  /** Of the main thread that had the most to do: it can be at one core at a time. */
  thread: number;
  /** Of the process that had the most to do, with all its threads: those compress and tidy up beside the main one. */
  busiest: number;
  /** Of the parent, which hands the connections round. */
  parent: number;
  /** Of all processes with all their threads. */
  all: number;
}

interface Row {
  name: string;
  one: Cost;
  two: Cost;
  ratio: number;
}

/** Pages a second of one process that has one core. */
const onOneCore = ({ all }: Cost) => 1000 / all;
/** Pages a second of one process that has all cores: its main thread can use one, the others what is left. */
const onAllCores = ({ thread, all }: Cost) => 1000 / Math.max(thread, all / cores);
/** Pages a second of as many processes as there are cores: as many as the busiest can, if they are asked in turn. */
const asMany = ({ busiest, all }: Cost) => 1000 / Math.max(busiest, all / cores);

/** Asks for a page on each connection so many times, as members in turn. @throws when an answer is not as it should be. */
async function askAll(
  site: BenchSite,
  page: BenchPage,
  cookies: readonly string[],
  statuses: readonly number[] = [page.status],
): Promise<number> {
  const askOn = async (connection: number) => {
    const own = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let asked = 0; asked < asksForEach; asked++)
      await ask(
        own,
        site.url + page.path,
        askFor(page, cookies[(connection * asksForEach + asked) % cookies.length] ?? '').headers,
        statuses,
      );
    own.destroy();
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => askOn(connection)));
  return connections * asksForEach;
}

function ask(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  statuses: readonly number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.once('error', reject);
      answer.once('end', () =>
        statuses.includes(answer.statusCode ?? 0)
          ? resolve()
          : reject(new Error(`${url} answers with status ${answer.statusCode}.`)),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
}

async function costOf(site: BenchSite, page: BenchPage, cookies: readonly string[]): Promise<Cost> {
  const parent = site.pid ?? 0;
  const children = childrenOf(parent);
  const read = () => ({
    threads: children.map(mainCpuMsOf),
    processes: children.map(ownCpuMsOf),
    parent: ownCpuMsOf(parent),
    all: [parent, ...children].reduce((sum, pid) => sum + ownCpuMsOf(pid), 0),
  });
  const before = read();
  const count = await askAll(site, page, cookies);
  const after = read();
  const most = (key: 'threads' | 'processes') =>
    Math.max(...after[key].map((ms, index) => ms - (before[key][index] ?? 0))) / count;
  return {
    thread: most('threads'),
    busiest: most('processes'),
    parent: (after.parent - before.parent) / count,
    all: (after.all - before.all) / count,
  };
}

/** The middle of each figure. */
function medianOf(costs: readonly Cost[]): Cost {
  const middle = (key: keyof Cost) =>
    costs.map((cost) => cost[key]).sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
  return {
    thread: middle('thread'),
    busiest: middle('busiest'),
    parent: middle('parent'),
    all: middle('all'),
  };
}

/** Measures pages with one process and with two, in turn. @returns a table, and the target. */
export async function measureScaling(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  const database = await startDatabase();
  undo.push(database.stop);
  const { flags, settings } = containerSettings();
  const sites: BenchSite[] = [];
  for (const count of [1, 2]) {
    const site = await startSite({
      database,
      flags,
      settings: { ...settings, WEB_CONCURRENCY: String(count) },
    });
    undo.push(site.stop);
    await site.untilReady();
    sites.push(site);
  }
  console.log('Making members...');
  const cookies = await makeMembers(database.url);
  const rows: Row[] = [];
  // Searching is the database's work.
  for (const page of signedInPages.filter(({ path }) => !path.startsWith('/search'))) {
    console.log(`Loading ${page.name}...`);
    // The first answers open the connections to the database, which on a busy machine some do not get in time.
    for (const site of sites) await askAll(site, page, cookies, [200, 503]);
    const costs: Cost[][] = [[], []];
    for (let round = 0; round < rounds; round++)
      for (const [index, site] of sites.entries()) costs[index]?.push(await costOf(site, page, cookies));
    const [one, two] = costs.map(medianOf);
    if (!one || !two) continue;
    rows.push({ name: page.name, one, two, ratio: asMany(two) / onOneCore(one) });
  }
  return { text: textOf(rows), targets: [targetOf(rows)] };
}

function textOf(rows: readonly Row[]): string {
  const head = [
    'CPU ms a page',
    'one: main thread',
    'all',
    'two: main thread',
    'busiest',
    'parent',
    'all',
    'pages/s: one on 1 core',
    `one on ${cores}`,
    `two on ${cores}`,
    'ratio',
  ];
  const ms = (value: number) => value.toFixed(2);
  const whole = (value: number) => value.toFixed(0);
  return table([
    head,
    ...rows.map(({ name, one, two, ratio }) => [
      name,
      ms(one.thread),
      ms(one.all),
      ms(two.thread),
      ms(two.busiest),
      ms(two.parent),
      ms(two.all),
      whole(onOneCore(one)),
      whole(onAllCores(one)),
      whole(asMany(two)),
      ratio.toFixed(2),
    ]),
  ]);
}

function targetOf(rows: readonly Row[]): Target {
  const least = rows.toSorted((a, b) => a.ratio - b.ratio)[0];
  return {
    text: `two processes on ${cores} cores at least ${wantedRatio} times one on one, by CPU time: at least ${least?.ratio.toFixed(2)} (${least?.name})`,
    isMet: (least?.ratio ?? 0) >= wantedRatio,
    isBinding: true,
  };
}
