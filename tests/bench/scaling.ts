import { spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { childrenOf, mainCpuMsOf, ownCpuMsOf } from '#tests/bench/cpu.ts';
import { makeMembers } from '#tests/bench/members.ts';
import { askFor, type BenchPage, signedInPages } from '#tests/bench/pages.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { type BenchSite, containerSettings, startDatabase, startSite } from '#tests/bench/site.ts';

// How many more pages two processes give than one, reckoned by CPU time: the load and the database, which would run elsewhere, and what
// else this machine does are not in it.

/**
 * For each process, so that both sites are as busy: a process that waits now and then answers fewer requests at each round of its loop, and
 * goes to sleep and is woken more often, which costs it up to a quarter more for a page.
 */
const connectionsForEach = 16;
const asksOnEach = 75;
const rounds = 6;
const warmUps = 4;
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
/** Pages a second of as many processes as there are cores: as many as the busiest can, if they are asked in turn. */
const asMany = ({ busiest, all }: Cost) => 1000 / Math.max(busiest, all / cores);

/** Asks for a page on each connection so many times, as members in turn. @throws when an answer is not as it should be. */
async function askAll(
  site: BenchSite,
  page: BenchPage,
  cookies: readonly string[],
  statuses: readonly number[] = [page.status],
): Promise<number> {
  const connections = connectionsForEach * childrenOf(site.pid).length;
  const askOn = (agent: Agent, turn: number) =>
    ask(agent, site.url + page.path, askFor(page, cookies[turn % cookies.length] ?? '').headers, statuses);
  const agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  // One after another, so that processes that take connections in turn have as many each: of several at once, who is quicker takes more.
  for (const [connection, agent] of agents.entries()) await askOn(agent, connection * asksOnEach);
  const goOn = async (agent: Agent, connection: number) => {
    for (let asked = 1; asked < asksOnEach; asked++) await askOn(agent, connection * asksOnEach + asked);
    agent.destroy();
  };
  await Promise.all(agents.map(goOn));
  return connections * asksOnEach;
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

const withChildren = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(withChildren)];

/**
 * Lets everything here, load and database too, have that many cores: one process shares its core with its part of them then as two do.
 * With the second core to themselves they would leave one process alone, and two not.
 */
function confineTo(count: number): void {
  for (const pid of withChildren(process.pid))
    spawnSync('taskset', ['-acp', `0-${count - 1}`, String(pid)], { stdio: 'ignore' });
}

/** The round that cost least: what else the machine does only adds to it. */
const leastOf = (costs: readonly Cost[]) => costs.toSorted((a, b) => a.all - b.all)[0];

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
  // Searching is the database's work.
  const pages = signedInPages.filter(({ path }) => !path.startsWith('/search'));
  // The first answers open the connections to the database, which on a busy machine some do not get in time; and each process has its hot
  // code compiled for itself, which takes it thousands of pages.
  for (const site of sites)
    for (const page of pages)
      for (let turn = 0; turn < warmUps; turn++) await askAll(site, page, cookies, [200, 503]);
  const rows: Row[] = [];
  for (const page of pages) {
    console.log(`Loading ${page.name}...`);
    const costs: Cost[][] = [[], []];
    for (let round = 0; round < rounds; round++)
      for (const [index, site] of sites.entries()) {
        confineTo(index + 1);
        costs[index]?.push(await costOf(site, page, cookies));
      }
    const [one, two] = costs.map(leastOf);
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
      whole(asMany(two)),
      ratio.toFixed(2),
    ]),
  ]);
}

/** Of all pages together: what else this machine does takes a fifth more from one or the other. */
function targetOf(rows: readonly Row[]): Target {
  const timeOf = (pagesPerSecond: (row: Row) => number) =>
    rows.reduce((sum, row) => sum + 1 / pagesPerSecond(row), 0);
  const ratio = timeOf(({ one }) => onOneCore(one)) / timeOf(({ two }) => asMany(two));
  return {
    text: `two processes on ${cores} cores at least ${wantedRatio} times one on one, by CPU time: ${ratio.toFixed(2)}`,
    isMet: ratio >= wantedRatio,
    isBinding: false,
  };
}
