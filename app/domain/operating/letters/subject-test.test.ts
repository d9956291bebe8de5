import { describe, expect, it } from 'vitest';
import {
  betterSubject,
  isInTest,
  isTestOpen,
  subjectOf,
} from '#app/domain/operating/letters/subject-test.ts';

describe('the better subject (P298)', () => {
  it.each([
    ['more clicks of as many readers', [100, 20], [100, 12], 'a', 'clicks'],
    ['the second may win', [100, 12], [100, 20], 'b', 'clicks'],
    ['fewer clicks of far fewer readers', [1_000, 20], [100, 12], 'b', 'clicks'],
    ['equal shares', [300, 30], [100, 10], 'a', 'tie'],
    ['equal shares that no fraction holds', [3_000, 70], [30_000, 700], 'a', 'tie'],
    ['nine clicks', [100, 0], [100, 9], 'a', 'few'],
    ['ten clicks', [100, 0], [100, 10], 'b', 'clicks'],
    ['no clicks', [100, 0], [100, 0], 'a', 'few'],
    ['nobody who is counted', [100, 3], [0, 8], 'a', 'few'],
    ['nobody at all', [0, 0], [0, 0], 'a', 'few'],
  ] as const)('%s', (_, [readersA, clicksA], [readersB, clicksB], subject, because) => {
    const [a, b] = [
      { readers: readersA, clicks: clicksA },
      { readers: readersB, clicks: clicksB },
    ];
    expect(betterSubject(a, b)).toEqual({ subject, because });
  });
});

describe('the subject of a mail', () => {
  const letter = { subject: 'One', otherSubject: 'Two', chosenSubject: null };
  it('is that of its group, and then the one that was chosen', () => {
    expect(isInTest(letter)).toBe(true);
    expect([subjectOf(letter, 'a'), subjectOf(letter, 'b')]).toEqual(['One', 'Two']);
    const decided = { ...letter, chosenSubject: 'b' };
    expect(isInTest(decided)).toBe(false);
    expect([subjectOf(decided, null), subjectOf(decided, 'a')]).toEqual(['Two', 'One']);
  });
  it('can be chosen by hand while the letter is on its way', () => {
    const openStates = ['draft', 'scheduled', 'sending', 'stopped', 'sent'].filter((state) =>
      isTestOpen({ ...letter, state }),
    );
    expect(openStates).toEqual(['sending', 'stopped']);
    expect(isTestOpen({ ...letter, chosenSubject: 'a', state: 'sending' })).toBe(false);
  });
  it('is the only one without a test', () => {
    const plain = { subject: 'One', otherSubject: '', chosenSubject: null };
    expect(isInTest(plain)).toBe(false);
    expect(subjectOf(plain, null)).toBe('One');
  });
});
