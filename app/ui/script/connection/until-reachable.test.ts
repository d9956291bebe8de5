import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilReachable } from '#app/ui/script/connection/until-reachable.ts';

let answers: (() => Promise<Response>)[];
const fails = () => Promise.reject(new TypeError('Failed to fetch'));
const answersWith = (status: number) => () => Promise.resolve(new Response(null, { status }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  answers = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(() => (answers.shift() ?? fails)()),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks after pauses that double, up to a minute', async () => {
  const waiting = untilReachable(new AbortController().signal);
  const askedAt: number[] = [];
  const startedAt = Date.now();
  for (let n = 0; n < 7; n += 1) {
    await vi.advanceTimersToNextTimerAsync();
    askedAt.push(Date.now() - startedAt);
  }
  expect(askedAt).toEqual([2_000, 6_000, 14_000, 30_000, 62_000, 122_000, 182_000]);
  answers = [answersWith(200)];
  await vi.advanceTimersToNextTimerAsync();
  expect(await waiting).toBe(true);
});

it('asks at once when the browser says that it is online, and goes on where the site does not answer yet', async () => {
  const waiting = untilReachable(new AbortController().signal);
  answers = [answersWith(503), answersWith(200)];
  for (let n = 0; n < 2; n += 1) {
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(await waiting).toBe(true);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('gives up when it is told to, without asking again', async () => {
  const giveUp = new AbortController();
  const waiting = untilReachable(giveUp.signal);
  giveUp.abort();
  expect(await waiting).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
  expect(fetch).not.toHaveBeenCalled();
});
