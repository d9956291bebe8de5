// `npm run test:auth-client -- DIR`: the official client's own test suite (DIR is a checkout of its repository) against this site.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type KnownFailure, knownFailures } from '#tests/auth-client/known-failures.ts';
import { startSuiteSites } from '#tests/auth-client/site.ts';

const projectDir = join(import.meta.dirname, '../..');

/** What the suite is run with, as its repository names it. Its workspace is installed by another package manager. */
const tools = [
  'jest@30.4.2',
  'ts-jest@29.4.9',
  'jest-environment-jsdom@30.4.1',
  'jest-mock-server@0.1.0',
  '@types/jest@30.0.0',
  '@types/node@20.19.9',
  '@types/jsonwebtoken@8.5.9',
  'typescript@5.8.3',
  '@faker-js/faker@9.9.0',
  'jsonwebtoken@9.0.2',
  'prettier@3.6.2',
  'tslib@2.8.1',
];

interface TestResult {
  fullName: string;
  status: string;
  failureMessages: string[];
}

interface Results {
  testResults: { name: string; message: string; assertionResults: TestResult[] }[];
}

function run(command: string, args: readonly string[], cwd: string, isQuiet = false): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit'] });
    child.once('error', fail);
    child.once('close', (status) => done(status ?? 1));
  });
}

/** Installs what the suite is run with beside it, unless its own packages are installed. */
async function installTools(suite: string): Promise<void> {
  if (existsSync(join(suite, 'node_modules/.bin/jest'))) return;
  const folder = join(projectDir, 'node_modules/.cache/auth-client');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  if ((await run('npm', ['install', ...options, ...tools], folder, true)) !== 0)
    throw new Error('The packages of the suite could not be installed.');
  rmSync(join(suite, 'node_modules'), { recursive: true, force: true });
  symlinkSync(join(folder, 'node_modules'), join(suite, 'node_modules'));
}

/** Runs a part of the suite with the sites at the addresses that it expects. */
async function runPart(
  suite: string,
  part: string,
  more: readonly string[],
): Promise<Results['testResults']> {
  const folder = mkdtempSync(join(tmpdir(), 'auth-client-'));
  const output = join(folder, 'results.json');
  try {
    const args = ['--config', part, '--runInBand', '--coverage=false', '--testTimeout=30000'];
    await run(
      process.execPath,
      ['node_modules/jest/bin/jest.js', ...args, '--json', `--outputFile=${output}`, ...more],
      suite,
      true,
    );
    return (JSON.parse(readFileSync(output, 'utf8')) as Results).testResults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Its own files, and those whose servers it starts in containers. */
const parts = ['jest.config.cli.js', 'jest.config.docker.js'];

async function runSuite(suite: string, more: readonly string[]): Promise<Results> {
  const testResults: Results['testResults'] = [];
  for (const part of parts)
    testResults.push(...(await runPart(suite, part, more.length > 0 ? [...more, '--passWithNoTests'] : [])));
  return { testResults };
}

/** Prints what came of it. @returns the failures that are not known, and the known ones that are none any more */
function report({ testResults }: Results, suite: string, isWhole: boolean): string[] {
  const surprises: string[] = [];
  const seen = new Set<KnownFailure>();
  let [passed, failed] = [0, 0];
  for (const file of testResults.toSorted((one, other) => one.name.localeCompare(other.name))) {
    const path = file.name.slice(suite.length + 1).replace(/^test\//, '');
    const counted = file.assertionResults.filter(({ status }) => status === 'passed' || status === 'failed');
    const failures = counted.filter(({ status }) => status === 'failed');
    passed += counted.length - failures.length;
    failed += failures.length;
    console.log(`${path}: ${counted.length - failures.length} of ${counted.length} pass`);
    if (counted.length === 0) surprises.push(`${path}: ${file.message}`);
    for (const { fullName, failureMessages } of failures) {
      const known = knownFailures.find(({ test }) => test.test(`${path}: ${fullName}`));
      console.log(`  FAILS ${fullName}\n    ${known?.reason ?? failureMessages[0]?.slice(0, 900)}`);
      if (known) seen.add(known);
      else surprises.push(`${path}: ${fullName}`);
    }
  }
  if (isWhole)
    for (const known of knownFailures)
      if (!seen.has(known)) surprises.push(`Listed as a failure, and none: ${known.test.source}`);
  console.log(`${passed} pass, ${failed} fail.`);
  return surprises;
}

const [dir, ...more] = process.argv.slice(2);
const suite = join(resolve(dir ?? '.'), 'packages/core/auth-js');
if (!dir || !existsSync(join(suite, 'test'))) {
  console.error(
    'Say where a checkout of github.com/supabase/supabase-js is: npm run test:auth-client -- DIR',
  );
  process.exit(1);
}
await installTools(suite);
// The keys that sign the suite's own "apikey" tokens: it wants them in its folder, and makes them by this script.
await run(process.execPath, ['test/generate-signing-keys.js'], suite, true);
const site = await startSuiteSites(suite);
try {
  const surprises = report(await runSuite(suite, more), suite, more.length === 0);
  if (surprises.length > 0) {
    console.error(`Not expected:\n${surprises.join('\n')}`);
    process.exitCode = 1;
  }
} finally {
  await site.stop();
}
