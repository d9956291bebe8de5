// Postgres takes neither a zero byte nor half of a surrogate pair, in texts and in JSON alike: it refuses the whole row.

/** What Postgres can store of a text. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The beginning of a text, without the half of a character that is cut there. */
export const cutText = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();

/** The last 200 characters of a name, where the kind of the file stands, without the half of a character that is cut there. */
export const storableFileName = (name: string, otherwise: string): string =>
  storable(name)
    .slice(-200)
    .replace(/^[\udc00-\udfff]/, '') || otherwise;

/** Some data whose every text can be stored. */
export function storableData<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'string' ? storable(each) : each,
  ) as T;
}
