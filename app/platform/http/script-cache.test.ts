import type { EntryContext } from 'react-router';
import { expect, it } from 'vitest';
import { cacheScripts, findCachedScripts, scriptsKey } from '#app/platform/http/script-cache.server.ts';

const routesOf = (ids: string[]) => Object.fromEntries(ids.map((id) => [id, {}]));

const keyForRoutes = (pathname: string, ...routes: string[]) =>
  keyAmongRoutes(['root', 'lesson', 'quiz'], pathname, routes);

const keyAmongRoutes = (manifestRoutes: string[], pathname: string, routes: string[]) =>
  scriptsKey({
    manifest: { routes: routesOf(manifestRoutes) },
    staticHandlerContext: { matches: routes.map((id) => ({ route: { id } })), location: { pathname } },
  } as unknown as EntryContext);

it('names a page’s scripts by its routes and what stands above its address', () => {
  const lesson = keyForRoutes('/courses/seo/module-1', 'root', 'lesson');
  expect(keyForRoutes('/courses/seo/module-2', 'root', 'lesson')).toBe(lesson);
  expect(keyForRoutes('/courses/seo/module-1/', 'root', 'lesson')).toBe(lesson);
  for (const other of [
    keyForRoutes('/courses/email/module-1', 'root', 'lesson'),
    keyForRoutes('/courses/seo', 'root', 'lesson'),
    keyForRoutes('/courses/seo/module-1', 'root', 'quiz'),
    keyForRoutes('/courses/seo/module-1', 'root', 'layout', 'lesson'),
  ])
    expect(other).not.toBe(lesson);
});

it('tells scripts that know of more routes, for who spells the address otherwise, from those of everybody else', () => {
  const usual = keyAmongRoutes(['root', 'lesson'], '/dashboard', ['root', 'lesson']);
  expect(keyAmongRoutes(['root', 'lesson', 'home'], '/dash%62oard', ['root', 'lesson'])).not.toBe(usual);
});

it('gives what is kept with the nonce of the page that asks, and nothing under another name', () => {
  cacheScripts('a', '<script nonce="one">1</script><script nonce="one">2</script>', 'one');
  expect(findCachedScripts('a', 'two')).toBe('<script nonce="two">1</script><script nonce="two">2</script>');
  expect(findCachedScripts('b', 'two')).toBeUndefined();
});

it('keeps no more than 500, the latest', () => {
  for (let number = 0; number <= 500; number++) cacheScripts(`page ${number}`, `${number}`, 'nonce');
  expect(findCachedScripts('page 0', 'n')).toBeUndefined();
  expect(findCachedScripts('page 1', 'n')).toBe('1');
  expect(findCachedScripts('page 500', 'n')).toBe('500');
});
