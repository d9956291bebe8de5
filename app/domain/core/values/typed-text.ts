/** A text whose lines end in one sign, as a browser counts them: it sends two. */
export const oneLineEnd = (text: string): string => text.replace(/\r\n?/g, '\n');

/** A text of several lines as somebody typed it. Postgres keeps no zero byte. */
export const typedText = (text: string): string => oneLineEnd(text).replaceAll('\0', '').trim();
