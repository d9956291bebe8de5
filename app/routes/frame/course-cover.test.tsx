import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { courses, topics } from '#app/domain/learning/courses/catalogue.server.ts';
import { CourseCover } from '#app/ui/course-cover.tsx';
import { drawingOfCourse } from '#app/ui/course-drawings.ts';
import { topicDrawings } from '#app/ui/topic-drawings.ts';

const all = [...courses().values()];

it('every course has a drawing of its own, of less than 2 kB in the page', () => {
  const markups = all.map((course) =>
    renderToStaticMarkup(<CourseCover drawing={drawingOfCourse(course)} />),
  );
  expect(new Set(markups).size).toBe(all.length);
  for (const markup of markups) {
    expect(markup).toContain('<path');
    expect(Buffer.byteLength(markup)).toBeLessThan(2_000);
  }
});

it('every topic has one, for courses that are added', () => {
  expect(Object.keys(topicDrawings).toSorted()).toEqual([...topics].toSorted());
  for (const topic of topics) expect(drawingOfCourse({ slug: 'added', topic })).toBe(topicDrawings[topic]);
});

it('no drawing leaves its ground', () => {
  for (const course of all) {
    const drawing = drawingOfCourse(course);
    const starts = [...`${drawing?.fill}${drawing?.lines}`.matchAll(/M([\d.]+) ([\d.]+)/g)];
    expect(starts.length).toBeGreaterThan(0);
    for (const [, x, y] of starts) {
      expect(Number(x), course.slug).toBeLessThanOrEqual(90);
      expect(Number(y), course.slug).toBeLessThanOrEqual(66);
    }
  }
});
