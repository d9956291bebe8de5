import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { purposes, type SigningPurpose } from '#app/platform/secrets/purposes.ts';

const secret = 'the-current-secret-of-these-tests-0123';
const earlier = 'the-secret-before-it-of-these-tests-45';
const names = Object.keys(purposes) as SigningPurpose[];

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The module as it is where these are the secrets. */
async function signingWith(current: string, previous = '') {
  vi.stubEnv('DATABASE_URL', 'postgresql://no-database-is-needed');
  vi.stubEnv('NODE_ENV', 'test');
  vi.stubEnv('SESSION_SECRET', current);
  vi.stubEnv('SESSION_SECRET_PREVIOUS', previous);
  vi.resetModules();
  return import('#app/platform/secrets/signing.server.ts');
}

describe('the signature of a purpose', () => {
  it('is accepted for its own text, and for no other purpose', async () => {
    const { signatureOf, isSignatureOf } = await signingWith(secret);
    for (const one of names)
      for (const other of names) {
        const signature = signatureOf(one, 'text');
        expect([one, other, isSignatureOf(other, 'text', signature)]).toEqual([one, other, one === other]);
        // A shorter signature of one purpose is not the beginning of a longer one of another.
        expect(signatureOf(other, 'text').startsWith(signature)).toBe(one === other);
      }
  });

  it('is refused for another text, cut short, made longer, or missing', async () => {
    const { signatureOf, isSignatureOf } = await signingWith(secret);
    for (const purpose of names) {
      const signature = signatureOf(purpose, 'text');
      expect(isSignatureOf(purpose, 'texts', signature)).toBe(false);
      for (const given of ['', signature.slice(0, -1), `${signature}A`, `${signature}=`, `${signature}\n`])
        expect([purpose, given, isSignatureOf(purpose, 'text', given)]).toEqual([purpose, given, false]);
    }
  });

  it('is accepted after the secret was replaced only while the previous one is set', async () => {
    const { signatureOf } = await signingWith(earlier);
    const signed = names.map((purpose) => [purpose, signatureOf(purpose, 'text')] as const);
    const rotated = await signingWith(secret, earlier);
    for (const [purpose, signature] of signed) {
      expect([purpose, rotated.isSignatureOf(purpose, 'text', signature)]).toEqual([purpose, true]);
      expect(rotated.signatureOf(purpose, 'text')).not.toBe(signature);
    }
    const { isSignatureOf } = await signingWith(secret);
    for (const [purpose, signature] of signed)
      expect([purpose, isSignatureOf(purpose, 'text', signature)]).toEqual([purpose, false]);
  });
});

/** What a release before keys were derived made, by purpose: the digest of what it signed, as it was written. */
const legacy = (text: string, encoding: 'base64' | 'base64url' | 'hex', bytes = 32) =>
  createHmac('sha256', secret).update(text).digest().subarray(0, bytes).toString(encoding).replace(/=+$/, '');

const lasting: [SigningPurpose, text: string, signature: string][] = [
  ['cookie session', 'InRva2VuIg==', legacy('InRva2VuIg==', 'base64')],
  ['cookie device', 'e30=', legacy('e30=', 'base64')],
  ['cookie referral', 'e30=', legacy('e30=', 'base64')],
  ['account recovery link', 'an-id', legacy('recovery\nan-id', 'base64url')],
  ['card link', 'sub_1', legacy('card link\nsub_1', 'base64url', 16)],
  ['digest unsubscribe link', 'an-id', legacy('end of digests\nan-id', 'base64url', 24)],
  ['ticket link', '12', legacy('ticket\n12', 'base64url', 18)],
  ['ticket reply address', '12', legacy('reply to ticket\n12', 'hex', 10)],
  ['widget address', 'price?theme=dark', legacy('widget\nprice?theme=dark', 'base64url', 24)],
  ['account on a device', 'id\nada@x.test', legacy('device\nid\nada@x.test', 'base64url').slice(0, 22)],
];

describe('what earlier releases signed', () => {
  it('is accepted where it outlives an upgrade', async () => {
    const { isSignatureOf } = await signingWith(secret);
    for (const [purpose, text, signature] of lasting)
      expect([purpose, isSignatureOf(purpose, text, signature)]).toEqual([purpose, true]);
    expect(lasting.map(([purpose]) => purpose).sort()).toEqual(
      names.filter((name) => 'legacyText' in purposes[name]).sort(),
    );
  });

  it('is refused where somebody could have planted it, or it lives for minutes', async () => {
    const { isSignatureOf } = await signingWith(secret);
    const accepting = new Set(lasting.map(([purpose]) => purpose));
    for (const purpose of names.filter((name) => !accepting.has(name)))
      for (const encoding of ['base64', 'base64url', 'hex'] as const)
        expect(isSignatureOf(purpose, 'e30=', legacy('e30=', encoding))).toBe(false);
  });
});

describe('the secrets of the site', () => {
  /** Who may know them: what reads the settings, and what derives keys. */
  const keepers =
    /^(?:platform\/(?:config|secrets\/(?:sealing|signing))\.server\.ts|platform\/settings\/.*|program\/(?:start|operate|database-commands)\.ts)$/;

  it('are read by nothing but what derives a key for each purpose', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.includes('generated/'),
    );
    expect(files.length).toBeGreaterThan(500);
    const readers = files.filter(
      (path) =>
        !keepers.test(path) &&
        /sessionSecret|SessionSecret|encryptionSecret|SESSION_SECRET|ENCRYPTION_SECRET(?! *:)/.test(
          readFileSync(`app/${path}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, ''),
        ),
    );
    expect(readers).toEqual([]);
  });

  it('are given to no HMAC or cipher directly', () => {
    for (const path of ['platform/config.server.ts', 'platform/secrets/sealing.server.ts'])
      expect(readFileSync(`app/${path}`, 'utf8')).not.toMatch(
        /(?:createHmac|createCipheriv|createDecipheriv)\([^)]*[sS]ecret\b(?!\))/,
      );
  });
});
