/** Where a page of a list that is sorted by time and id ends: the next begins after it. */
export interface Cursor {
  at: Date;
  id: string;
}

const form = /^(\d{13})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The cursor that an address names; null for none, and for what is none. */
export function readCursor(text: string | null): Cursor | null {
  const [, at, id] = form.exec(text ?? '') ?? [];
  return at && id ? { at: new Date(Number(at)), id } : null;
}

/** Which page of a list is meant: the one after a row, the one before it (`isBack`), or the last. */
export type Place<Key = Cursor> = (Key & { isBack?: boolean }) | 'last';

/** The page that an address asks for, by `after`, `before` or `last`; null for the first. */
export const readPlace = (query: URLSearchParams): Place | null => readPlaceBy(query, readCursor);

/** The same, of a list whose rows are named in another way; `read` gives null for what names none. */
export function readPlaceBy<Key extends object>(
  query: URLSearchParams,
  read: (text: string | null) => Key | null,
): Place<Key> | null {
  const before = read(query.get('before'));
  if (before) return { ...before, isBack: true };
  return read(query.get('after')) ?? (query.has('last') ? 'last' : null);
}

/** Whether the rows of a page are read from its end, towards the beginning of the list. */
export const isReadBack = (place: { isBack?: boolean } | 'last' | null): boolean =>
  place === 'last' || (place?.isBack ?? false);

/** How an address names a cursor. */
export const writeCursor = ({ at, id }: Cursor): string => `${String(at.getTime()).padStart(13, '0')}-${id}`;

/** One page of a list, and the rows that the pages beside it are named by: null where there are none. */
export interface ListPage<Row> {
  rows: Row[];
  /** The page before this one ends before it. */
  previous: string | null;
  /** The next begins after it. */
  next: string | null;
}

/**
 * Makes a page of at most `size` rows from one row more than that, which tells whether there are others. Where the page before a row was
 * asked for, or the last, the rows have been read from there back.
 */
export const pageOf = <Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (row: Row) => Cursor,
  place: Place | null = null,
): ListPage<Row> => pageBy(rows, size, (row) => writeCursor(cursorOf(row)), place);

/** The same, of a list whose rows are named in another way. */
export function pageBy<Row>(
  batch: readonly Row[],
  size: number,
  nameOf: (row: Row) => string,
  place: { isBack?: boolean } | 'last' | null,
): ListPage<Row> {
  const isMore = batch.length > size;
  const isBack = isReadBack(place);
  const rows = isBack ? batch.slice(0, size).reverse() : batch.slice(0, size);
  const edge = (row: Row | undefined) => (row ? nameOf(row) : null);
  return {
    rows,
    previous: (isBack ? isMore : place !== null) ? edge(rows[0]) : null,
    next: place !== 'last' && (isBack || isMore) ? edge(rows.at(-1)) : null,
  };
}
