import { describe, expect, it } from 'vitest';
import { formatGiftCode, isGiftCode, normalizeGiftCode } from '#app/domain/selling/gifts/gift-code.ts';

describe('a gift code as it is typed', () => {
  it.each(['ABCD-EFGH-JKMN-0123', ' abcd efgh jkmn o123 ', 'ABCD–EFGH–JKMN–0I23', 'abcdefghjkmnol23'])(
    'is taken with %j',
    (typed) => {
      expect(isGiftCode(typed)).toBe(true);
      expect(normalizeGiftCode(typed)).toMatch(/^ABCDEFGHJKMN0[1]23$|^ABCDEFGHJKMN0123$/);
    },
  );

  it.each(['', 'ABCD', 'ABCD-EFGH-JKMN-012U', 'ABCD-EFGH-JKMN-01234', 'x'.repeat(5_000)])(
    'is none with %j',
    (typed) => {
      expect(isGiftCode(typed)).toBe(false);
    },
  );

  it('is shown in groups of four', () => {
    expect(formatGiftCode('abcdefghjkmn0123')).toBe('ABCD-EFGH-JKMN-0123');
  });
});
