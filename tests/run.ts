// `npm test`: everything that must be true before a change lands, the quick checks first. `npm test -- types` runs the steps whose
// name has that word; `npm test -- changed` runs all steps, with only the tests that the change since main affects.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from '#app/platform/runtime/start/build.ts';
import { compiled } from '#tests/compiled.ts';
import { findChromium } from '#tests/e2e/find-chromium.ts';
import { baseOfChange, changedPaths, journeysOf } from '#tests/run/changed.ts';
import { failedTests } from '#tests/run/failed.ts';
import { slowestTests } from '#tests/run/slowest.ts';
import {
  countFrom,
  program,
  type Result,
  run,
  runTogether,
  type Step,
  summary,
  verdict,
} from '#tests/run/step.ts';

const projectDir = join(import.meta.dirname, '..');
process.chdir(projectDir);
Object.assign(process.env, compiled);
const bin = (name: string) => join(projectDir, 'node_modules/.bin', name);
const reports = join(projectDir, 'test-results/reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
/** What pages cost is measured in some twenty seconds, and on a machine where it takes much longer is not worth waiting for. */
const costsLimitMs = 180_000;

const only = process.argv.slice(2).join(' ');
/** The commit that `npm test -- changed` compares with; without that word, every test runs. */
const base = only === 'changed' ? baseOfChange() : undefined;

/** Each row is done side by side, and must pass before the next begins. */
const rows: Step[][] = [
  [{ name: 'generated code', work: generate }],
  [
    program('format and lint', bin('biome'), ['check', '--error-on-warnings']),
    program('boundaries', bin('depcruise'), [
      '--config',
      '.dependency-cruiser.mjs',
      'app',
      'stand-ins',
      'build-plugins',
    ]),
    // The compiler of version 7 is several times as quick; the tools that import the compiler still ask for version 6.
    program('types', process.execPath, ['node_modules/typescript-7/bin/tsc', '--noEmit']),
    { name: 'build', work: () => ensureBuild(projectDir).then(() => verdict(true)) },
  ],
  // Each waits for its database or its browser much of its time: together they leave no processor idle.
  [
    { name: 'unit and integration', isLong: true, work: testWithVitest },
    { name: 'end to end', isLong: true, work: testInBrowser },
  ],
];

/** The database client and the types of the routes. */
async function generate(write: (text: string) => void) {
  return verdict(
    (await run(process.execPath, ['prisma/generate.ts'], write)) &&
      (await run(bin('react-router'), ['typegen'], write)),
  );
}

async function testWithVitest(write: (text: string) => void) {
  const isGood = await run(
    bin('vitest'),
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
      ...(base ? ['--changed', base, '--passWithNoTests'] : []),
    ],
    write,
  );
  return countFrom(vitestReport, isGood, (json) => {
    const { numPassedTests, numFailedTests } = json as { numPassedTests: number; numFailedTests: number };
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

async function testInBrowser(write: (text: string) => void) {
  const journeys = base ? journeysOf(changedPaths(base)) : [];
  if (base && journeys.length === 0) return { passed: 0, failed: 0 };
  if (!ensureBrowser(write)) return verdict(false);
  const isGood = await run(bin('playwright'), ['test', '--reporter=list,json', ...journeys], write, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
  });
  return countFrom(playwrightReport, isGood, (json) => {
    const { stats } = json as { stats: { expected: number; flaky: number; unexpected: number } };
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  });
}

/** Finds a Chromium, or installs Debian's when that is allowed. */
function ensureBrowser(write: (text: string) => void): boolean {
  if (findChromium()) return true;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    write('No Chromium found: installing the Debian package.\n');
    const install = 'apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium';
    spawnSync('sh', ['-c', `apt-get update -qq && (${install}) >/dev/null`], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (findChromium()) return true;
  }
  write(
    'The end-to-end tests need Chromium: install it (Debian: apt-get install -y chromium), or name one in CHROMIUM_PATH.\n',
  );
  return false;
}

// The end-to-end tests begin with a new site.
rmSync('test-results', { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** The compiler reads the database client and the types of the routes: after a new column or page they have to be made first. */
const isNeeded = (name: string) => only === 'types' && name === 'generated code';

const startedAt = performance.now();
const results: Result[] = [];
for (const row of rows) {
  const chosen = row.filter(({ name }) => base !== undefined || name.includes(only) || isNeeded(name));
  if (chosen.length === 0) continue;
  results.push(...(await runTogether(chosen)));
  if (results.some(({ failed }) => failed > 0)) break;
}
writeFileSync(
  join(reports, 'slowest.txt'),
  `${slowestTests(vitestReport, playwrightReport, 50).join('\n')}\n`,
);
const failed = failedTests(vitestReport, playwrightReport);
if (failed.length > 0) console.log(`\n== failed\n${failed.join('\n')}`);
// What pages cost is told, and fails nothing: machines differ.
if (only === '' && results.every(({ failed }) => failed === 0)) {
  console.log('\n== what pages cost, for information');
  spawnSync(process.execPath, ['tests/bench/short.ts'], { stdio: 'inherit', timeout: costsLimitMs });
}
console.log(`\n${summary(results, (performance.now() - startedAt) / 1000)}`);
process.exit(results.some(({ failed }) => failed > 0) || results.length === 0 ? 1 : 0);
