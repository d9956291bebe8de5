import type { EntryContext } from 'react-router';
import { expect, it } from 'vitest';
import { findScripts, keepScripts, scriptsKey } from '#app/platform/http/kept-scripts.server.ts';

const routesOf = (ids: string[]) => Object.fromEntries(ids.map((id) => [id, {}]));

const keyOf = (pathname: string, ...routes: string[]) =>
  keyAmong(['root', 'lesson', 'quiz'], pathname, routes);

const keyAmong = (known: string[], pathname: string, routes: string[]) =>
  scriptsKey({
    manifest: { routes: routesOf(known) },
    staticHandlerContext: { matches: routes.map((id) => ({ route: { id } })), location: { pathname } },
  } as unknown as EntryContext);

it('names a page’s scripts by its routes and what stands above its address', () => {
  const lesson = keyOf('/courses/seo/module-1', 'root', 'lesson');
  expect(keyOf('/courses/seo/module-2', 'root', 'lesson')).toBe(lesson);
  expect(keyOf('/courses/seo/module-1/', 'root', 'lesson')).toBe(lesson);
  for (const other of [
    keyOf('/courses/email/module-1', 'root', 'lesson'),
    keyOf('/courses/seo', 'root', 'lesson'),
    keyOf('/courses/seo/module-1', 'root', 'quiz'),
    keyOf('/courses/seo/module-1', 'root', 'layout', 'lesson'),
  ])
    expect(other).not.toBe(lesson);
});

it('tells scripts that know of more routes, for who spells the address otherwise, from those of everybody else', () => {
  const usual = keyAmong(['root', 'lesson'], '/dashboard', ['root', 'lesson']);
  expect(keyAmong(['root', 'lesson', 'home'], '/dash%62oard', ['root', 'lesson'])).not.toBe(usual);
});

it('gives what is kept with the nonce of the page that asks, and nothing under another name', () => {
  keepScripts('a', '<script nonce="one">1</script><script nonce="one">2</script>', 'one');
  expect(findScripts('a', 'two')).toBe('<script nonce="two">1</script><script nonce="two">2</script>');
  expect(findScripts('b', 'two')).toBeUndefined();
});

it('keeps no more than 500, the latest', () => {
  for (let number = 0; number <= 500; number++) keepScripts(`page ${number}`, `${number}`, 'nonce');
  expect(findScripts('page 0', 'n')).toBeUndefined();
  expect(findScripts('page 1', 'n')).toBe('1');
  expect(findScripts('page 500', 'n')).toBe('500');
});
