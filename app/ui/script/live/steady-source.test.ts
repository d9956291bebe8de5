import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hearSteadily } from '#app/ui/script/live/steady-source.ts';

/** What a browser's connection does when a test says so. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 0;
  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
    Source.opened.push(this);
  }

  close(): void {
    this.readyState = Source.CLOSED;
  }

  /** An answer that is no stream. */
  refuse(): void {
    this.readyState = Source.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

const count = () => Source.opened.length;
const last = () => Source.opened.at(-1) as Source;

/** The milliseconds until the next is opened. */
function pauseAfterRefusal(): number {
  const before = count();
  last().refuse();
  const startedAt = Date.now();
  vi.advanceTimersToNextTimer();
  expect(count()).toBe(before + 1);
  return Date.now() - startedAt;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  Source.opened = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a connection for events', () => {
  it('is opened again where it was refused, after pauses that grow to two minutes', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    hearSteadily('/live', {});
    expect(Array.from({ length: 6 }, pauseAfterRefusal)).toEqual([
      10_000, 20_000, 40_000, 80_000, 120_000, 120_000,
    ]);
    expect(new Set(Source.opened.map(({ address }) => address))).toEqual(new Set(['/live']));
  });

  it('is opened by each page at another time, and not within five seconds', () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(1).mockReturnValueOnce(0.5);
    hearSteadily('/live', {});
    expect([pauseAfterRefusal(), pauseAfterRefusal()]).toEqual([5_000, 15_000]);
  });

  it('begins with short pauses again once it was open', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const heard: string[] = [];
    hearSteadily('/live', { open: () => heard.push('open'), unread: ({ type }) => heard.push(type) });
    for (let n = 0; n < 4; n += 1) pauseAfterRefusal();
    for (const kind of ['open', 'unread']) last().dispatchEvent(new Event(kind));
    expect(heard).toEqual(['open', 'unread']);
    expect(pauseAfterRefusal()).toBe(10_000);
  });

  it('is left to the browser where it broke', () => {
    hearSteadily('/live', {});
    last().dispatchEvent(new Event('error'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not opened again once it is ended, whenever that was', () => {
    const end = hearSteadily('/live', {});
    last().refuse();
    end();
    expect(vi.getTimerCount()).toBe(0);
    const endAnother = hearSteadily('/live', {});
    endAnother();
    // What was on its way when it was ended.
    last().refuse();
    expect(vi.getTimerCount()).toBe(0);
    expect(count()).toBe(2);
  });
});
