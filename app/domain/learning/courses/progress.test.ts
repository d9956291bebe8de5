import { describe, expect, it } from 'vitest';
import { grownText, progressOf, progressText, progressToday } from '#app/domain/learning/courses/progress.ts';

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

describe('a course that grows', () => {
  const modules = [1, 2, 3, 4].map((id) => ({ id }));

  it('stays completed, and is reckoned anew for everybody else', () => {
    expect(progressToday('completed', [1, 2], modules)).toEqual({ percentDone: 100, status: 'completed' });
    expect(progressToday('in_progress', [1, 2], modules)).toEqual({ percentDone: 50, status: 'in_progress' });
    expect(progressToday('in_progress', [1, 2, 3, 4], modules).status).toBe('completed');
    // A module that is gone counts no more.
    expect(progressToday('in_progress', [1, 9], modules).percentDone).toBe(25);
  });

  it('says so to those who completed it', () => {
    const text = (status: 'completed' | 'in_progress', completedModuleIds: number[]) =>
      grownText({ status, completedModuleIds }, { modules });
    expect(text('completed', [1, 2, 3])).toMatch(/^1 module has been added/);
    expect(text('completed', [1, 2])).toMatch(/^2 modules have been added/);
    expect(text('completed', [1, 2, 3, 4])).toBeNull();
    expect(text('in_progress', [1, 2])).toBeNull();
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
