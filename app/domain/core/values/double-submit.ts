import { now } from '#app/platform/clock.server.ts';

/** Who asks for the same again this soon, in milliseconds, has pressed a button twice: the first press counts. */
const doubleSubmitMs = 10_000;

/**
 * When the first press was, if what is asked for now is the second (P101). Of two at once neither knows which clock was read first: hence
 * both ways.
 */
export function doubleSubmitWindow(): { gt: Date; lt: Date } {
  const at = now().getTime();
  return { gt: new Date(at - doubleSubmitMs), lt: new Date(at + doubleSubmitMs) };
}
