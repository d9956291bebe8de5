import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** What a step's checks came to. */
export interface Count {
  passed: number;
  failed: number;
}

/** A part of the test command. */
export interface Step {
  name: string;
  /** Whether what it says comes out line by line, beside what others say: it takes long, and silence would look like an end. */
  isLong?: boolean;
  /** Resolves to what was checked; writes what there is to say of it. */
  work(write: (text: string) => void): Promise<Count>;
}

export interface Result extends Count {
  name: string;
  seconds: number;
}

/** A step that is one program: one check, passed when it ends with 0. */
export function program(name: string, command: string, args: string[]): Step {
  return { name, work: async (write) => verdict(await run(command, args, write)) };
}

/** One check. */
export const verdict = (isGood: boolean): Count => ({ passed: Number(isGood), failed: Number(!isGood) });

/** Runs a program to its end; true when that is 0. */
export function run(
  command: string,
  args: string[],
  write: (text: string) => void,
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => write(String(chunk)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status === 0));
  });
}

/**
 * Counts by a report that a test runner has written. A runner that fails without a failed test (an error outside of them, no
 * report at all) counts as one failed.
 */
export function countFrom(reportPath: string, isGood: boolean, read: (report: unknown) => Count): Count {
  const count = existsSync(reportPath)
    ? read(JSON.parse(readFileSync(reportPath, 'utf8')))
    : { passed: 0, failed: 0 };
  return isGood || count.failed > 0 ? count : { ...count, failed: 1 };
}

/** Does steps side by side. What one says comes out whole when it is done, or at once when it is alone or long. */
export async function runTogether(steps: Step[]): Promise<Result[]> {
  return Promise.all(
    steps.map(async ({ name, isLong, work }) => {
      const startedAt = performance.now();
      const said: string[] = [];
      const isAtOnce = isLong || steps.length === 1;
      if (isAtOnce) process.stdout.write(`\n== ${name}\n`);
      const write = isAtOnce
        ? (text: string) => process.stdout.write(text)
        : (text: string) => said.push(text);
      const count = await work(write).catch((error: unknown) => {
        write(`${error instanceof Error ? error.message : String(error)}\n`);
        return verdict(false);
      });
      const seconds = (performance.now() - startedAt) / 1000;
      if (!isAtOnce) process.stdout.write(`\n== ${name}\n${said.join('')}`);
      process.stdout.write(
        `== ${name}: ${count.failed === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n`,
      );
      return { name, seconds, ...count };
    }),
  );
}

/** The steps' times as a table, and as the last line what all checks came to. */
export function summary(results: Result[], totalSeconds: number): string {
  const row = (name: string, seconds: string, passed: string, failed: string) =>
    `${name.padEnd(22)}${seconds.padStart(9)}${passed.padStart(9)}${failed.padStart(9)}`;
  const sum = (pick: (result: Result) => number) =>
    results.reduce((total, result) => total + pick(result), 0);
  return [
    row('step', 'seconds', 'passed', 'failed'),
    ...results.map(({ name, seconds, passed, failed }) =>
      row(name, seconds.toFixed(1), `${passed}`, `${failed}`),
    ),
    row('in all', totalSeconds.toFixed(1), '', ''),
    '',
    `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`,
  ].join('\n');
}
