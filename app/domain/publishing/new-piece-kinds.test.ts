import { expect, it } from 'vitest';
import { maxShortName, shortNameOf } from '#app/domain/publishing/new-piece-kinds.ts';

it.each([
  ['Podcast Marketing', 'podcast-marketing'],
  ['  What’s new? 2nd edition! ', 'whats-new-2nd-edition'],
  ['Café crème', 'cafe-creme'],
  ['日本語', ''],
])('makes the end of an address of "%s"', (title, name) => {
  expect(shortNameOf(title)).toBe(name);
});

it('cuts a long title between words', () => {
  const name = shortNameOf('word '.repeat(30));
  expect(name).toMatch(/^(word-)+word$/);
  expect(name.length).toBeLessThanOrEqual(maxShortName);
  expect(shortNameOf('x'.repeat(100))).toBe('x'.repeat(maxShortName));
});
