/** A code as it was typed, without what people add to it: spaces, hyphens, small letters, and letters that look like digits. */
export const normalizeGiftCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .slice(0, 40);

/** Whether a text can be a code at all. */
export const isGiftCode = (typed: string): boolean =>
  /^[0-9A-HJKMNP-TV-Z]{16}$/.test(normalizeGiftCode(typed));

/** A code in groups of four, as cards and pages show it. */
export const formatGiftCode = (code: string): string =>
  normalizeGiftCode(code).replaceAll(/(.{4})(?=.)/g, '$1-');
