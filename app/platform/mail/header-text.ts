/**
 * A text as a header field of a mail may have it: on one line, so that no text begins a field of its own, and without other control
 * characters. Line breaks become spaces. Mail programs decode what looks like an encoded word ("=?utf-8?B?...?="), line breaks and
 * invisible characters included, so one that was typed is taken apart.
 */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .replace(/ +/g, ' ')
    .trim();
