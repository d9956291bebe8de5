/** A text whose lines end in one sign, as a browser counts them: it sends two. */
export const oneLineEnd = (text: string): string => text.replace(/\r\n?/g, '\n');

/** A text of several lines as somebody typed it. Postgres keeps no zero byte. */
export const typedText = (text: string): string => oneLineEnd(text).replaceAll('\0', '').trim();

/** Whether something of a text can be seen: spaces, control, invisible and direction characters alone say nothing. */
export const hasVisibleText = (text: string): boolean =>
  /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/u.test(text);
