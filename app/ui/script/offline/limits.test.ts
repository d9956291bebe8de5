import { expect, it } from 'vitest';
import { type KeptPage, mostPages, pagesToDelete } from '#app/ui/script/offline/limits.ts';

const at = new Date('2026-03-01T12:00:00Z');
/** A page that was kept so many hours ago. */
const page = (hours: number, changes: Partial<KeptPage> = {}): KeptPage => ({
  path: `/${hours}`,
  title: '',
  keptAt: new Date(at.getTime() - hours * 3_600_000).toISOString(),
  until: '2026-03-02T00:00:00.000Z',
  bytes: 1_000,
  ...changes,
});
const paths = (pages: readonly KeptPage[]) => pages.map(({ path }) => path);

it('keeps what neither has lapsed nor is too much', () => {
  expect(pagesToDelete([page(1), page(2)], at)).toEqual([]);
});

it('deletes what has lapsed, to the second, and what says no time', () => {
  const pages = [page(1, { until: at.toISOString() }), page(2, { until: '' }), page(3)];
  expect(paths(pagesToDelete(pages, at))).toEqual(['/1', '/2']);
});

it('deletes those that were opened longest ago, in whatever order they come', () => {
  const pages = Array.from({ length: mostPages + 2 }, (_, hours) => page(hours)).reverse();
  expect(paths(pagesToDelete(pages, at))).toEqual([`/${mostPages}`, `/${mostPages + 1}`]);
});

it('keeps the latest that fit into a tenth of what the browser gives', () => {
  const pages = [page(1), page(2), page(3)];
  expect(paths(pagesToDelete(pages, at, 25_000))).toEqual(['/3']);
  expect(paths(pagesToDelete(pages, at, 0))).toEqual(['/1', '/2', '/3']);
});
