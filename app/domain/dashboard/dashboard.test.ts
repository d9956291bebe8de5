import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/courses/catalogue.server.ts';
import type { BegunCourse } from '#app/domain/courses/completion.server.ts';
import { buildDashboard } from '#app/domain/dashboard/dashboard.server.ts';
import { findNextCourse } from '#app/domain/dashboard/next-course.server.ts';

const begun = (courseSlug: string, completedModuleIds: number[]): BegunCourse => {
  const count = courses().get(courseSlug)?.modules.length ?? 0;
  const isDone = completedModuleIds.length === count;
  return {
    courseSlug,
    percentDone: Math.round((100 * completedModuleIds.length) / count),
    status: isDone ? 'completed' : 'in_progress',
    lastUpdated: new Date(0),
    completedModuleIds,
    ticks: [],
  };
};
const finished = (courseSlug: string) =>
  begun(
    courseSlug,
    courses()
      .get(courseSlug)
      ?.modules.map(({ id }) => id) ?? [],
  );

const order = ['website-design', 'seo', 'landing-pages'];
const choice = { suggestedOrder: { note: '', courses: order }, aiCourses: [], lists: [] };
const wayOnOf = (rows: BegunCourse[]) => buildDashboard(rows, choice).continueWith;

describe('what the dashboard says to go on with', () => {
  it('is the open module of the course last worked on', () => {
    expect(wayOnOf([finished('seo'), begun('landing-pages', [1])])).toMatchObject({
      course: { slug: 'landing-pages' },
      module: { id: 2 },
      isBegun: true,
    });
  });

  it('is the first of the suggested order for who has begun nothing', () => {
    expect(wayOnOf([])).toMatchObject({ course: { slug: 'website-design' }, isBegun: false });
  });

  it('is what the end of the course finished last names, and never a finished one', () => {
    for (const slug of courses().keys()) {
      const rows = [finished(slug), finished('website-design')].filter(
        ({ courseSlug }, index, all) => all.findIndex((row) => row.courseSlug === courseSlug) === index,
      );
      const course = courses().get(slug);
      if (!course) throw new Error(slug);
      expect(wayOnOf(rows)?.course.slug, slug).toBe(findNextCourse(course, rows, order)?.course.slug);
      expect(rows.map(({ courseSlug }) => courseSlug)).not.toContain(wayOnOf(rows)?.course.slug);
    }
  });

  it('is nothing once every course is finished', () => {
    expect(wayOnOf([...courses().keys()].map(finished))).toBeNull();
  });
});
