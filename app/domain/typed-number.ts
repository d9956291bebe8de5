/**
 * The number somebody typed: with or without a sign of money, a percent sign, a unit in words and commas between thousands. Null
 * where it is none, or none for certain ("12,5").
 */
export function parseNumber(typed: string): number | null {
  const bare = typed
    .trim()
    .replace(/^([-\u2212]?)\s*\$\s*/, '$1')
    .replace(/\u2212/, '-')
    .replace(/\s*(%|[a-z][a-z ]*)$/i, '');
  if (!/^-?(\d{1,12}|\d{1,3}(,\d{3}){1,3})?(\.\d{1,9})?$/.test(bare) || !/\d/.test(bare)) return null;
  return Number(bare.replaceAll(',', ''));
}
