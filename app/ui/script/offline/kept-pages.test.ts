import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepPage, listPages } from '#app/ui/script/offline/kept-pages.ts';
import { FakeCaches } from '#tests/unit/fake-caches.ts';

const caches = new FakeCaches();
const until = new Date(Date.now() + 60_000).toISOString();
const keep = (path: string) => keepPage(path, new Response(`<title>${path}</title>`), until);
const keptPaths = async () => (await listPages()).map(({ path }) => path).toSorted();

beforeEach(() => {
  vi.useFakeTimers();
  caches.stores.clear();
  caches.isFull = () => false;
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 1e9 }) } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a full device makes room by the older half of the pages', async () => {
  for (const path of ['/a', '/b', '/c', '/d']) {
    await keep(path);
    vi.advanceTimersByTime(1_000);
  }
  const refusals = ['/e'];
  caches.isFull = (path) => path === refusals.pop();
  await keep('/e');
  expect(await keptPaths()).toEqual(['/c', '/d', '/e']);
});

it('a device without any room keeps nothing, and says so to whoever asked', async () => {
  caches.isFull = () => true;
  await expect(keep('/a')).rejects.toThrow('No room');
  expect(await keptPaths()).toEqual([]);
});
