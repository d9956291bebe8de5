import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { compiled } from '#tests/compiled.ts';

/** What a job holds on to has to fit in here, however many people there are: one that gathers them all ends out of memory. */
const heap = '--max-old-space-size=160';

/**
 * Runs a script of tests/mailings in a process of its own, and kills it as soon as `isFarEnough`, unless that is null. Gives its output; null
 * where it was killed.
 */
export async function runMailing(
  [script, ...args]: readonly [script: string, ...args: string[]],
  isFarEnough: (() => boolean | Promise<boolean>) | null,
  settings: Record<string, string> = {},
): Promise<string | null> {
  const child = spawn(process.execPath, [heap, join(import.meta.dirname, '../mailings', script), ...args], {
    env: { ...process.env, ...compiled, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = text(child.stdout);
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  if (isFarEnough) {
    while (child.exitCode === null && !(await isFarEnough())) await pause(2);
    child.kill('SIGKILL');
  }
  const [status, signal] = await ended;
  if (signal === null) expect(status).toBe(0);
  return signal === null ? await output : null;
}

/** The most memory that such a process had, in MB, by its output. */
export const peakOf = (output: string | null): number => Number(/peak (\d+)/.exec(output ?? '')?.[1]);
