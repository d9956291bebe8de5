import type { Plugin } from 'vitest/config';
import { ForksPoolWorker, type PoolOptions, type WorkerRequest } from 'vitest/node';

/** After so many test files a process is replaced: what each of them leaves behind adds up. */
const filesEach = 300;

type Listener = (message: unknown) => void;

interface Warm {
  worker: ForksPoolWorker;
  filesRun: number;
}

const shared = globalThis as { __warmWorkers__?: Map<string, Warm[]> };
// Vitest's configuration and Stryker's runner load this file each for itself.
shared.__warmWorkers__ ??= new Map();

/** Processes that wait for their next test file, by project. */
const idle = shared.__warmWorkers__;

/** Ends the processes that wait: the next test file begins in a new one. */
export async function stopWarmWorkers(): Promise<void> {
  const warm = [...idle.values()].flat();
  idle.clear();
  for (const { worker } of warm) await worker.stop();
}

/**
 * A process that goes on to the next test file, in the same run of the tests or the next. Packages stay loaded; so do the modules of
 * the project, unless the Vitest project isolates its files.
 */
class WarmWorker {
  readonly name = 'warm';
  readonly cacheFs = true;
  readonly #options: PoolOptions;
  #current: Warm | undefined;
  #listeners: Listener[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get #worker(): ForksPoolWorker {
    if (!this.#current) throw new Error('the worker has not been started');
    return this.#current.worker;
  }

  async start(): Promise<void> {
    this.#current = idle.get(this.#options.project.name)?.pop();
    if (this.#current) return;
    this.#current = { worker: new ForksPoolWorker(this.#options), filesRun: 0 };
    await this.#worker.start();
  }

  /** To stop is answered here: the process knows nothing of it, and goes on. */
  send(message: WorkerRequest): void {
    if (message.type === 'run') this.#countFiles(message.context.files.length);
    if (message.type !== 'stop') {
      this.#worker.send(message);
      return;
    }
    const response = { type: 'stopped', __vitest_worker_response__: true };
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener(response);
    });
  }

  #countFiles(count: number): void {
    if (this.#current) this.#current.filesRun += count;
  }

  async stop(): Promise<void> {
    const current = this.#current;
    if (!current) return;
    for (const listener of this.#listeners) current.worker.off('message', listener);
    this.#current = undefined;
    if (current.filesRun >= filesEach) {
      await current.worker.stop();
      return;
    }
    const { name } = this.#options.project;
    idle.set(name, [...(idle.get(name) ?? []), current]);
  }

  on(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.push(listener);
    this.#worker.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners = this.#listeners.filter((other) => other !== listener);
    if (this.#current) this.#worker.off(event, listener);
  }

  deserialize(data: unknown): unknown {
    return data;
  }
}

/** Runs the test files of a Vitest project in processes that go on from one file, and one run, to the next. */
export const warmWorkers = (): Plugin => ({
  name: 'warm-workers',
  configureVitest({ project, vitest }) {
    vitest.onClose(stopWarmWorkers);
    project.config.pool = 'warm';
    project.config.poolRunner = { name: 'warm', createPoolWorker: (options) => new WarmWorker(options) };
  },
});
