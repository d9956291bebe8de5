import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '#app/platform/config.server.ts';
import { deriveKey } from '#app/platform/secrets/derive-key.server.ts';
import { purposeOf, type SigningPurpose } from '#app/platform/secrets/purposes.ts';

function sign(key: string | Buffer, text: string, purpose: SigningPurpose): string {
  const { bytes, encoding, length } = purposeOf(purpose);
  const signature = createHmac('sha256', key).update(text).digest().subarray(0, bytes).toString(encoding);
  return signature.replace(/(?<!=)=+$/, '').slice(0, length);
}

/** Signs a text for one purpose, in that purpose's encoding and length. */
export const signatureOf = (purpose: SigningPurpose, text: string): string =>
  sign(deriveKey(config().sessionSecret, purpose), text, purpose);

/** The same under SESSION_SECRET and, while that is set, under SESSION_SECRET_PREVIOUS: to look up what was stored before a rotation. */
export const signaturesOf = (purpose: SigningPurpose, text: string): string[] => {
  const { sessionSecret, previousSessionSecret } = config();
  return [sessionSecret, ...(previousSessionSecret === null ? [] : [previousSessionSecret])].map((secret) =>
    sign(deriveKey(secret, purpose), text, purpose),
  );
};

function equals(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Whether a signature was made here for this purpose and text: under SESSION_SECRET, under SESSION_SECRET_PREVIOUS while that is set or,
 * where the purpose accepts it, in the form of earlier releases.
 */
export function isSignatureOf(purpose: SigningPurpose, text: string, given: string): boolean {
  if (equals(given, signatureOf(purpose, text))) return true;
  const { sessionSecret, previousSessionSecret } = config();
  const { legacyText } = purposeOf(purpose);
  const old = previousSessionSecret === null ? [] : [previousSessionSecret];
  return (
    old.some((secret) => equals(given, sign(deriveKey(secret, purpose), text, purpose))) ||
    (legacyText !== undefined &&
      [sessionSecret, ...old].some((secret) => equals(given, sign(secret, legacyText(text), purpose))))
  );
}
