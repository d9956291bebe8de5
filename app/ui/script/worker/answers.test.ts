import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepPage } from '#app/ui/script/offline/kept-pages.ts';
import { answerPage } from '#app/ui/script/worker/answers.ts';
import { FakeCaches } from '#tests/unit/fake-caches.ts';

const url = new URL('https://site.example/courses/seo');
const live = () => new Response('live', { headers: { 'Content-Type': 'text/html' } });
let answer: (answer: Response) => void;
let lose: (error: Error) => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('caches', new FakeCaches());
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ quota: 1e9 }) },
    locks: { request: (_: string, work: () => unknown) => work() },
  });
  vi.stubGlobal(
    'fetch',
    vi.fn(
      () =>
        new Promise<Response>((resolve, reject) => {
          answer = resolve;
          lose = reject;
        }),
    ),
  );
  const until = new Date(Date.now() + 60_000).toISOString();
  await keepPage(url.pathname, new Response('<html lang="en"><title>SEO</title></html>'), until);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the page that is kept; `shown` is what the browser gets, once it does. */
function open() {
  const request = { url: url.href } as Request;
  const state: { shown: string | null } = { shown: null };
  const event = { request, preloadResponse: Promise.resolve(undefined), waitUntil: () => undefined };
  const opened = answerPage(event as never, url)
    .then((page) => page.text())
    .then((text) => {
      state.shown = text;
    });
  return { state, opened };
}

describe('a page that is kept', () => {
  it('is shown as it was kept where the site does not answer within six seconds', async () => {
    const { state, opened } = open();
    await vi.advanceTimersByTimeAsync(5_999);
    expect(state.shown).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await opened;
    expect(state.shown).toContain('<title>SEO</title>');
    expect(state.shown).toContain('data-slow');
  });

  it('comes from the site where that answers in time', async () => {
    const { state, opened } = open();
    await vi.advanceTimersByTimeAsync(5_000);
    answer(live());
    await opened;
    expect(state.shown).toBe('live');
  });

  it('is shown at once where there is no connection, and is not called slow', async () => {
    const { state, opened } = open();
    await vi.advanceTimersByTimeAsync(0);
    lose(new TypeError('Failed to fetch'));
    await opened;
    expect(state.shown).toContain('<title>SEO</title>');
    expect(state.shown).not.toContain('data-slow');
  });
});
