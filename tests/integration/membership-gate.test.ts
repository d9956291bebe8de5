import { afterEach, describe, expect, it, vi } from 'vitest';
import { newViewer } from '#tests/integration/people.ts';

/** The modules as they are with another setting of the gate. */
async function withGate(gate: 'always' | 'never' | 'auto') {
  vi.stubEnv('MEMBERSHIP_GATE', gate);
  vi.resetModules();
  return {
    ...(await import('#app/domain/accounts/policy.server.ts')),
    ...(await import('#app/domain/courses/completion.server.ts')),
  };
}

afterEach(async () => {
  const { disconnectDatabase } = await import('#app/platform/database/client.server.ts');
  await disconnectDatabase();
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('the membership gate', () => {
  it('closed, lets members and admins read, and others not', async () => {
    const { mayReadLessons } = await withGate('always');
    expect(mayReadLessons(await newViewer())).toBe(false);
    expect(mayReadLessons(await newViewer({ role: 'affiliate' }))).toBe(false);
    expect(mayReadLessons(await newViewer({ hasMembership: true }))).toBe(true);
    expect(mayReadLessons(await newViewer({ role: 'admin' }))).toBe(true);
  });

  it('closed, refuses to mark modules too', async () => {
    const { markModuleComplete } = await withGate('always');
    await expect(markModuleComplete(await newViewer(), 'seo', 1)).rejects.toMatchObject({
      kind: 'not_allowed',
    });
  });

  it('is open where payments are the sandbox', async () => {
    const { mayReadLessons } = await withGate('auto');
    expect(mayReadLessons(await newViewer())).toBe(true);
  });
});
