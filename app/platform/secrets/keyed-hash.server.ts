import type { SigningPurpose } from '#app/platform/secrets/purposes.ts';
import { signatureOf, signaturesOf } from '#app/platform/secrets/signing.server.ts';

/**
 * What is stored in place of an address or a visitor's words: the same text gives the same hash, in any case of letters, and nobody
 * without the site's secret can try which text it was, few as they are.
 */
export const keyedHash = (purpose: SigningPurpose, text: string): string =>
  signatureOf(purpose, text.toLowerCase());

/** Every hash that may be stored for a text: of the site's secret, and of the one before it while that is set. */
export const keyedHashes = (purpose: SigningPurpose, text: string): string[] =>
  signaturesOf(purpose, text.toLowerCase());
