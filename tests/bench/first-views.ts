import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { send, textOf } from '#tests/bench/http.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { type BenchSite, containerSettings, signIn, startSite } from '#tests/bench/site.ts';

// How long a process that has just started is held up by the first view of each page: everybody else waits for that long.

/** What a member, an affiliate and a visitor start from; everything these pages link to is viewed too. */
const starts = [
  '/',
  '/dashboard',
  '/courses',
  '/training',
  '/affiliate-centre',
  '/profile',
  '/community',
  '/support',
];
const mostPages = 700;
const longestMs = 50;
/** Turns shorter than this are not noted. */
const noteworthyMs = 10;
/** The process starts its jobs in this time; how long a site takes to answer is measured by the part "memory". */
const settledMs = 3_000;

interface View {
  path: string;
  from: number;
  to: number;
}

const linksOn = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'));

/** Views each page that can be reached by links, one after the other, and says when each was asked for and answered. */
async function crawl(site: BenchSite, cookie: string): Promise<View[]> {
  const paths = new Set(starts);
  const views: View[] = [];
  for (const path of paths) {
    if (views.length === mostPages) break;
    const from = Date.now();
    const answer = await send(`${site.url}${path}`, { method: 'GET', headers: { cookie } });
    views.push({ path, from, to: Date.now() });
    // A turn is noted by the next round of the loop.
    await pause(3);
    if (answer.status >= 500) throw new Error(`${path}: status ${answer.status}`);
    if (answer.status !== 200) continue;
    for (const link of linksOn(textOf(answer)))
      if (!/^\/(assets|logout|files|dev|demo\/)/.test(link) && !link.startsWith('//')) paths.add(link);
  }
  return views;
}

/** The long turns of all processes: how long, and when they ended. */
function turnsIn(folder: string): { ms: number; at: number }[] {
  return readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
    .flatMap((line) => {
      const [, ms, at] = /^(\d+) ms at \d+ s, (\d+)$/.exec(line) ?? [];
      return ms && at ? [{ ms: Number(ms), at: Number(at) }] : [];
    });
}

export async function measureFirstViews(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-turns-'));
  undo.push(async () => rmSync(folder, { recursive: true, force: true }));
  const { flags, settings } = containerSettings();
  const site = await startSite({
    flags,
    settings: {
      ...settings,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, '../fuzz/event-loop-watch.ts')}`,
      TURNS_FOLDER: folder,
      TURNS_SETTLED_MS: String(settledMs),
      TURNS_NOTEWORTHY_MS: String(noteworthyMs),
    },
  });
  undo.push(site.stop);
  await site.untilReady();
  await pause(settledMs);
  const began = Date.now();
  const views = await crawl(site, await signIn(site.url));
  const turns = turnsIn(folder).filter(({ at }) => at >= began);
  const rows = turns
    .toSorted((one, other) => other.ms - one.ms)
    .map(({ ms, at }) => {
      const view = views.find(({ from, to }) => at >= from && at <= to + 3);
      return [view?.path ?? 'none', String(ms), ((at - began) / 1_000).toFixed(1)];
    });
  const longest = turns.reduce((most, { ms }) => Math.max(most, ms), 0);
  const long = turns.filter(({ ms }) => ms > longestMs).length;
  return {
    text: `${views.length} pages viewed for the first time; ${turns.length} turns over ${noteworthyMs} ms of CPU time, ${long} over ${longestMs} ms.\n\n${table(
      [['page', 'ms of CPU', 'after s'], ...rows.slice(0, 60)],
    )}`,
    targets: [
      {
        text: `No first view holds its process up for more than ${longestMs} ms of CPU time: longest ${longest} ms`,
        isMet: longest <= longestMs,
        isBinding: false,
      },
    ],
  };
}
