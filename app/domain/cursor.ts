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

/** How an address names a cursor. */
export const writeCursor = ({ at, id }: Cursor): string => `${String(at.getTime()).padStart(13, '0')}-${id}`;

/** One page of a list, and where the next begins; null on the last. */
export interface ListPage<Row> {
  rows: Row[];
  next: string | null;
}

/** Makes a page of at most `size` rows from one row more than that, which tells whether there is another. */
export function pageOf<Row>(
  found: readonly Row[],
  size: number,
  cursorOf: (row: Row) => Cursor,
): ListPage<Row> {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: found.length > size && last ? writeCursor(cursorOf(last)) : null };
}
