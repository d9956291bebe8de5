import { describe, expect, it } from 'vitest';
import { type KeyTimes, keyDays, overlapMs, publishAheadMs, rolesOf } from './signing-key-roles.ts';

const start = new Date('2026-01-01T00:00:00Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const key = (id: string, createdMs: number, signsMs: number, revokedAt: Date | null = null): KeyTimes => ({
  id,
  createdAt: later(createdMs),
  signsFrom: later(signsMs),
  revokedAt,
});

describe('signing keys', () => {
  const old = key('old', 0, 0);
  const next = key('next', 1_000_000, 1_000_000 + publishAheadMs);

  it('are published before they sign, and after they have signed for as long as their tokens live', () => {
    const keys = [old, next];
    expect(rolesOf(keys, later(1_000_001))).toMatchObject({ signer: 'old', published: ['next', 'old'] });
    const takeover = 1_000_000 + publishAheadMs;
    expect(rolesOf(keys, later(takeover))).toMatchObject({ signer: 'next', published: ['next', 'old'] });
    expect(rolesOf(keys, later(takeover + overlapMs - 1)).published).toEqual(['next', 'old']);
    expect(rolesOf(keys, later(takeover + overlapMs)).published).toEqual(['next']);
  });

  it('are out of use at once when they are revoked, and the next signs without waiting', () => {
    const revoked = { ...old, revokedAt: later(1_000_001) };
    expect(rolesOf([revoked, next], later(1_000_001))).toMatchObject({ signer: 'next', published: ['next'] });
  });

  it('are replaced by age', () => {
    expect(rolesOf([], start)).toMatchObject({ signer: null, isRotationDue: true });
    expect(rolesOf([old], later(keyDays * 24 * 3600_000 - 1)).isRotationDue).toBe(false);
    expect(rolesOf([old], later(keyDays * 24 * 3600_000)).isRotationDue).toBe(true);
  });
});
