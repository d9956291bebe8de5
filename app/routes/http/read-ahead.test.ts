import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { readAheadFor } from '#app/routes/http/read-ahead.server.ts';

const [course] = courses().values();
if (!course) throw new Error('The tests need a course.');
const lesson = 'courses/:courseSlug/:moduleSegment';
const none = new URLSearchParams();
const params = { courseSlug: course.slug, moduleSegment: 'module-1' };

const stats = 'affiliate-centre/stats';
const centre = ['', '/tools', '/payouts', '/training', '/stats'].map((page) => `affiliate-centre${page}`);
const searches = ['range=90d', 'range=12m', 'period=week', 'breakdown=page', 'after=1~x', 'after=2~x'];

describe('what is read with the answer to who asks', () => {
  it('is told apart by what it is asked of', () => {
    const keys = [
      readAheadFor('GET', 'dashboard', {}, none),
      readAheadFor('GET', 'courses/:courseSlug', params, none),
      readAheadFor('GET', lesson, params, none),
      readAheadFor('HEAD', lesson, { ...params, moduleSegment: 'module-2' }, none),
      ...centre.map((page) => readAheadFor('GET', page, {}, none)),
      ...searches.map((search) => readAheadFor('GET', stats, {}, new URLSearchParams(search))),
    ].map((read) => read?.key);
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is nothing where the request may change it first', () => {
    expect(readAheadFor('POST', lesson, params, none)).toBeNull();
  });

  it('is nothing of what is not there, nor for pages that read nothing', () => {
    for (const moduleSegment of ['module-99', 'no-module', ''])
      expect(readAheadFor('GET', lesson, { ...params, moduleSegment }, none)).toBeNull();
    expect(readAheadFor('GET', 'courses/:courseSlug', { courseSlug: 'constructor' }, none)).toBeNull();
    expect(readAheadFor('GET', 'training/guides/:guideSlug', { guideSlug: 'none' }, none)).toBeNull();
    expect(readAheadFor('GET', 'legal/:document', {}, none)).toBeNull();
  });
});
