/**
 * A text of several lines as somebody typed it: a browser counts a line's end as one character and sends two, and Postgres keeps no
 * zero byte.
 */
export const typedText = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
