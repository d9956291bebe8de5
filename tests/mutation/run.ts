// npm run test:mutation: changes the rules of the rooms where a fault costs money or opens a door, one place at a time, and asks the
// tests of the same rooms whether they notice. Ends with 1 below the score of 80 %.
//   --file 'app/domain/people/accounts/*.ts'   these files only (may be given several times); with lines: 'tokens.server.ts:12-20'
//   --since main                        what differs from that commit only
//   --sample 8                          of their lines one in eight, in blocks, drawn by --seed 1
//   --test accounts                     of the tests of those rooms, these only, by a part of their names (several times)
//   --concurrency 1                     so many at a time, each with a Postgres of its own; as many as the machine can by itself
//   --budget 60                         so many seconds of tests for a change, then it counts as not noticed (120)
//   --minutes 30                        so long in all after the tests have run once; what was not asked by then counts for nothing,
//                                       and what was asked is drawn at random, by --seed
//   --going-on answers.json             keeps the answers there, and asks only what they do not hold or what has changed since
//   --list                              says what would be changed and asked, and stops
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { filesToMutate, sampleOf, testsOf } from '#tests/mutation/mutated-files.ts';
import { changeQueryConditions } from '#tests/mutation/query-conditions.ts';
import { drawOrder, withoutUndrawn } from '#tests/mutation/random-order.ts';
import { isNotAsked, listOf, scoreOf } from '#tests/mutation/survivors.ts';

const target = 80;

const { values } = parseArgs({
  options: {
    file: { type: 'string', multiple: true, default: [] },
    since: { type: 'string' },
    test: { type: 'string', multiple: true, default: [] },
    concurrency: { type: 'string', default: String(availableParallelism()) },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    budget: { type: 'string', default: '120' },
    minutes: { type: 'string' },
    'going-on': { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const chosen = filesToMutate(values.file, values.since);
const files = values.sample ? sampleOf(chosen, Number(values.sample), values.seed) : chosen;
const tests = testsOf(files).filter(
  (test) => values.test.length === 0 || values.test.some((part) => test.includes(part)),
);
if (files.length === 0 || tests.length === 0) {
  console.log(
    files.length === 0 ? 'There is nothing to change.' : `No test imports from ${files.join(', ')}.`,
  );
  process.exit(files.length === 0 ? 0 : 1);
}
console.log(`To change:\n  ${files.join('\n  ')}\nTo ask:\n  ${tests.join('\n  ')}`);
if (values.list) process.exit(0);

// The programs of the database have to be reached by the account that Postgres runs as, so the copy stays in the project.
process.env.MUTATION_TESTS = tests.join(',');
process.env.MUTATION_BUDGET_MS = String(Number(values.budget) * 1000);
if (values.minutes) process.env.MUTATION_MINUTES = values.minutes;
// A process is replaced now and then: what it loads is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'academy-mutation-compiled');
const startedAt = performance.now();
await changeQueryConditions();
if (values.minutes) await drawOrder(values.seed);
const answers = values['going-on'] && resolve(values['going-on']);
const results = await new Stryker({
  testRunner: 'warm-vitest',
  plugins: [
    '@stryker-mutator/vitest-runner',
    join(import.meta.dirname, 'warm-runner.ts'),
    join(import.meta.dirname, 'survivor-reporter.ts'),
  ],
  ...(answers && { incremental: true, incrementalFile: answers }),
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false, pool: 'forks' },
  mutate: files,
  mutator: {
    // Words for people and for the database's own errors are no rules.
    excludedMutations: ['StringLiteral', 'ObjectLiteral', 'Regex'],
  },
  coverageAnalysis: 'perTest',
  // What a module does when it is loaded would need a new process for each change of it, all tests asked: these are data.
  ignoreStatic: true,
  concurrency: Number(values.concurrency),
  ignorePatterns: ['build', 'test-results', '.data', '.react-router', 'docs/screenshots', 'public'],
  tempDirName: '.mutation',
  reporters: ['progress-append-only', 'told-at-once'],
  // A test that fails without a change is left out; with one, the runner stops at the first that fails.
  disableBail: true,
  // A change may make an endless loop, where no test ends any more; a slow machine is none.
  timeoutMS: 120_000,
  timeoutFactor: 8,
  dryRunTimeoutMinutes: 120,
  allowConsoleColors: false,
}).runMutationTest();

if (answers && existsSync(answers)) leaveOutNotAsked(answers);
const score = scoreOf(withoutUndrawn(results));
mkdirSync('test-results/reports', { recursive: true });
writeFileSync('test-results/reports/mutation.json', JSON.stringify(score, null, 2));
const known = score.survivors.filter(({ reason }) => reason);
console.log(`\n${listOf(score.survivors)}\n`);
for (const [file, { killed, unknown, known: reasoned }] of Object.entries(score.files).sort())
  console.log(`${file}: ${killed} noticed, ${unknown} not, ${reasoned} known`);
if (score.failed > 0)
  console.log(`${score.failed} ended in an error beside the tests, and count for nothing`);
if (score.notAsked > 0) console.log(`${score.notAsked} were not asked: the time was up`);
console.log(
  `${score.killed} noticed, ${score.survivors.length - known.length} not noticed, ${known.length} known (tests/mutation/survivors.json), in ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`,
);
console.log(`score ${score.percent.toFixed(1)} % (target ${target} %)`);
process.exit(score.percent >= target ? 0 : 1);

interface Answer {
  status: string;
  statusReason?: string;
  coveredBy?: string[];
  testsCompleted?: number;
}

/** What was not asked, or not to its end, is asked the next time. */
function leaveOutNotAsked(file: string): void {
  const report = JSON.parse(readFileSync(file, 'utf8')) as { files: Record<string, { mutants: Answer[] }> };
  const isAnswered = (answer: Answer) =>
    !isNotAsked(answer) &&
    (answer.status !== 'Survived' || (answer.testsCompleted ?? 0) >= (answer.coveredBy?.length ?? 0));
  for (const kept of Object.values(report.files)) kept.mutants = kept.mutants.filter(isAnswered);
  writeFileSync(file, JSON.stringify(report));
}
