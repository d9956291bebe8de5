import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import { isAtOrBelow, isOneOf } from '#app/routes/http/route-pattern.ts';
import { closedInView, openInView } from '#app/routes/http/view-as-pages.ts';
import routes from '#app/routes.ts';
import { routePaths } from '#tests/fuzz/route-paths.ts';

/** The layout whose middleware finds out who asks: below it lies everything that an admin can open as a member. */
const pagesLayout = (routes as RouteConfigEntry[]).filter(({ file }) => file === 'routes/pages-layout.tsx');
const patterns = routePaths(pagesLayout).map((path) => path.slice(1));

it('says of each page whether it may be opened as a member', () => {
  expect(patterns.length).toBeGreaterThan(200);
  const wrong = patterns.filter(
    (pattern) =>
      pattern !== 'view-as/end' && isOneOf(pattern, openInView) === isAtOrBelow(pattern, closedInView),
  );
  expect(
    wrong,
    'Add each to one list of app/routes/http/view-as-pages.ts: openInView if opening it changes nothing, else closedInView',
  ).toEqual([]);
});

it('names no page that is not there, and none twice', () => {
  const named = [...openInView, ...closedInView];
  expect(named.filter((pattern) => !patterns.includes(pattern))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
