import { cpuMsOf } from '#tests/bench/cpu.ts';
import { type Answer, send, textOf } from '#tests/bench/http.ts';
import { type LoadOptions, type LoadResult, load, type Turns, warmUp } from '#tests/bench/load.ts';
import type { Weight } from '#tests/bench/measure.ts';
import { askFor, type BenchPage } from '#tests/bench/pages.ts';
import type { BenchSite } from '#tests/bench/site.ts';
import type { StockServer } from '#tests/bench/stock.ts';

export interface Run extends LoadResult {
  /** CPU of the server's process for one page. */
  cpuMs: number | undefined;
}

/** A page of ours beside the same page of the stock server: of each, the median of several runs. */
export interface Comparison extends Weight {
  site: Run;
  stock: Run;
}

/** Each server is loaded this many times, in turn: what else the machine does meets both. */
const rounds = 5;

/** How far markup may differ from ours to count as the same. */
const tolerance = 0.02;

/** The markup without what the framework adds to it. */
const markupOf = (html: string) =>
  html
    .replace(/<script(?![^>]*ld\+json)[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '')
    .replace(/ nonce="[^"]*"/g, '');

const elementsIn = (markup: string) => markup.match(/<[a-z]/g)?.length ?? 0;

/** @throws an Error where the stock page at an address has not the same elements and, nearly, the same bytes as ours. */
export async function checkSame(
  page: BenchPage,
  path: string,
  ours: string,
  stock: StockServer,
): Promise<void> {
  const answer: Answer = await send(stock.url + path, askFor(page, ''));
  const [mine, other] = [markupOf(ours), markupOf(textOf(answer))];
  const isSame =
    answer.status === 200 &&
    elementsIn(mine) === elementsIn(other) &&
    Math.abs(mine.length / other.length - 1) <= tolerance;
  if (isSame) return;
  throw new Error(
    `${path} of the stock server is another page: status ${answer.status}, ${elementsIn(other)} elements instead of ${elementsIn(mine)}, ${other.length} bytes instead of ${mine.length}.`,
  );
}

/** Loads a page of a server, and looks what its process takes for it. */
async function loadOnce(
  { url, pid }: Pick<BenchSite, 'url' | 'pid'>,
  page: BenchPage,
  turns: Turns,
  options: LoadOptions,
): Promise<Run> {
  const before = cpuMsOf(pid);
  const result = await load(url + page.path, askFor(page, ''), page.status, options, turns);
  const after = cpuMsOf(pid);
  const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / result.count;
  return { ...result, cpuMs };
}

/** Loads a page of both servers in turn. */
export async function compare(
  site: BenchSite,
  stock: StockServer,
  weight: Weight,
  cookies: readonly string[],
  options: LoadOptions,
): Promise<Comparison> {
  const { page } = weight;
  const request = askFor(page, '');
  const servers = [site, stock];
  const turns = { cookies, others: page.others ?? [] };
  for (const { url } of servers) await warmUp(url + page.path, request, page.status, options, turns);
  const runs: Run[][] = [[], []];
  for (let round = 0; round < rounds; round++)
    for (const [index, server] of servers.entries())
      runs[index]?.push(await loadOnce(server, page, turns, options));
  const [ours, theirs] = runs.map(medianOf);
  if (!ours || !theirs) throw new Error('Nothing was measured.');
  return { ...weight, site: ours, stock: theirs };
}

/** What our server alone does where each question is a new one, beside what the stock server did for this page. */
export async function loadUnkept(
  site: BenchSite,
  beside: Comparison,
  [first = '', ...others]: readonly string[],
  cookies: readonly string[],
  options: LoadOptions,
): Promise<Comparison> {
  const page = { ...beside.page, name: `${beside.page.name}, new`, path: first };
  return { ...beside, page, site: await loadOnce(site, page, { cookies, others }, options) };
}

/** The middle of each figure. */
function medianOf(list: readonly Run[]): Run {
  const middle = (value: (run: Run) => number) => {
    const sorted = list.map(value).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  return {
    count: middle(({ count }) => count),
    requestsPerSecond: middle(({ requestsPerSecond }) => requestsPerSecond),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    cpuMs: list.every(({ cpuMs }) => cpuMs !== undefined) ? middle(({ cpuMs = 0 }) => cpuMs) : undefined,
  };
}
