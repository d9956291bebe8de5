import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepPageWithoutData } from '#app/ui/script/connection/page-data.ts';

const origin = 'https://site.example';
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const answer = () => Promise.resolve(new Response('data'));
/** An answer that breaks off midway. */
const broken = () =>
  Promise.resolve(
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('da'));
          controller.error(new TypeError('network error'));
        },
      }),
    ),
  );

let answers: (() => Promise<Response>)[];
let navigation: EventTarget;
const openLater = vi.fn<(href: string) => void>();
const untilBack = vi.fn<(signal: AbortSignal) => Promise<boolean>>();
let lacksScript: () => boolean;

beforeEach(() => {
  answers = [];
  openLater.mockReset();
  untilBack.mockReset().mockResolvedValue(true);
  navigation = new EventTarget();
  vi.stubGlobal('location', new URL(`${origin}/courses`));
  vi.stubGlobal('window', { navigation, fetch: vi.fn(() => (answers.shift() ?? lost)()) });
  lacksScript = keepPageWithoutData({ departure: () => `${origin}/courses/seo`, openLater, untilBack });
});

afterEach(() => vi.unstubAllGlobals());

const ask = (path: string, init?: RequestInit) => window.fetch(new URL(path, origin), init);

describe('data of another page', () => {
  it.each([
    ['are refused', lost],
    ['break off midway', broken],
  ])('that %s keep the page until it is left', async (_, failing) => {
    answers = [failing];
    const abandonment = new AbortController();
    const request = ask('/courses/seo.data', { signal: abandonment.signal });
    await vi.waitFor(() => expect(openLater).toHaveBeenCalledWith(`${origin}/courses/seo`));
    abandonment.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
    expect(openLater).toHaveBeenCalledTimes(1);
  });

  it('come through whole, and the first page has an address of its own', async () => {
    answers = [answer];
    expect(await (await ask('/courses/seo.data')).text()).toBe('data');
    void ask('/_.data');
    await vi.waitFor(() => expect(openLater).toHaveBeenCalledWith(`${origin}/`));
  });

  it('keep the page as well where React does not know its scripts yet', async () => {
    void ask('/assets/manifest?paths=%2Fcourses%2Fseo&version=1');
    await vi.waitFor(() => expect(openLater).toHaveBeenCalledWith(`${origin}/courses/seo`));
    await expect(ask('/assets/manifest?paths=%2Fprofile&version=1')).rejects.toThrow(TypeError);
  });
});

describe('data of the page that is shown', () => {
  it('are asked for again once there is a connection', async () => {
    answers = [lost, lost, answer];
    expect((await ask('/courses.data')).status).toBe(200);
    expect(untilBack).toHaveBeenCalledTimes(2);
    expect(openLater).not.toHaveBeenCalled();
  });

  it('are given up after five times', async () => {
    await expect(ask('/courses.data')).rejects.toThrow(TypeError);
    expect(window.fetch).toBeDefined();
    expect(untilBack).toHaveBeenCalledTimes(4);
  });
});

it('other requests fail as they did: forms, parts of pages, other files, and what was given up', async () => {
  for (const [path, init] of [
    ['/courses/seo.data', { method: 'POST' }],
    ['/courses/seo/watch.data?_routes=watch', {}],
    ['/meta.json', {}],
    ['https://elsewhere.example/x.data', {}],
  ] as const)
    await expect(ask(path, init), path).rejects.toThrow(TypeError);
  const abandonment = new AbortController();
  abandonment.abort();
  await expect(ask('/courses/seo.data', { signal: abandonment.signal })).rejects.toThrow(TypeError);
  expect(openLater).not.toHaveBeenCalled();
});

describe('a script that does not come, for which React loads the page anew', () => {
  const reload = (more: object = {}) => {
    const event = new Event('navigate', { cancelable: true });
    navigation.dispatchEvent(
      Object.assign(event, { navigationType: 'reload', userInitiated: false, ...more }),
    );
    return event.defaultPrevented;
  };

  it('keeps the page and opens the other one later; from then on pages are documents', async () => {
    answers = [answer];
    await ask('/courses/seo.data');
    expect(reload({ navigationType: 'push' })).toBe(false);
    expect(reload({ userInitiated: true })).toBe(false);
    expect(lacksScript()).toBe(false);
    expect(reload()).toBe(true);
    expect(openLater).toHaveBeenCalledWith(`${origin}/courses/seo`);
    expect(lacksScript()).toBe(true);
  });

  it('is none where React opens nothing, or has opened it', async () => {
    expect(reload()).toBe(false);
    answers = [answer];
    await ask('/courses/seo.data');
    vi.stubGlobal('location', new URL(`${origin}/courses/seo`));
    expect(reload()).toBe(false);
  });
});
