import { AsyncLocalStorage } from 'node:async_hooks';

const clocks = new AsyncLocalStorage<() => Date>();

/** The time by which the product's rules go: that of the machine, or inside `withClock` another. */
export function now(): Date {
  return clocks.getStore()?.() ?? new Date();
}

/** Whether the product's rules go by another clock than the machine's. */
export const isClockSet = (): boolean => clocks.getStore() !== undefined;

/** Runs `work`, and all it starts, by another clock; nothing else is told another time meanwhile. */
export function withClock<T>(clock: () => Date, work: () => T): T {
  return clocks.run(clock, work);
}
