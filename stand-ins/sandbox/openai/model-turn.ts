/** What the stand-in does when it is asked: what it writes or calls, and what goes wrong with it. */
export interface Turn {
  text?: string;
  calls?: readonly { name: string; arguments: Record<string, unknown> | string }[];
  fault?: Fault;
  /** Resolves when the rest may follow, after the first piece. */
  hold?: Promise<unknown>;
}

/**
 * - rate_limited, overloaded: refused before anything is sent
 * - error_midway: an error as an event, after half of it
 * - cut_midway: the connection breaks after half of it
 * - unfinished: it ends after half of it, without a word
 * - malformed: an event that is no JSON, after half of it
 * - silent: takes the request and says nothing until the asker goes
 */
export type Fault =
  | 'rate_limited'
  | 'overloaded'
  | 'error_midway'
  | 'cut_midway'
  | 'unfinished'
  | 'malformed'
  | 'silent';

/** A promise and what resolves it. */
export function gate(): { promise: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: () => resolve() };
}
