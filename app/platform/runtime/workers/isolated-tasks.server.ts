import { resolve } from 'node:path';
import type { Piscina } from 'piscina';
import { log } from '#app/platform/log.server.ts';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';
import { type LaneName, laneOf, lanes } from '#app/platform/runtime/workers/lanes.ts';
import type { InputOf, OutputOf, TaskName } from '#app/platform/runtime/workers/tasks.ts';

// Parsing what strangers send can take seconds for a few kilobytes, and whatever runs in the serving thread delays everybody. Here it runs
// in a thread that can be ended: see docs/decisions/0052-hostile-input-is-parsed-in-threads.md.

/** Why a task has no result. */
type IsolatedFailure =
  /** Too many tasks of its kind wait already; later there may be room. */
  | 'busy'
  /** It took longer than it may. */
  | 'timeout'
  /** It needed more memory than it may. */
  | 'memory'
  /** The process stops. */
  | 'stopped';

/** A task was refused or ended. Nothing is wrong with the site: whoever asked says so in words of its own (503, 413 or 422). */
export class IsolatedTaskError extends Error {
  readonly task: string;
  readonly reason: IsolatedFailure;

  constructor(task: string, reason: IsolatedFailure) {
    super(`the task ${task} has no result: ${reason}`);
    this.task = task;
    this.reason = reason;
  }

  /** Whether the same task may succeed a little later, as it was not the task that failed. */
  get isTemporary(): boolean {
    return this.reason === 'busy' || this.reason === 'stopped';
  }
}

const piscina = onDemand<{ Piscina: typeof Piscina }>('piscina');

/** A thread that has had nothing to do for so long is ended, unless its lane says otherwise. */
const idleMs = 30_000;

let tasksFile: string | undefined;
let isStopped = false;

/** Names the file whose default export does the tasks, from the folder of the project: the composition root knows it. */
export function connectIsolatedTasks(file: string): void {
  tasksFile = resolve(file);
  isStopped = false;
}

interface OpenLane {
  pool: Piscina;
  /** The task that runs, and those that wait for it. */
  pendingCount: number;
  /** Resolves when the last task that was taken is done. */
  last: Promise<unknown>;
  /** Ends the task that runs. */
  end(reason: unknown): void;
}

const openLanes = new Map<LaneName, OpenLane>();

function openLane(name: LaneName): OpenLane {
  const open = openLanes.get(name);
  if (open) return open;
  if (!tasksFile) throw new Error('connectIsolatedTasks() was not called');
  const pool = new (piscina().Piscina)({
    filename: tasksFile,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: laneOf(name).idleMs ?? idleMs,
    // Waiting is done here, so that a task's time begins when it does.
    maxQueue: 1,
    atomics: 'disabled',
    // Serving comes first. Elsewhere than on Linux it would be the priority of the whole process.
    niceIncrement: process.platform === 'linux' ? 5 : 0,
    resourceLimits: { maxOldGenerationSizeMb: lanes[name].memoryMb, maxYoungGenerationSizeMb: 32 },
    // Neither secrets nor settings: what is parsed there came from strangers.
    env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
    execArgv: [],
  });
  const lane: OpenLane = { pool, pendingCount: 0, last: Promise.resolve(), end: () => undefined };
  // A thread that fails before it takes a task, because its file cannot be loaded: the pool would let the task wait for ever.
  pool.on('error', (error) => lane.end(error));
  openLanes.set(name, lane);
  return lane;
}

export interface IsolatedOptions {
  /** Which thread it shares, with whom it waits, and how much memory it has. */
  lane: LaneName;
  /** How long it may run, in milliseconds, without the time it waits: then its thread is ended. Slow machines need generous limits. */
  timeoutMs: number;
  /** Buffers of the input that are handed over instead of copied: they are empty here afterwards. */
  transfer?: readonly ArrayBuffer[];
}

function failureOf(error: unknown, signal: AbortSignal): IsolatedFailure | null {
  if (isStopped) return 'stopped';
  if (signal.reason === 'timeout') return 'timeout';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'memory';
  return null;
}

async function runNow<Name extends TaskName>(
  lane: OpenLane,
  task: Name,
  input: InputOf<Name>,
  { lane: laneName, timeoutMs, transfer = [] }: IsolatedOptions,
): Promise<OutputOf<Name>> {
  if (isStopped) throw new IsolatedTaskError(task, 'stopped');
  const abort = new AbortController();
  lane.end = (reason) => abort.abort(reason);
  const timer = setTimeout(() => abort.abort('timeout'), timeoutMs);
  try {
    return await lane.pool.run({ task, input }, { signal: abort.signal, transferList: [...transfer] });
  } catch (error) {
    const failure = failureOf(error, abort.signal);
    if (!failure) throw abort.signal.aborted ? abort.signal.reason : error;
    if (failure !== 'stopped') log().warn({ task, lane: laneName, failure }, 'isolated_task_ended');
    throw new IsolatedTaskError(task, failure);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Has a task done in a thread apart from the one that serves, one at a time in each lane. The first starts the thread (about 0.1 s); one
 * that has nothing to do for half a minute is ended.
 * @throws {IsolatedTaskError} when there is no room, or the task exceeds its time or memory; what the task itself throws comes as an Error
 * with its message
 */
export async function runIsolated<Name extends TaskName>(
  task: Name,
  input: InputOf<Name>,
  options: IsolatedOptions,
): Promise<OutputOf<Name>> {
  if (isStopped) throw new IsolatedTaskError(task, 'stopped');
  const lane = openLane(options.lane);
  if (lane.pendingCount > lanes[options.lane].maxWaiting) throw new IsolatedTaskError(task, 'busy');
  lane.pendingCount += 1;
  const result = lane.last.then(() => runNow<Name>(lane, task, input, options));
  lane.last = result.catch(() => undefined);
  return result.finally(() => {
    lane.pendingCount -= 1;
  });
}

/** Ends all threads. What still runs in them, or waits, is refused as `stopped`. */
export async function stopIsolated(): Promise<void> {
  isStopped = true;
  const pools = [...openLanes.values()].map(({ pool }) => pool);
  openLanes.clear();
  await Promise.all(pools.map((pool) => pool.destroy()));
}
