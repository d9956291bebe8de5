import { createHash } from 'node:crypto';
import { normalizeGiftCode } from '#app/domain/selling/gifts/gift-code.ts';
import { signatureOf, signaturesOf } from '#app/platform/secrets/signing.server.ts';

// A code is 80 bits that follow from its gift and a key of the site's, so that its card can be printed and its email sent again, and the
// database, which holds a hash alone, opens nothing. Ending a code, or sending a new one, is another version.

/** Without letters that are taken for a digit, or for each other. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

interface Coded {
  id: string;
  codeVersion: number;
  codeHash: string | null;
}

const textOf = ({ id, codeVersion }: Coded) => `${id} ${codeVersion}`;

/** Eighty bits as sixteen letters and digits in groups of four. */
function spell(hex: string): string {
  let rest = BigInt(`0x${hex}`);
  let code = '';
  for (let index = 0; index < length; index++) {
    code = `${alphabet[Number(rest & 31n)]}${code}`;
    rest >>= 5n;
  }
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** What the database finds a code by. */
export const hashOfCode = (code: string): string =>
  createHash('sha256').update(normalizeGiftCode(code)).digest('base64url');

/** The code that a gift gets, with the hash to keep. */
export function makeCode(gift: Coded): { code: string; codeHash: string } {
  const code = spell(signatureOf('gift code', textOf(gift)));
  return { code, codeHash: hashOfCode(code) };
}

/** The code that a gift has; null where it has none, or the site's key was changed twice since. */
export function codeOf(gift: Coded): string | null {
  const codes = signaturesOf('gift code', textOf(gift)).map(spell);
  return codes.find((code) => hashOfCode(code) === gift.codeHash) ?? null;
}
