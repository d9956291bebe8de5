import { describe, expect, it } from 'vitest';
import { judge } from '#tests/bench/against.ts';

const pair = (here: number, there: number) => ({
  here: { siteMs: here - 0.5, databaseMs: 0.5 },
  there: { siteMs: there - 0.5, databaseMs: 0.5 },
});

describe('a comparison of two commits', () => {
  it('calls a change one where most pairs of runs agree, database and site together', () => {
    expect(judge([pair(2, 1), pair(2.2, 1), pair(2.1, 1)])).toEqual({ ratio: 2.1, word: 'dearer' });
    expect(judge([pair(1, 2), pair(1, 2), pair(1, 4)])).toEqual({ ratio: 0.5, word: 'cheaper' });
  });

  it('calls noise none', () => {
    expect(judge([pair(1.02, 1), pair(1.01, 1), pair(1.02, 1)]).word).toBe('as before');
    // A middle that is far off, with as many pairs on the other side, was the machine.
    expect(judge([pair(2, 1), pair(1.5, 1), pair(1, 1.2), pair(1, 1.3)]).word).toBe('as before');
  });
});
