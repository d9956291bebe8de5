import type { Plugin } from 'vitest/config';
import { ForksPoolWorker, type PoolOptions, type WorkerRequest } from 'vitest/node';

/** After so many test files a process is replaced: what each of them leaves behind adds up. */
const filesEach = 25;

type Listener = (message: unknown) => void;

/** Processes that wait for their next test file, with how many they have run. */
const idle: { worker: ForksPoolWorker; filesRun: number }[] = [];

/**
 * A process that goes on to the next test file. The modules of the project are loaded anew for each file, as Vitest does where it
 * isolates files; those of packages, which take most of the time a small test file needs, stay.
 */
class WarmWorker {
  readonly name = 'warm';
  readonly cacheFs = true;
  readonly #options: PoolOptions;
  #current: (typeof idle)[number] | undefined;
  #listeners: Listener[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get #worker(): ForksPoolWorker {
    if (!this.#current) throw new Error('the worker has not been started');
    return this.#current.worker;
  }

  async start(): Promise<void> {
    this.#current = idle.pop();
    if (this.#current) return;
    this.#current = { worker: new ForksPoolWorker(this.#options), filesRun: 0 };
    await this.#worker.start();
  }

  /** To stop is answered here: the process knows nothing of it, and goes on. */
  send(message: WorkerRequest): void {
    if (message.type !== 'stop') {
      this.#worker.send(message);
      return;
    }
    const response = { type: 'stopped', __vitest_worker_response__: true };
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener(response);
    });
  }

  async stop(): Promise<void> {
    const current = this.#current;
    if (!current) return;
    for (const listener of this.#listeners) current.worker.off('message', listener);
    this.#current = undefined;
    current.filesRun += 1;
    if (current.filesRun < filesEach) idle.push(current);
    else await current.worker.stop();
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
    vitest.onClose(async () => {
      for (const { worker } of idle.splice(0)) await worker.stop();
    });
    project.config.pool = 'warm';
    project.config.poolRunner = { name: 'warm', createPoolWorker: (options) => new WarmWorker(options) };
  },
});
