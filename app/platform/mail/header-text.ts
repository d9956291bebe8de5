/**
 * A text as a header field of a mail may have it: on one line, so that no text begins a field of its own, and without other control
 * characters. Line breaks become spaces.
 */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
