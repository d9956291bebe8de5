import { expect, it } from 'vitest';
import { keptWords, normalWords } from '#app/domain/operating/analytics/unanswered-searches.ts';

it('tells apart what was looked for, however it was typed', () => {
  expect(normalWords('  TikTok   Shop ')).toBe('tiktok shop');
  expect(normalWords('ＳＥＯ')).toBe('seo');
});

it.each(['tiktok shop', 'google ads 2026', 'how to price a course', 'b2b'])(
  'keeps plain words: %s',
  (words) => {
    expect(keptWords(words)).toBe(words);
  },
);

it.each([
  'jane@example.com',
  'jane at example.com',
  'https://example.com/me',
  '+43 660 123',
  '4111 1111',
  '٠١٢٣٤',
  'why did jane doe not pay me',
  'x'.repeat(61),
  '',
])('keeps nothing that may say who somebody is: %s', (words) => {
  expect(keptWords(words)).toBeNull();
});
