import { hkdfSync } from 'node:crypto';

const keys = new Map<string, Buffer>();

/** The 32-byte key of one purpose, derived from a secret by HKDF-SHA-256 and cached: deriving takes several times as long as signing. */
export function deriveKey(secret: string, purpose: string): Buffer {
  const id = `${purpose}\n${secret}`;
  let key = keys.get(id);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
    keys.set(id, key);
  }
  return key;
}
