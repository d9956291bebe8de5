import { describe, expect, it } from 'vitest';
import { describeFilter, passes, readFilter } from '#app/domain/learning/articles/filters.server.ts';

const pieces = [
  { topic: 'email', level: 'beginner' },
  { topic: 'email', level: 'advanced' },
  { topic: 'search', level: 'beginner' },
];

describe('a filter', () => {
  it('is read from the address, what is unknown left out', () => {
    expect(readFilter(new URLSearchParams('topic=email&level=beginner'))).toEqual({
      topic: 'email',
      level: 'beginner',
    });
    expect(readFilter(new URLSearchParams('topic=__proto__&level='))).toEqual({ topic: null, level: null });
  });

  it('lets through what has both its topic and its level', () => {
    const countMatches = (topic: string | null, level: string | null) =>
      pieces.filter((piece) => passes(piece, { topic, level })).length;
    expect([
      countMatches(null, null),
      countMatches('email', null),
      countMatches('email', 'beginner'),
      countMatches('ai', null),
    ]).toEqual([3, 2, 1, 0]);
  });

  it('counts each choice beside the other half', () => {
    expect(describeFilter(pieces, { topic: 'email', level: 'beginner' })).toEqual({
      topic: 'email',
      level: 'beginner',
      topics: [
        { value: 'email', count: 1 },
        { value: 'search', count: 1 },
      ],
      levels: [
        { value: 'beginner', count: 1 },
        { value: 'advanced', count: 1 },
      ],
      shown: 1,
      anyTopic: 2,
      anyLevel: 2,
    });
  });

  it('keeps a chosen topic on offer when nothing has it', () => {
    const { topics, shown } = describeFilter(pieces, { topic: 'search', level: 'advanced' });
    expect(shown).toBe(0);
    expect(topics).toEqual([
      { value: 'email', count: 1 },
      { value: 'search', count: 0 },
    ]);
  });
});
