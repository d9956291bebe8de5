import { describe, expect, it } from 'vitest';
import { progressOf, progressText } from '#app/domain/courses/progress.ts';

describe('progressOf', () => {
  it.each([
    [0, 3, 0, 'none'],
    [1, 3, 33, 'in_progress'],
    [2, 3, 67, 'in_progress'],
    [3, 3, 100, 'completed'],
    [1, 7, 14, 'in_progress'],
    [0, 0, 0, 'none'],
    // Modules taken away from the content since.
    [4, 3, 100, 'completed'],
  ] as const)('%i of %i modules is %i%%, %s', (completed, modules, percentDone, status) => {
    expect(progressOf(completed, modules)).toEqual({ percentDone, status });
  });

  it('says completed only when all are, whatever rounding says', () => {
    expect(progressOf(299, 300)).toEqual({ percentDone: 100, status: 'in_progress' });
  });
});

describe('progressText', () => {
  it('shows the underscore as a space', () => {
    expect(progressText({ percentDone: 33, status: 'in_progress' })).toBe('Progress: 33% (in progress)');
  });

  it('says so when there is none', () => {
    expect(progressText({ percentDone: 0, status: 'none' })).toBe('No progress yet');
  });
});
