import { expect, test } from 'vitest';
import type { Module } from '#app/domain/learning/courses/catalogue.server.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { lessonTeaser, renderOpening, splitSections } from '#app/domain/learning/courses/excerpt.server.ts';

const lesson = [
  '## Write one line',
  '',
  'Say **what** it does, see [email](/courses/email-marketing).',
  '',
  '```text',
  '## not a heading',
  '```',
  '',
  '## Test it',
  '',
  'Ask five people.',
].join('\n');
const module: Module = {
  id: 1,
  number: 1,
  title: 'Lines',
  description: 'About lines.',
  video: null,
  downloads: [],
  calculators: null,
  templates: [],
  assignment: null,
  lesson,
  boxes: {},
  folder: 'courses/lines',
};

test('sections end at headings, not at ## inside code', () => {
  expect(splitSections(lesson)).toHaveLength(2);
});

test('an opening shows the figures of its lesson', () => {
  const drawn = findCourse('landing-pages')?.modules.find(({ lesson }) => lesson.includes('](figures/'));
  expect(drawn && renderOpening(drawn, 99).html).toContain('<figure><svg');
});

test('an opening keeps whole sections and counts the rest', () => {
  const opening = renderOpening(module, 1);
  expect(opening.omitted).toBe(1);
  expect(opening.html).toContain('not a heading');
  expect(opening.html).not.toContain('Ask five people');
});

test('a teaser is plain text and ends before code', () => {
  expect(lessonTeaser(module, 400)).toEqual([
    { kind: 'heading', text: 'Write one line' },
    { kind: 'text', text: 'Say what it does, see email.' },
  ]);
});

test('a teaser holds whole sentences up to its length, and says that more follows', () => {
  const long: Module = {
    ...module,
    lesson: 'One is here. "Two." Three is too long.\n\n## Next\n\nMore.',
  };
  expect(lessonTeaser(long, 20)).toEqual([{ kind: 'text', text: 'One is here. "Two." \u2026' }]);
  expect(lessonTeaser(long, 40)).toEqual([{ kind: 'text', text: 'One is here. "Two." Three is too long.' }]);
});
