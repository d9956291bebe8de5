import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMsOf, databaseCpuMsOf } from '#tests/bench/cpu.ts';
import { type LoadOptions, load, warmUp } from '#tests/bench/load.ts';
import { askFor, type BenchPage, loadedPages, signedInPages } from '#tests/bench/pages.ts';
import { table } from '#tests/bench/report.ts';
import { type BenchSite, containerSettings, signIn, startSite } from '#tests/bench/site.ts';

// The site as it is here beside the site of another commit: what a page costs each, in CPU, so that a noisy machine does not matter.

/** How often each site is loaded for each page. */
const rounds = 9;

/** A change below this is none: two runs of the same commit differ as much. */
const smallest = 0.03;

/** CPU milliseconds for one request, of the site's processes and of its database's. */
interface Cost {
  siteMs: number;
  databaseMs: number;
}

interface Contender {
  site: BenchSite;
  cookie: string;
}

/**
 * Puts another commit's files into a folder of its own, ready to be built.
 * @throws an Error where there is no such commit
 */
function checkOut(commit: string, undo: (() => Promise<void>)[]): string {
  const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const above = mkdtempSync(join(tmpdir(), 'academy-against-'));
  const folder = join(above, 'site');
  undo.push(async () => {
    rmSync(above, { recursive: true, force: true });
    // Git forgets a folder that is gone.
    git('worktree', 'prune');
  });
  git('worktree', 'add', '--detach', folder, commit);
  const lock = (dir: string) => readFileSync(join(dir, 'package-lock.json'), 'utf8');
  // What is installed here serves there too where both ask for the same.
  if (lock(folder) === lock('.'))
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  return folder;
}

/** Starts the production build of a project over a new database, and signs in. */
export async function startContender(projectDir: string, undo: (() => Promise<void>)[]): Promise<Contender> {
  const site = await startSite({ projectDir, ...containerSettings(projectDir) });
  undo.push(site.stop);
  await site.untilReady();
  return { site, cookie: await signIn(site.url) };
}

/**
 * CPU milliseconds that a site and its database have used so far.
 * @throws an Error where the system does not tell
 */
export function cpuOf(site: BenchSite): { site: number; database: number } {
  const [ofSite, ofDatabase] = [cpuMsOf(site.pid), databaseCpuMsOf(site.databasePid())];
  if (ofSite === undefined || ofDatabase === undefined)
    throw new Error('This system does not tell what a process has used: CPU is measured on Linux.');
  return { site: ofSite, database: ofDatabase };
}

/** Loads a page of a site for a moment, and looks what it costs. */
export async function costOf(
  { site, cookie }: Contender,
  page: BenchPage,
  options: LoadOptions,
): Promise<Cost> {
  const read = () => cpuOf(site);
  const turns = { cookies: [], others: page.others ?? [] };
  const before = read();
  const { count } = await load(site.url + page.path, askFor(page, cookie), page.status, options, turns);
  const after = read();
  return {
    siteMs: (after.site - before.site) / count,
    databaseMs: (after.database - before.database) / count,
  };
}

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const sumOf = ({ siteMs, databaseMs }: Cost) => siteMs + databaseMs;

/**
 * What pairs of runs, one of each site after the other, say about a change: the middle of their ratios, and a word for it where three
 * quarters of the pairs agree on which side of 1 it is.
 */
export function judge(pairs: readonly { here: Cost; there: Cost }[]): { ratio: number; word: string } {
  const ratios = pairs.map(({ here, there }) => sumOf(here) / sumOf(there));
  const ratio = median(ratios);
  const agree = (isSo: (value: number) => boolean) => ratios.filter(isSo).length >= ratios.length * 0.75;
  if (ratio > 1 + smallest && agree((value) => value > 1)) return { ratio, word: 'dearer' };
  if (ratio < 1 - smallest && agree((value) => value < 1)) return { ratio, word: 'cheaper' };
  return { ratio, word: 'as before' };
}

/** Measures the main pages here and at another commit, in turn. @returns a table */
export async function measureAgainst(
  commit: string,
  options: LoadOptions,
  undo: (() => Promise<void>)[],
): Promise<string> {
  const folder = checkOut(commit, undo);
  console.log(`Building and starting ${commit} beside what is here...`);
  const there = await startContender(folder, undo);
  const here = await startContender('.', undo);
  const rows = [['CPU ms a request', 'site', 'database', `site at ${commit}`, 'database', 'ratio', '']];
  for (const page of [...loadedPages, ...signedInPages]) {
    console.log(`Loading ${page.name}...`);
    for (const { site, cookie } of [there, here])
      await warmUp(site.url + page.path, askFor(page, cookie), page.status, options, {
        cookies: [],
        others: page.others ?? [],
      });
    const pairs: { here: Cost; there: Cost }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Whoever comes second finds the machine as the first has left it: they take turns.
      const first = await costOf(round % 2 ? here : there, page, options);
      const second = await costOf(round % 2 ? there : here, page, options);
      pairs.push(round % 2 ? { here: first, there: second } : { here: second, there: first });
    }
    const { ratio, word } = judge(pairs);
    const cell = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value)).toFixed(2);
    rows.push([
      page.name,
      cell((pair) => pair.here.siteMs),
      cell((pair) => pair.here.databaseMs),
      cell((pair) => pair.there.siteMs),
      cell((pair) => pair.there.databaseMs),
      ratio.toFixed(2),
      word,
    ]);
  }
  return table(rows);
}
