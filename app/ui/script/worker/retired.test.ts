import { afterEach, expect, it, vi } from 'vitest';
import { FakeCaches } from '#tests/unit/fake-caches.ts';

afterEach(() => vi.unstubAllGlobals());

it('the worker of a site that keeps no pages deletes them, answers nothing, and goes on showing what is pushed', async () => {
  const listeners = new Map<string, (event: { waitUntil(work: Promise<unknown>): void }) => void>();
  const caches = new FakeCaches();
  const disable = vi.fn(async () => undefined);
  const skipWaiting = vi.fn(async () => undefined);
  for (const name of [
    'offline-pages-1',
    'offline-files-1',
    'offline-state-1',
    'offline-shell-1',
    'offline-outbox',
  ])
    await caches.open(name);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('registration', { navigationPreload: { disable } });
  vi.stubGlobal('skipWaiting', skipWaiting);
  vi.stubGlobal('addEventListener', (kind: string, act: never) => listeners.set(kind, act));
  await import('#app/ui/script/worker/retired.ts');

  expect([...listeners.keys()].toSorted()).toEqual(['activate', 'install', 'notificationclick', 'push']);
  const work: Promise<unknown>[] = [];
  for (const kind of ['install', 'activate']) listeners.get(kind)?.({ waitUntil: (one) => work.push(one) });
  await Promise.all(work);
  expect(skipWaiting).toHaveBeenCalled();
  expect(disable).toHaveBeenCalled();
  // What somebody has changed without a connection is still to be sent.
  expect(await caches.keys()).toEqual(['offline-outbox']);
});
