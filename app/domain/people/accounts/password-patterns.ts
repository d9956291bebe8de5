/** Rows that fingers and heads know: the alphabet, the digits, and the keys of the usual keyboards, across and down. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  '!@#$%^&*()',
  '!"§$%&/()=',
].flatMap((row) => [row, [...row].reverse().join('')]);

/** Shorter pieces of a row are letters like any others. */
const minPiece = 3;

/** Whether a text is nothing but pieces of such rows: abcdef, 654321, qwertz, abc123, asdf1234. */
export function isMadeOfRows(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    let length = 0;
    while (at + length < text.length && rows.some((row) => row.includes(text.slice(at, at + length + 1))))
      length += 1;
    if (length < minPiece) return false;
    at += length;
  }
  return true;
}

/** The shortest piece a text is a repetition of: "a" of aaaaaa, "12" of 121212; the text itself where it is none. */
export function repeatedPiece(text: string): string {
  // A text that is a repetition is found in itself before its end.
  return text.slice(0, (text + text).indexOf(text, 1));
}
