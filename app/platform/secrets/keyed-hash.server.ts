import type { SigningPurpose } from '#app/platform/secrets/purposes.ts';
import { signatureOf } from '#app/platform/secrets/signing.server.ts';

/**
 * What is stored in place of an address or a visitor's words: the same text gives the same hash, in any case of letters, and nobody
 * without the site's secret can try which text it was, few as they are.
 */
export const keyedHash = (purpose: SigningPurpose, text: string): string =>
  signatureOf(purpose, text.toLowerCase());
