import { expect, it } from 'vitest';
import { levelOf } from './api-user.ts';

it('a session is at aal2 only by a proof of the second step that the account has now', () => {
  const [before, since, after] = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => new Date(day));
  const level = (factorProvenAt: Date | null | undefined, secondFactorSince: Date | null | undefined) =>
    levelOf({ factorProvenAt: factorProvenAt ?? null }, { secondFactorSince: secondFactorSince ?? null });
  expect([level(after, since), level(since, since)]).toEqual(['aal2', 'aal2']);
  expect([level(before, since), level(null, since), level(after, null), level(null, null)]).toEqual(
    Array(4).fill('aal1'),
  );
});
