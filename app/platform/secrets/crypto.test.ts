import { describe, expect, it } from 'vitest';
import { hashPassword, hashToken, newToken, verifyPassword } from '#app/platform/secrets/crypto.server.ts';

describe('passwords', () => {
  it('verify against their own hash alone', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    expect(await verifyPassword('correct horsf', hash)).toBe(false);
    expect(await verifyPassword('correct horse', null)).toBe(false);
    expect(await verifyPassword('x', 'not a hash')).toBe(false);
  });

  it('are salted', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('are the same in every Unicode form', async () => {
    expect(await verifyPassword('cafe\u0301-pass', await hashPassword('caf\u00e9-pass'))).toBe(true);
  });
});

describe('tokens', () => {
  it('are long, unlike each other, and stored as a hash', () => {
    const token = newToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(newToken()).not.toBe(token);
    expect(hashToken(token)).toHaveLength(32);
  });
});
