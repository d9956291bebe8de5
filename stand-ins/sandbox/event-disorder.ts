/** How unkindly events are sent: late, in another order and more than once, the same way for the same seed. */
export interface Disorder {
  seed: number;
}

/** What is done with an event at its first attempt. */
type Treatment = 'send' | 'delay' | 'repeat';

/** Chances of one in so many: three of ten events come late, three come twice. */
const late = 0.3;
const twice = 0.6;

/** The longest an event is held back, in seconds. */
const longestSeconds = 20;

/** Numbers from 0 to 1 that look like chance and follow from the seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Decides for each event in turn. */
export function createDisorder({ seed }: Disorder) {
  const next = chance(seed);
  return {
    treatment(): Treatment {
      const roll = next();
      return roll < late ? 'delay' : roll < twice ? 'repeat' : 'send';
    },
    waitSeconds: () => 1 + Math.floor(next() * longestSeconds),
    shuffled<T>(entries: readonly T[]): T[] {
      const mixed = entries.map((entry) => ({ entry, place: next() }));
      return mixed.sort((a, b) => a.place - b.place).map(({ entry }) => entry);
    },
  };
}
