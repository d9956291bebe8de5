import type { Measurement, Weight } from '#tests/bench/measure.ts';
import type { Comparison } from '#tests/bench/side-by-side.ts';
import { limits } from '#tests/bench/weight.ts';

/** Rows of cells in aligned columns, the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const ratioOf = ({ site, bare }: Measurement) => site.requestsPerSecond / bare.requestsPerSecond;

const weightColumns = ['SQL queries', 'HTML bytes', 'JS bytes gzip'];
const weightCells = ({ queries, htmlBytes, encoding, scripts }: Weight) => [
  String(queries),
  `${whole(htmlBytes)}${encoding ? ` ${encoding}` : ''}`,
  scripts ? whole(scripts.gzipBytes) : '-',
];

/** The pages under load, beside the bare server. */
export function loadTable(measurements: readonly Measurement[]): string {
  const head = ['Page', 'req/s', 'p50 ms', 'p99 ms', 'bare req/s', 'ratio', ...weightColumns];
  const rows = measurements.map((measurement) => [
    measurement.page.name,
    whole(measurement.site.requestsPerSecond),
    measurement.site.p50Ms.toFixed(1),
    measurement.site.p99Ms.toFixed(1),
    whole(measurement.bare.requestsPerSecond),
    ratioOf(measurement).toFixed(2),
    ...weightCells(measurement),
  ]);
  return table([head, ...rows]);
}

const milliseconds = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(1));
const advantage = ({ site, stock }: Comparison) => site.requestsPerSecond / stock.requestsPerSecond;

/** Pages of signed-in users, beside the stock server. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  const head = [
    'Signed in',
    'req/s',
    'p50 ms',
    'p99 ms',
    'CPU ms',
    'stock req/s',
    'p50 ms',
    'p99 ms',
    'CPU ms',
  ];
  const rows = comparisons.map((comparison) => [
    comparison.page.name,
    ...[comparison.site, comparison.stock].flatMap((run) => [
      whole(run.requestsPerSecond),
      run.p50Ms.toFixed(1),
      run.p99Ms.toFixed(1),
      milliseconds(run.cpuMs),
    ]),
    advantage(comparison).toFixed(2),
    ...weightCells(comparison),
  ]);
  return table([[...head, 'ratio', ...weightColumns], ...rows]);
}

/** The pages that are only weighed. */
export function weightTable(weights: readonly Weight[]): string {
  return table([
    ['Other pages', ...weightColumns],
    ...weights.map((weight) => [weight.page.name, ...weightCells(weight)]),
  ]);
}

export interface Target {
  text: string;
  isMet: boolean;
  /** Whether missing it fails the run; speed alone does not, since machines differ. */
  isBinding: boolean;
}

const wantedRatio = 0.25;
const wantedQueries = 3;
const wantedAdvantage = 2;
const wantedSpread = 2;
const wantedSearchMs = 2;

/** What is wanted of pages of signed-in users, beside the stock server. */
function signedInTargets(compared: readonly Comparison[]): Target[] {
  const slowest = compared.toSorted((a, b) => advantage(a) - advantage(b))[0];
  const spread = ({ site }: Comparison) => site.p99Ms / site.p50Ms;
  const widest = compared.toSorted((a, b) => spread(b) - spread(a))[0];
  const cpuOf = (path: string) => compared.find(({ page }) => page.path.startsWith(path))?.site.cpuMs ?? 0;
  const searchMs = cpuOf('/search') - cpuOf('/dashboard');
  if (!slowest || !widest) return [];
  return [
    {
      text: `signed-in pages at least ${wantedAdvantage} times the stock server: at least ${advantage(slowest).toFixed(2)} (${slowest.page.name})`,
      isMet: advantage(slowest) >= wantedAdvantage,
      isBinding: false,
    },
    {
      text: `their p99 at most ${wantedSpread} times their p50: at most ${spread(widest).toFixed(1)} (${widest.page.name})`,
      isMet: spread(widest) <= wantedSpread,
      isBinding: false,
    },
    {
      text: `search at most ${wantedSearchMs} ms of CPU above the dashboard: ${searchMs.toFixed(1)}`,
      isMet: searchMs <= wantedSearchMs,
      isBinding: false,
    },
  ];
}

function homeTarget(home: Measurement): Target {
  const ratio = ratioOf(home);
  return {
    text: `home at least ${wantedRatio} of the bare server: ${ratio.toFixed(2)}`,
    isMet: ratio >= wantedRatio,
    isBinding: false,
  };
}

/** What is wanted of the scripts of documents, and of pages that React goes on with. */
function scriptTargets(pages: readonly Weight[]): Target[] {
  const heaviest = (runsReact: boolean) =>
    pages
      .flatMap(({ page, scripts }) => (scripts?.runsReact === runsReact ? [{ page, ...scripts }] : []))
      .toSorted((a, b) => b.gzipBytes - a.gzipBytes)[0];
  const kinds = [
    { found: heaviest(false), limit: limits.document, kind: 'documents' },
    { found: heaviest(true), limit: limits.react, kind: 'pages of React' },
  ];
  const visited = pages.filter(({ page, scripts }) => !page.isSignedIn && scripts);
  const loud = visited.filter(({ scripts }) => scripts?.runsReact);
  const quiet = {
    text: `no framework on visitors' pages: ${visited.length - loud.length} of ${visited.length} have none`,
    isMet: loud.length === 0,
    isBinding: true,
  };
  return [
    ...(visited.length > 0 ? [quiet] : []),
    ...kinds.flatMap(({ found, limit, kind }) =>
      found
        ? {
            text: `at most ${whole(limit)} bytes of JavaScript gzipped on ${kind}: at most ${whole(found.gzipBytes)} (${found.page.name})`,
            isMet: found.gzipBytes <= limit,
            isBinding: true,
          }
        : [],
    ),
  ];
}

/** Holds what was measured against the targets. */
export function targets(
  loaded: readonly Measurement[],
  compared: readonly Comparison[],
  weighed: readonly Weight[],
): Target[] {
  const home = loaded.find(({ page }) => page.path === '/');
  const pages = [...loaded, ...compared, ...weighed].filter(({ page }) => !page.post);
  const personal = pages.filter(({ page }) => page.isSignedIn);
  const queriesOf = (weight: Weight) => Math.max(weight.queries, weight.firstQueries);
  const most = (list: readonly Weight[], value: (weight: Weight) => number) =>
    list.toSorted((a, b) => value(b) - value(a))[0];
  const busiest = most(personal, queriesOf);
  if (!busiest) throw new Error('There is nothing to hold the targets against.');
  const queries = queriesOf(busiest);
  return [
    ...(home ? [homeTarget(home)] : []),
    ...signedInTargets(compared),
    {
      text: `signed-in pages in ${wantedQueries} queries or fewer: at most ${queries} (${busiest.page.name})`,
      isMet: queries <= wantedQueries,
      isBinding: true,
    },
    ...scriptTargets(pages),
  ];
}

/** One line for each target. */
export function targetLines(list: readonly Target[]): string {
  return list
    .map(
      ({ text, isMet, isBinding }) => `${isMet ? 'met' : isBinding ? 'MISSED' : 'missed (warning)'}  ${text}`,
    )
    .join('\n');
}
