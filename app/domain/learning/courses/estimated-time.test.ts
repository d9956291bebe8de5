import { describe, expect, it } from 'vitest';
import { estimatedTime, minutesToLearn } from '#app/domain/learning/courses/estimated-time.ts';

const lesson = (words: number, boxes: number) =>
  `${'word '.repeat(words)}\n\n## Exercise\n\n${'- [ ] done\n'.repeat(boxes)}`;

describe('the time a course takes', () => {
  it('is that of reading and of the exercises', () => {
    // "Exercise" is a word to read too, and so is each "done".
    expect(minutesToLearn([lesson(213, 6)])).toBe(31);
    expect(minutesToLearn([lesson(213, 6), lesson(213, 6)])).toBe(62);
    // Boxes about tools and rules stand beside the lesson.
    expect(minutesToLearn([`${lesson(213, 6)}\n\n\`\`\`tool\nnow: several more words\n\`\`\`\n`])).toBe(31);
  });

  it.each([
    [lesson(219, 0), '10-15 minutes'],
    [lesson(216, 3), '15-30 minutes'],
    [lesson(213, 6), '30-45 minutes'],
    [lesson(210, 9), '45-60 minutes'],
    [lesson(207, 12), '1-2 hours'],
    [lesson(195, 24), '2-3 hours'],
    [lesson(183, 36), '3-4 hours'],
    [lesson(183, 60), '3-4 hours'],
  ])('is shown as a range', (text, range) => {
    expect(estimatedTime([text])).toBe(range);
  });
});
