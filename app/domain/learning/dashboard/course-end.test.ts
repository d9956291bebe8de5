import { describe, expect, it } from 'vitest';
import { courses, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import {
  daysTaken,
  exercisesOfCourse,
  playbookAfter,
} from '#app/domain/learning/dashboard/course-end.server.ts';

describe('the end of a course', () => {
  it('names what was made in each module, by its exercise', () => {
    for (const course of [...courses().values()].slice(0, 2)) {
      const exercises = exercisesOfCourse(course);
      expect(
        exercises.map(({ moduleId }) => moduleId),
        course.slug,
      ).toEqual(expect.arrayContaining(course.modules.map(({ id }) => id)));
      for (const { text } of exercises) expect(text).toMatch(/^(?!Exercise)[^a-z]/);
    }
  });

  it.each([
    ['2026-03-01T00:00Z', '2026-03-01T23:59Z', 1],
    ['2026-03-01T23:59Z', '2026-03-02T00:00Z', 2],
    ['2026-02-27T12:00Z', '2026-03-01T01:00Z', 3],
  ])('counts the days from %s to %s: %i', (from, to, days) => {
    expect(daysTaken(new Date(from), new Date(to))).toBe(days);
    expect(daysTaken(null, new Date(to))).toBeNull();
  });

  it('leads to a playbook that the course names, else to one of its topic', () => {
    const seo = findCourse('seo');
    if (!seo) throw new Error('The tests need the course.');
    const bare = { ...seo, modules: [] };
    expect(playbookAfter(bare)).not.toBeNull();
    const [module] = seo.modules;
    if (!module) throw new Error('The tests need its module.');
    const naming = { ...seo, modules: [{ ...module, lesson: 'See [it](/playbooks/list-cleaning#x).' }] };
    expect(playbookAfter(naming)?.slug).toBe('list-cleaning');
    expect(playbookAfter({ ...bare, topic: 'ai' })).toBeNull();
  });
});
