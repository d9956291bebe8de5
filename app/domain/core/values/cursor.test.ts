import { expect, it } from 'vitest';
import { pageOf, readCursor, readPlace, writeCursor } from '#app/domain/core/values/cursor.ts';

const id = '0199f3a1-0000-7000-8000-00000000000a';

it('a cursor is read as it was written', () => {
  const cursor = { at: new Date('2026-11-22T01:02:03.004Z'), id };
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  expect(readCursor(writeCursor({ at: new Date(5), id }))).toEqual({ at: new Date(5), id });
});

it.each([
  null,
  '',
  'x',
  `1-${id}`,
  `9999999999999-${id.toUpperCase()}`,
  `17900000000000-${id}`,
  "1790000000000-' OR 1",
])('what is no cursor begins the list anew: %s', (text) => {
  expect(readCursor(text)).toBeNull();
});

it('an address asks for the page after a row, before one, or the last', () => {
  const cursor = { at: new Date(5), id };
  const key = writeCursor(cursor);
  const placeOf = (query: string) => readPlace(new URLSearchParams(query));
  expect(placeOf('')).toBeNull();
  expect(placeOf('after=x&before=')).toBeNull();
  expect(placeOf(`after=${key}`)).toEqual(cursor);
  expect(placeOf(`before=${key}`)).toEqual({ ...cursor, isBack: true });
  expect(placeOf('last')).toBe('last');
});

it('a page has a next one where one row more was found', () => {
  const rows = [1, 2, 3].map((at) => ({ at: new Date(at), id }));
  const [one, two, three] = rows.map(writeCursor);
  expect(pageOf(rows, 3, (row) => row)).toEqual({ rows, previous: null, next: null });
  expect(pageOf(rows, 2, (row) => row)).toEqual({ rows: rows.slice(0, 2), previous: null, next: two });
  expect(pageOf([], 2, (row: { at: Date; id: string }) => row)).toEqual({
    rows: [],
    previous: null,
    next: null,
  });
  const after = { at: new Date(0), id };
  expect(pageOf(rows, 3, (row) => row, after)).toEqual({ rows, previous: one, next: null });
  // Read back: from the end to the beginning.
  const back = rows.toReversed();
  expect(pageOf(back, 3, (row) => row, { ...after, isBack: true })).toEqual({
    rows,
    previous: null,
    next: three,
  });
  expect(pageOf(back, 2, (row) => row, { ...after, isBack: true })).toEqual({
    rows: rows.slice(1),
    previous: two,
    next: three,
  });
  expect(pageOf(back, 2, (row) => row, 'last')).toEqual({ rows: rows.slice(1), previous: two, next: null });
});
