import { expect, it } from 'vitest';
import { pageOf, readCursor, writeCursor } from '#app/domain/cursor.ts';

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

it('a page has a next one where one row more was found', () => {
  const rows = [1, 2, 3].map((at) => ({ at: new Date(at), id }));
  expect(pageOf(rows, 3, (row) => row)).toEqual({ rows, next: null });
  expect(pageOf(rows, 2, (row) => row)).toEqual({ rows: rows.slice(0, 2), next: `0000000000002-${id}` });
  expect(pageOf([], 2, (row: { at: Date; id: string }) => row)).toEqual({ rows: [], next: null });
});
