import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The module as it is where secrets are encrypted with this. */
async function sealingWith(secret: string) {
  vi.stubEnv('DATABASE_URL', 'postgresql://no-database-is-needed');
  vi.stubEnv('NODE_ENV', 'test');
  vi.stubEnv('ENCRYPTION_SECRET', secret);
  vi.resetModules();
  return import('#app/platform/secrets/sealing.server.ts');
}

test('what is sealed opens where it belongs, and nowhere else', async () => {
  const { seal, unseal } = await sealingWith('one-secret-of-thirty-two-characters');
  const sealed = seal('a secret', 'ada');
  expect(unseal(sealed, 'ada')).toBe('a secret');
  expect(unseal(sealed, 'bob')).toBeNull();
  expect(Buffer.from(sealed).toString()).not.toContain('a secret');
  expect(seal('a secret', 'ada')).not.toEqual(sealed);
  for (const at of [0, 15, sealed.length - 1]) {
    const changed = sealed.map((byte, index) => (index === at ? byte ^ 1 : byte));
    expect(unseal(changed, 'ada'), `byte ${at}`).toBeNull();
  }
  expect(unseal(new Uint8Array(3), 'ada')).toBeNull();
});

test('another secret opens nothing', async () => {
  const { seal } = await sealingWith('one-secret-of-thirty-two-characters');
  const sealed = seal('a secret', 'ada');
  const { unseal } = await sealingWith('another-secret-of-thirty-characters');
  expect(unseal(sealed, 'ada')).toBeNull();
});

test('what was sealed under SESSION_SECRET opens after ENCRYPTION_SECRET is set, and after a rotation', async () => {
  const session = 'a-session-secret-of-thirty-two-characters';
  vi.stubEnv('SESSION_SECRET', session);
  const { seal } = await sealingWith('');
  const sealed = seal('a secret', 'ada');
  const own = 'one-secret-of-thirty-two-characters';
  expect((await sealingWith(own)).unseal(sealed, 'ada')).toBe('a secret');
  vi.stubEnv('SESSION_SECRET', 'another-session-secret-of-many-characters');
  expect((await sealingWith(own)).unseal(sealed, 'ada')).toBeNull();
  vi.stubEnv('SESSION_SECRET_PREVIOUS', session);
  expect((await sealingWith(own)).unseal(sealed, 'ada')).toBe('a secret');
  expect((await sealingWith('')).unseal(sealed, 'ada')).toBe('a secret');
});
