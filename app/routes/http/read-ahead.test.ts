import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/courses/catalogue.server.ts';
import { readAheadFor } from '#app/routes/http/read-ahead.server.ts';

const [course] = courses().values();
if (!course) throw new Error('The tests need a course.');
const lesson = 'courses/:courseSlug/:moduleSegment';
const params = { courseSlug: course.slug, moduleSegment: 'module-1' };

describe('what is read with the answer to who asks', () => {
  it('is told apart by what it is asked of', () => {
    const keys = [
      readAheadFor('GET', 'dashboard', {}),
      readAheadFor('GET', 'courses/:courseSlug', params),
      readAheadFor('GET', lesson, params),
      readAheadFor('HEAD', lesson, { ...params, moduleSegment: 'module-2' }),
    ].map((read) => read?.key);
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is nothing where the request may change it first', () => {
    expect(readAheadFor('POST', lesson, params)).toBeNull();
  });

  it('is nothing of what is not there, nor for pages that read nothing', () => {
    for (const moduleSegment of ['module-99', 'no-module', ''])
      expect(readAheadFor('GET', lesson, { ...params, moduleSegment })).toBeNull();
    expect(readAheadFor('GET', 'courses/:courseSlug', { courseSlug: 'constructor' })).toBeNull();
    expect(readAheadFor('GET', 'training/guides/:guideSlug', { guideSlug: 'none' })).toBeNull();
    expect(readAheadFor('GET', 'legal/:document', {})).toBeNull();
  });
});
