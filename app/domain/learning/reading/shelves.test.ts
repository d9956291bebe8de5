import { describe, expect, it } from 'vitest';
import { hasStanding, type ListedPiece, narrow } from '#app/domain/learning/reading/shelves.server.ts';

const piece = (title: string, change: Partial<ListedPiece> = {}): ListedPiece => ({
  key: title,
  kind: 'guide',
  path: `/${title}`,
  title,
  description: '',
  partOf: null,
  topic: 'search',
  level: 'beginner',
  minutes: 5,
  isFree: false,
  isSaved: false,
  isRead: false,
  place: null,
  note: null,
  ...change,
});
const place = { id: 'here', text: 'Here' };
const titles = (pieces: ListedPiece[]) => pieces.map(({ title }) => title);
const any = { topic: null, level: null };

describe('how one stands with a piece', () => {
  it.each([
    [{}, ['new']],
    [{ place }, ['begun']],
    [{ isRead: true }, ['read']],
    [{ isRead: true, place }, ['read']],
    [{ isSaved: true }, ['new', 'saved']],
    [{ isSaved: true, place }, ['begun', 'saved']],
  ])('%j is %j', (change, expected) => {
    const standings = (['new', 'begun', 'read', 'saved'] as const).filter((standing) =>
      hasStanding(piece('A', change), standing),
    );
    expect(standings).toEqual(expected);
    expect(hasStanding(piece('A', change), null)).toBe(true);
  });
});

describe('a list', () => {
  const pieces = [
    piece('C', { topic: 'email', minutes: 9 }),
    piece('B', { minutes: 2, isRead: true }),
    piece('A', { level: 'advanced', minutes: 4 }),
  ];

  it('is narrowed by topic, level and standing together', () => {
    expect(titles(narrow(pieces, { topic: 'search', level: null }, null, 'topic'))).toEqual(['B', 'A']);
    expect(titles(narrow(pieces, { topic: 'search', level: 'beginner' }, 'new', 'topic'))).toEqual([]);
    expect(titles(narrow(pieces, { topic: 'search', level: null }, 'read', 'topic'))).toEqual(['B']);
  });

  it('keeps what has no topic, whatever is chosen', () => {
    const series = piece('S', { topic: null, level: null });
    expect(titles(narrow([series], { topic: 'email', level: 'advanced' }, null, 'topic'))).toEqual(['S']);
  });

  it('stands in its own order, by title, or the quickest first', () => {
    expect(titles(narrow(pieces, any, null, 'topic'))).toEqual(['C', 'B', 'A']);
    expect(titles(narrow(pieces, any, null, 'title'))).toEqual(['A', 'B', 'C']);
    expect(titles(narrow(pieces, any, null, 'short'))).toEqual(['B', 'A', 'C']);
  });
});
