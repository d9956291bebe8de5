/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to `below`, that excluded. */
  int(below: number): number;
  /** True once in `times`. */
  oneIn(times: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** @param seed any whole number (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    oneIn: (times) => int(times) === 0,
    pick<T>(list: readonly T[]): T {
      const found = list[int(list.length)];
      if (found === undefined) throw new Error('There is nothing to pick from.');
      return found;
    },
  };
}
