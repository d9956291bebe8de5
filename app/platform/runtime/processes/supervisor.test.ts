import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createSupervisor,
  type Order,
  type Serving,
  type ServingProcess,
} from '#app/platform/runtime/processes/supervisor.ts';

/** A process that does what the test says. */
interface Fake extends ServingProcess {
  prepares: boolean;
  orders: Order[];
  isReadyNow(): Promise<void>;
  fall(how?: string): Promise<void>;
}

let started: Fake[];
let messages: string[];
let givenUp: string[];

const settle = () => vi.advanceTimersByTimeAsync(0);

function fakeProcess(prepares: boolean): Fake {
  const ready = Promise.withResolvers<Serving>();
  const ended = Promise.withResolvers<string>();
  ready.promise.catch(() => undefined);
  const orders: Order[] = [];
  const fall = async (how = 'exit code 1') => {
    ready.reject(new Error(`it ended (${how})`));
    ended.resolve(how);
    await settle();
  };
  return {
    pid: started.length + 1,
    prepares,
    orders,
    ready: ready.promise,
    ended: ended.promise,
    order: (order) => void orders.push(order),
    kill: () => void fall('SIGKILL'),
    async isReadyNow() {
      ready.resolve({ port: 3000, notice: [] });
      await settle();
    },
    fall,
  };
}

function supervise(count: number, works = true) {
  return createSupervisor({
    count,
    works,
    start({ prepares }) {
      const fake = fakeProcess(prepares);
      started.push(fake);
      return fake;
    },
    tell: (level, message) => void messages.push(`${level}: ${message}`),
    giveUp: (reason) => void givenUp.push(reason),
  });
}

const at = (index: number): Fake => started[index] ?? expect.fail(`There is no process ${index}`);

/** A supervisor whose processes serve. */
async function serving(count: number, works = true) {
  const supervisor = supervise(count, works);
  const start = supervisor.start();
  await at(0).isReadyNow();
  for (let index = 1; index < count; index++) await at(index).isReadyNow();
  await start;
  return supervisor;
}

beforeEach(() => {
  vi.useFakeTimers();
  started = [];
  messages = [];
  givenUp = [];
});
afterEach(() => vi.useRealTimers());

describe('a start', () => {
  it('has one process prepare, and the others begin when it is done', async () => {
    const start = supervise(3).start();
    expect(started.map(({ prepares }) => prepares)).toEqual([true]);
    await at(0).isReadyNow();
    expect(started.map(({ prepares }) => prepares)).toEqual([true, false, false]);
    await at(1).isReadyNow();
    await at(2).isReadyNow();
    expect(await start).toEqual({ port: 3000, notice: [] });
  });

  it('fails with what the first process says', async () => {
    const start = supervise(2).start();
    const failure = expect(start).rejects.toThrow('it ended (exit code 1)');
    await at(0).fall();
    await failure;
    expect(started).toHaveLength(1);
  });

  it('has exactly one do the jobs, or none', async () => {
    await serving(3);
    expect(started.map(({ orders }) => orders)).toEqual([['work'], [], []]);
    started = [];
    await serving(2, false);
    expect(started.map(({ orders }) => orders)).toEqual([[], []]);
  });
});

describe('a process that falls', () => {
  it('is replaced at once, and others do its jobs', async () => {
    await serving(2);
    await at(0).fall('SIGKILL');
    expect(at(1).orders).toEqual(['work']);
    expect(started).toHaveLength(3);
    await at(2).isReadyNow();
    expect(at(2).orders).toEqual([]);
    expect(messages).toEqual([
      'error: a process has fallen: another is started',
      'info: a process takes over the jobs',
      'info: a process has started',
    ]);
  });

  it('again and again is replaced after growing pauses, until all has been calm for a minute', async () => {
    await serving(1);
    for (const pause of [0, 500, 1_000, 2_000]) {
      const before = started.length;
      await at(before - 1).fall();
      if (pause > 0) {
        await vi.advanceTimersByTimeAsync(pause - 1);
        expect(started).toHaveLength(before);
        await vi.advanceTimersByTimeAsync(1);
      }
      expect(started).toHaveLength(before + 1);
      await at(before).isReadyNow();
    }
    await vi.advanceTimersByTimeAsync(60_000);
    await at(started.length - 1).fall();
    expect(started).toHaveLength(6);
    expect(givenUp).toEqual([]);
  });

  it('and cannot be replaced is given up with the reason, once no other serves', async () => {
    await serving(1);
    await at(0).fall();
    while (givenUp.length === 0 && started.length < 100) {
      await at(started.length - 1).fall();
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(givenUp).toEqual(['it ended (exit code 1)']);
    expect(started).toHaveLength(9);
  });

  it('and cannot be replaced leaves those alone that serve', async () => {
    await serving(2);
    await at(0).fall();
    for (let attempt = 0; attempt < 20; attempt++) {
      await at(started.length - 1).fall();
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(givenUp).toEqual([]);
    expect(at(1).orders).toEqual(['work']);
  });
});

describe('rolling', () => {
  it('has each new process ready before the old one lets go, one after another', async () => {
    const supervisor = await serving(2);
    const rolled = supervisor.roll();
    await settle();
    expect(at(2).prepares).toBe(true);
    expect(at(0).orders).toEqual(['work']);
    await at(2).isReadyNow();
    expect(at(0).orders).toEqual(['work', 'retire']);
    expect(at(1).orders).toEqual(['work']);
    expect(started).toHaveLength(3);
    await at(0).fall('exit code 0');
    expect(at(3).prepares).toBe(false);
    await at(3).isReadyNow();
    expect(at(1).orders).toEqual(['work', 'retire']);
    expect(at(2).orders).toEqual(['work']);
    await at(1).fall('exit code 0');
    await rolled;
    expect(started).toHaveLength(4);
  });

  it('ends where a new process cannot start: the old ones go on', async () => {
    const supervisor = await serving(2);
    const rolled = supervisor.roll();
    await settle();
    await at(2).fall();
    await rolled;
    expect(started).toHaveLength(3);
    expect([...at(0).orders, ...at(1).orders]).toEqual(['work']);
    expect(messages).toEqual(['error: rolling has ended: a new process could not start']);
  });

  it('asked for meanwhile is done once more', async () => {
    const supervisor = await serving(1);
    const rolled = supervisor.roll();
    void supervisor.roll();
    void supervisor.roll();
    await settle();
    await at(1).isReadyNow();
    await at(0).fall('exit code 0');
    await at(2).isReadyNow();
    await at(1).fall('exit code 0');
    await rolled;
    expect(started).toHaveLength(3);
  });

  it('ends by force a process that does not let go', async () => {
    const supervisor = await serving(1);
    const rolled = supervisor.roll();
    await settle();
    await at(1).isReadyNow();
    await vi.advanceTimersByTimeAsync(15_000);
    await rolled;
    expect(await at(0).ended).toBe('SIGKILL');
  });
});

describe('a stop', () => {
  it('has all end, and starts none in their place', async () => {
    const supervisor = await serving(2);
    const stopped = supervisor.stop();
    expect(started.map(({ orders }) => orders)).toEqual([['work', 'stop'], ['stop']]);
    await at(0).fall('exit code 0');
    await at(1).fall('exit code 0');
    await stopped;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started).toHaveLength(2);
    expect(messages).toEqual([]);
  });

  it('forgets what was to be started', async () => {
    const supervisor = await serving(1);
    await at(0).fall();
    await at(1).fall();
    await supervisor.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started).toHaveLength(2);
  });
});
