import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { config } from '#app/platform/config.server.ts';

const ivBytes = 12;
const tagBytes = 16;

const key = () =>
  Buffer.from(hkdfSync('sha256', config().encryptionSecret, '', 'secrets in the database', 32));

/**
 * Encrypts a text for the database (AES-256-GCM). It opens only together with `belongsTo`, so that one row's secret put into another
 * opens nothing.
 */
export function seal(text: string, belongsTo: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(Buffer.from(belongsTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]));
}

/** The text that was sealed; null where it belongs elsewhere, was changed, or was sealed under another secret. */
export function unseal(sealed: Uint8Array, belongsTo: string): string | null {
  const bytes = Buffer.from(sealed);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(belongsTo))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const opened = [decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return null;
  }
}
