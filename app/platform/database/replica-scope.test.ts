import { expect, it } from 'vitest';
import { chooseReplica, keepToPrimary } from '#app/platform/database/replica-scope.server.ts';
import { type RequestScope, runInRequestScope } from '#app/platform/runtime/request-scope.server.ts';

const startReplicas = () => [
  { name: 'one', isUsed: true, position: 10 },
  { name: 'two', isUsed: true, position: 10 },
];

let turn = 0;
const nextTurn = () => {
  turn += 1;
  return turn;
};

/** Does something as a request that may read from replicas. */
const asRequest = <T>(mode: 'allowed' | 'only', work: () => T): T =>
  runInRequestScope({ requestId: 'r', queryCount: 0, replicas: { mode, position: 5 } } as RequestScope, work);

it('requests take replicas in turn, and each keeps to its own', () => {
  const replicas = startReplicas();
  const choices = [1, 2, 3].map(() =>
    asRequest('allowed', () => [1, 2, 3].map(() => chooseReplica(replicas, nextTurn)?.name)),
  );
  for (const names of choices) expect(new Set(names).size).toBe(1);
  expect(choices[0]?.[0]).not.toBe(choices[1]?.[0]);
  expect(choices[0]?.[0]).toBe(choices[2]?.[0]);
});

it.each([
  ['is used no more', { isUsed: false }],
  ['is not as far any more', { position: 4 }],
])('a request whose replica %s goes on at the primary, and stays there', (_, change) => {
  const replicas = startReplicas();
  asRequest('allowed', () => {
    const first = chooseReplica(replicas, nextTurn);
    Object.assign(first ?? {}, change);
    expect(chooseReplica(replicas, nextTurn)).toBeUndefined();
    Object.assign(first ?? {}, { isUsed: true, position: 10 });
    expect(chooseReplica(replicas, nextTurn)).toBeUndefined();
  });
});

it('a request that has read from the primary, or whose replica failed, stays there', () => {
  const replicas = startReplicas();
  asRequest('allowed', () => {
    expect(chooseReplica([], nextTurn)).toBeUndefined();
    expect(chooseReplica(replicas, nextTurn)).toBeUndefined();
  });
  asRequest('allowed', () => {
    expect(chooseReplica(replicas, nextTurn)).toBeDefined();
    keepToPrimary();
    expect(chooseReplica(replicas, nextTurn)).toBeUndefined();
  });
});

it('one that has no primary to ask goes on at another replica', () => {
  const replicas = startReplicas();
  asRequest('only', () => {
    const first = chooseReplica(replicas, nextTurn);
    expect(chooseReplica(replicas, nextTurn)).toBe(first);
    Object.assign(first ?? {}, { isUsed: false });
    expect(chooseReplica(replicas, nextTurn)).toBe(replicas.find((replica) => replica !== first));
  });
});

it('no replica is asked that is not as far as the request needs, nor outside of requests', () => {
  expect(
    asRequest('allowed', () => chooseReplica([{ name: 'one', isUsed: true, position: 4 }], nextTurn)),
  ).toBe(undefined);
  expect(chooseReplica(startReplicas(), nextTurn)).toBeUndefined();
});
