import type { Measurement, Weight } from '#tests/bench/measure.ts';

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
const weightCells = ({ queries, htmlBytes, encoding, scriptBytes }: Weight) => [
  String(queries),
  `${whole(htmlBytes)}${encoding ? ` ${encoding}` : ''}`,
  scriptBytes === undefined ? '-' : whole(scriptBytes),
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
const wantedScriptBytes = 130_000;

/** Holds what was measured against the targets. */
export function targets(loaded: readonly Measurement[], weighed: readonly Weight[]): Target[] {
  const home = loaded.find(({ page }) => page.path === '/');
  const pages = [...loaded, ...weighed].filter(({ page }) => !page.post);
  const personal = pages.filter(({ page }) => page.isSignedIn);
  const queriesOf = (weight: Weight) => Math.max(weight.queries, weight.firstQueries);
  const most = (list: readonly Weight[], value: (weight: Weight) => number) =>
    list.toSorted((a, b) => value(b) - value(a))[0];
  const busiest = most(personal, queriesOf);
  const heaviest = most(pages, (weight) => weight.scriptBytes ?? 0);
  if (!home || !busiest || !heaviest) throw new Error('There is nothing to hold the targets against.');
  const ratio = ratioOf(home);
  const queries = queriesOf(busiest);
  const bytes = heaviest.scriptBytes ?? 0;
  return [
    {
      text: `home at least ${wantedRatio} of the bare server: ${ratio.toFixed(2)}`,
      isMet: ratio >= wantedRatio,
      isBinding: false,
    },
    {
      text: `signed-in pages in ${wantedQueries} queries or fewer: at most ${queries} (${busiest.page.name})`,
      isMet: queries <= wantedQueries,
      isBinding: true,
    },
    {
      text: `at most ${whole(wantedScriptBytes)} bytes of JavaScript gzipped on any page: at most ${whole(bytes)} (${heaviest.page.name})`,
      isMet: bytes <= wantedScriptBytes,
      isBinding: true,
    },
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
