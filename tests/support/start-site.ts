import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compiled } from '#tests/compiled.ts';

const projectDir = join(import.meta.dirname, '../..');

/** What the tests hash, their site can check. */
const quickArgon2 = join(import.meta.dirname, 'quick-argon2.ts');

/** A start of the site as `npm start` makes it. */
export interface Start {
  /** The parent of the processes that serve. */
  pid: number | undefined;
  /** Resolves once the site is ready; rejects with its output when it ends before that. */
  ready: Promise<void>;
  /** The status it ends with. */
  ended: Promise<number | null>;
  output(): string;
  /** Lets it end in order, and waits for that. */
  stop(): Promise<void>;
}

/** Starts the site with nothing but these settings. */
export function startSite(settings: Record<string, string>): Start {
  const child = spawn(process.execPath, [join(projectDir, 'app/program/start.ts')], {
    cwd: projectDir,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      SAMPLE_YEAR: 'false',
      ...compiled,
      ...settings,
      NODE_OPTIONS: `--import=${quickArgon2} ${settings.NODE_OPTIONS ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close').then(([status]) => status as number | null);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
        if (/^Ready at /m.test(output)) resolve();
      });
    void ended.then(() => reject(new Error(`The site did not start:\n${output}`)));
  });
  ready.catch(() => undefined);
  return {
    pid: child.pid,
    ready,
    ended,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
