import { expect, test } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import type { BegunCourse } from '#app/domain/learning/courses/completion.server.ts';
import { findNextCourse } from '#app/domain/learning/dashboard/next-course.server.ts';

const order = ['website-design', 'seo', 'landing-pages'];
const finished = (...slugs: string[]): BegunCourse[] =>
  slugs.map((courseSlug) => ({
    courseSlug,
    percentDone: 100,
    status: 'completed',
    lastUpdated: new Date(0),
    completedModuleIds: [1, 2, 3],
    ticks: [],
    schedule: null,
  }));
const after = (slug: string, related: string[], done: BegunCourse[]) => {
  const next = findNextCourse({ slug, related }, done, order);
  return next && [next.course.slug, next.isSuggested];
};

test('what follows in the suggested order comes next, finished ones passed over', () => {
  expect(after('website-design', ['ads'], [])).toEqual(['seo', true]);
  expect(after('website-design', ['ads'], finished('seo'))).toEqual(['landing-pages', true]);
});

test('at the end of the order it is what was left out before, and after a course outside it the first', () => {
  expect(after('landing-pages', ['ads'], finished('website-design'))).toEqual(['seo', true]);
  expect(after('ads', ['search-ads'], [])).toEqual(['website-design', true]);
});

test('with the order finished it is what goes well with the course, and in the end nothing', () => {
  expect(after('seo', ['search-ads'], finished(...order))).toEqual(['search-ads', false]);
  expect(after('seo', ['search-ads'], finished(...courses().keys()))).toBeNull();
});

test('with nothing finished it is the first in the order that is not', () => {
  expect(findNextCourse(undefined, [], order)?.course.slug).toBe('website-design');
  expect(findNextCourse(undefined, finished('website-design'), order)?.course.slug).toBe('seo');
});

test('a course begun and not finished may come next', () => {
  const begun = finished('seo').map((row) => ({ ...row, percentDone: 33, status: 'in_progress' as const }));
  expect(after('website-design', [], begun)).toEqual(['seo', true]);
});
