import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReplicaWatch } from '#app/platform/database/replica-watch.ts';

/** Where the primary's log is; undefined while it is away. */
let primary: number | undefined;
/** On the clock of the process, in milliseconds. */
let time: number;

beforeEach(() => {
  primary = 1_000;
  time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
});
afterEach(() => vi.restoreAllMocks());

/** A replica, and what a look a second says of it. */
function startWatch() {
  const replica = {
    /** Where it is, in its own log. */
    at: 1_000,
    position: 0,
    isUsed: false,
    look: async () => {
      await Promise.resolve();
      replica.position = replica.at;
    },
    use: (isUsed: boolean) => {
      replica.isUsed = isUsed;
    },
  };
  const watch = new ReplicaWatch([replica], async () => {
    if (primary === undefined) throw new Error('The primary is away.');
    return primary;
  });
  /** Moves both logs, and looks. @returns whether the replica is used. */
  const look = async (at: { primary?: number | undefined; replica?: number } = {}) => {
    if ('primary' in at) primary = at.primary;
    replica.at = at.replica ?? replica.at;
    await watch.look();
    time += 1_000;
    return replica.isUsed;
  };
  return { replica, look, watch };
}

it('a replica is used that has what the primary had five seconds ago', async () => {
  const { look } = startWatch();
  expect(await look()).toBe(true);
  expect(await look({ primary: 1_001 })).toBe(true);
  for (let second = 1; second <= 5; second += 1) expect(await look()).toBe(true);
  expect(await look()).toBe(false);
  expect(await look({ replica: 1_001 })).toBe(true);
});

it('how old a replica is is not known before it has what the primary had first', async () => {
  const { look } = startWatch();
  expect(await look({ replica: 900 })).toBe(false);
  expect(await look({ replica: 999, primary: 1_010 })).toBe(false);
  expect(await look({ replica: 1_000 })).toBe(true);
});

it('nor is it while the primary was never heard of', async () => {
  const { look } = startWatch();
  expect(await look({ primary: undefined })).toBe(false);
  expect(await look({ primary: 1_000 })).toBe(true);
});

it('nor is it when another leads that has less', async () => {
  const { look } = startWatch();
  expect(await look({ replica: 800 })).toBe(false);
  expect(await look({ replica: 1_000 })).toBe(true);
  expect(await look({ primary: 950, replica: 900 })).toBe(false);
  expect(await look({ primary: 960, replica: 950 })).toBe(true);
});

it('a replica with a log that the primary lost is not used, nor once the primary is past it, until it has moved', async () => {
  const { look } = startWatch();
  expect(await look({ primary: 990 })).toBe(false);
  expect(await look({ primary: 999 })).toBe(false);
  expect(await look({ primary: undefined })).toBe(false);
  expect(await look({ primary: 1_001 })).toBe(false);
  expect(await look({ replica: 1_001 })).toBe(true);
});

it('one that was wound back is used once it follows again', async () => {
  const { look } = startWatch();
  expect(await look({ primary: 990 })).toBe(false);
  expect(await look({ replica: 980 })).toBe(false);
  expect(await look({ replica: 990 })).toBe(true);
});

it('while the primary is away no replica is ahead of it', async () => {
  const { look } = startWatch();
  expect(await look()).toBe(true);
  expect(await look({ primary: undefined, replica: 1_005 })).toBe(true);
  expect(await look({ primary: 1_005 })).toBe(true);
});

it('the primary is asked after the replica, which has followed it meanwhile', async () => {
  const { replica, look } = startWatch();
  expect(await look()).toBe(true);
  replica.look = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    primary = 1_020;
    replica.position = 1_020;
  };
  expect(await look()).toBe(true);
});

it('one that a request has lost since it was looked at stays out', async () => {
  const { replica, look } = startWatch();
  expect(await look()).toBe(true);
  const watch = new ReplicaWatch([replica], async () => {
    Object.assign(replica, { position: 0, isUsed: false });
    return 1_000;
  });
  await watch.look();
  expect(replica.isUsed).toBe(false);
});

it('one that cannot be looked at is not used', async () => {
  const { replica, look } = startWatch();
  expect(await look()).toBe(true);
  replica.look = async () => {
    throw new Error('It is gone.');
  };
  expect(await look()).toBe(false);
});

it('what was committed before the primary was asked where its log is, is in a replica that is as far', async () => {
  const { look, watch } = startWatch();
  await look();
  await look({ primary: 1_001 });
  await look({ primary: 1_002 });
  expect([999, 1_000, 1_001, 1_002, 1_003].map((position) => watch.knownUntil(position))).toEqual([
    -Infinity,
    0,
    1_000,
    2_000,
    2_000,
  ]);
});
