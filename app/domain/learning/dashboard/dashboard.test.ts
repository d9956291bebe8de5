import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import type { BegunCourse } from '#app/domain/learning/courses/completion.server.ts';
import type { Release } from '#app/domain/learning/courses/release.ts';
import { buildDashboard } from '#app/domain/learning/dashboard/dashboard.server.ts';
import { findNextCourse } from '#app/domain/learning/dashboard/next-course.server.ts';
import { weekOf } from '#app/domain/learning/dashboard/recent-activity.server.ts';

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
    schedule: null,
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

  it('is an open module before one that is closed, else the closed one with what opens it', () => {
    const modules = courses().get('landing-pages')?.modules ?? [];
    const scheduled = (mode: Release['mode'], entries: Release['entries'], openedModuleIds: number[]) => ({
      ...begun('landing-pages', [1]),
      schedule: {
        release: { mode, entries, version: 1 },
        startedAt: null,
        openedModuleIds,
        handedInModuleIds: [],
      },
    });
    const later = '2099-01-01T00:00:00.000Z';
    const last = modules.at(-1)?.id ?? 0;
    expect(last).toBeGreaterThan(2);
    const row = scheduled('dates', { 1: '2020-01-01T00:00:00.000Z', 2: later }, [last]);
    const other = { ...scheduled('dates', { 2: later }, []), courseSlug: 'seo' };
    const built = buildDashboard([row, other], choice);
    expect(built.continueWith).toMatchObject({ module: { id: last, opening: { isOpen: true } } });
    expect(built.underWay[0]?.nextModule).toMatchObject({
      id: 2,
      opening: { isOpen: false, opensBy: 'time', at: new Date(later) },
    });
    const waiting = buildDashboard([scheduled('dates', { 2: later }, [])], choice).continueWith;
    expect(waiting).toMatchObject({ module: { id: 2, ticked: null, opening: { isOpen: false } } });
    const admin = buildDashboard([row], choice, new Map(), { role: 'admin' });
    expect(admin.continueWith).toMatchObject({ module: { id: 2, opening: { isOpen: true } } });
    expect(wayOnOf([scheduled('in_order', {}, [])])).toMatchObject({
      module: { id: 2, opening: { isOpen: true } },
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

describe('the week', () => {
  it('is the seven days (UTC) that end today', () => {
    const week = weekOf({ '2026-03-01': 2, '2026-02-22': 9 }, new Date('2026-03-01T00:00Z'));
    expect(week.map(({ date }) => date.slice(5))).toEqual([
      '02-23',
      '02-24',
      '02-25',
      '02-26',
      '02-27',
      '02-28',
      '03-01',
    ]);
    expect(week.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 2]);
    expect(week.filter(({ isToday }) => isToday)).toEqual([week[6]]);
  });
});

describe('the lists', () => {
  it('have begun courses first and the rest apart, and say how quizzes stand', () => {
    const lists = [{ title: 'List', courses: ['website-design', 'seo', 'landing-pages'] }];
    const built = buildDashboard([finished('seo')], { ...choice, lists }, new Map([['seo', 'passed']]));
    expect(built.lists[0]?.begun).toMatchObject([{ slug: 'seo', quiz: 'passed' }]);
    expect(built.lists[0]?.others.map(({ slug }) => slug)).toEqual(['website-design', 'landing-pages']);
  });

  it('name what else is under way, and starts for who has begun nothing alone', () => {
    const starts = [{ title: 'A', text: 'B', course: 'seo' }];
    const rows = [begun('seo', [1]), begun('landing-pages', [1]), finished('website-design')];
    const built = buildDashboard(rows, { ...choice, starts });
    expect(built.underWay).toMatchObject([{ slug: 'landing-pages', nextModule: { id: 2 } }]);
    expect(built.starts).toEqual([]);
    expect(buildDashboard([], { ...choice, starts }).starts).toMatchObject([{ course: { slug: 'seo' } }]);
  });
});

describe('how far one is', () => {
  const soFar = (rows: BegunCourse[]) => buildDashboard(rows, choice).soFar;
  const total = courses().size;

  it('counts the courses completed and those under way', () => {
    expect(soFar([])).toBe(`0 of ${total} courses completed, 0 in progress.`);
    expect(soFar([finished('seo'), begun('landing-pages', [1])])).toBe(
      `1 of ${total} courses completed, 1 in progress.`,
    );
  });

  it('says nothing of courses in progress where all of them are completed', () => {
    expect(soFar([...courses().keys()].map(finished))).toBe(`${total} of ${total} courses completed.`);
  });
});
