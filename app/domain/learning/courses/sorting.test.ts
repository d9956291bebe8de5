import { describe, expect, it } from 'vitest';
import { sortCourses, splitOwnCourses } from '#app/domain/learning/courses/sorting.ts';

const course = (slug: string, added = '2026-01-01') => ({ slug, title: slug.toUpperCase(), added });
const courses = [course('c'), course('a', '2026-03-01'), course('d', '2026-02-01'), course('b')];
const order = (sort: Parameters<typeof sortCourses>[1]) =>
  sortCourses(courses, sort, ['d', 'gone', 'b']).map(({ slug }) => slug);

describe('courses', () => {
  it('stand in the suggested order, and what it does not name by title', () => {
    expect(order('suggested')).toEqual(['d', 'b', 'a', 'c']);
  });

  it('stand by title, or the newest first', () => {
    expect(order('title')).toEqual(['a', 'b', 'c', 'd']);
    expect(order('newest')).toEqual(['a', 'd', 'b', 'c']);
  });

  it('are split into one’s own, those under way before the completed, and the rest in their order', () => {
    const { own, others } = splitOwnCourses(courses, [
      { courseSlug: 'gone', status: 'in_progress' },
      { courseSlug: 'd', status: 'completed' },
      { courseSlug: 'b', status: 'in_progress' },
      { courseSlug: 'a', status: 'none' },
    ]);
    expect(own.map(({ slug }) => slug)).toEqual(['b', 'd']);
    expect(others.map(({ slug }) => slug)).toEqual(['c', 'a']);
  });
});
