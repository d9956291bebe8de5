import { expect, it } from 'vitest';
import { waitForTurn } from '#app/platform/runtime/event-loop-turn.server.ts';

/** Counts the rounds of the loop until it is told to stop. */
function countRounds() {
  let count = 0;
  let goesOn = true;
  const round = () => {
    count += 1;
    if (goesOn) setImmediate(round);
  };
  setImmediate(round);
  return {
    now: () => count,
    stop() {
      goesOn = false;
    },
  };
}

it('comes in the order of asking, and but once in a round of the loop', async () => {
  const rounds = countRounds();
  const names = ['a', 'b', 'c', 'd', 'e'];
  const turns: { name: string; round: number }[] = [];
  await Promise.all(
    names.map(async (name) => {
      await waitForTurn();
      turns.push({ name, round: rounds.now() });
    }),
  );
  rounds.stop();
  expect(turns.map(({ name }) => name)).toEqual(names);
  // The first goes on at once; each of the others has a round of its own.
  expect(turns[0]?.round).toBe(0);
  expect(new Set(turns.slice(1).map(({ round }) => round)).size).toBe(names.length - 1);
});

it('is had at once where nobody waits', async () => {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(waitForTurn()).toBeUndefined();
  expect(waitForTurn()).toBeInstanceOf(Promise);
});
