import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { config } from '#app/platform/config.server.ts';
import { deriveKey } from '#app/platform/secrets/derive-key.server.ts';
import { keyPurposes } from '#app/platform/secrets/purposes.ts';

const ivBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string) => deriveKey(secret, keyPurposes.encryption);

/** The secrets that texts may have been encrypted under, the current one first. */
function secrets(): string[] {
  const { encryptionSecret, previousEncryptionSecret, sessionSecret, previousSessionSecret } = config();
  const all = [encryptionSecret, previousEncryptionSecret, sessionSecret, previousSessionSecret];
  return [...new Set(all.filter((secret) => secret !== null))];
}

/**
 * Encrypts a text for the database (AES-256-GCM). It opens only together with `belongsTo`, so that one row's secret put into another
 * opens nothing.
 */
export function seal(text: string, belongsTo: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(config().encryptionSecret), iv).setAAD(
    Buffer.from(belongsTo),
  );
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]));
}

/**
 * The text that was sealed; null where it belongs elsewhere, was changed, or was sealed under another secret. What was sealed under
 * SESSION_SECRET, before ENCRYPTION_SECRET was set, or under a secret before still opens.
 */
export function unseal(sealed: Uint8Array, belongsTo: string): string | null {
  for (const secret of secrets()) {
    const text = unsealWith(keyOf(secret), Buffer.from(sealed), belongsTo);
    if (text !== null) return text;
  }
  return null;
}

/**
 * A sealed text encrypted anew, as texts are sealed today: this is the one place that knows how. The very same where it is already; null where it
 * does not open.
 */
export function sealAgain(
  sealed: Uint8Array<ArrayBuffer>,
  belongsTo: string,
): Uint8Array<ArrayBuffer> | null {
  const isPresent = unsealWith(keyOf(config().encryptionSecret), Buffer.from(sealed), belongsTo) !== null;
  if (isPresent) return sealed;
  const text = unseal(sealed, belongsTo);
  return text === null ? null : seal(text, belongsTo);
}

function unsealWith(key: Buffer, bytes: Buffer, belongsTo: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(belongsTo))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const opened = [decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return null;
  }
}
