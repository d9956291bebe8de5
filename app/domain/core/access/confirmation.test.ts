import { expect, it } from 'vitest';
import {
  confirmationMinutes,
  confirmedViewer,
  hasConfirmed,
} from '#app/domain/core/access/confirmation.server.ts';
import { withClock } from '#app/platform/clock.server.ts';

const confirmedAt = new Date('2026-03-01T10:00:00Z');
const after = <T>(ms: number, work: () => T) => withClock(() => new Date(confirmedAt.getTime() + ms), work);
const endMs = confirmationMinutes * 60_000;

it('a proof of who one is holds for a quarter of an hour, to the millisecond', () => {
  expect(after(endMs - 1, () => hasConfirmed({ confirmedAt }))).toBe(true);
  expect(after(endMs, () => hasConfirmed({ confirmedAt }))).toBe(false);
  expect(after(0, () => hasConfirmed({ confirmedAt: null }))).toBe(false);
});

it('without it there is no leave to change what guards the account', () => {
  const viewer = { id: 'u1', sessionId: 's1', confirmedAt };
  expect(after(0, () => confirmedViewer(viewer))).toMatchObject({ userId: 'u1', sessionId: 's1' });
  expect(() => after(endMs, () => confirmedViewer(viewer))).toThrow('confirm first');
});
