import { expect, it } from 'vitest';
import { ownMembership } from '#app/routes/frame/sales/own-membership.ts';

const pausedUntil = new Date('2026-12-01T00:00:00Z');

it('leads a member to their dashboard, and whoever paused to where they resume (P351)', () => {
  expect(ownMembership({ hasMembership: true, pausedUntil: null })?.to).toBe('/dashboard');
  expect(ownMembership({ hasMembership: false, pausedUntil })?.label).toBe('Resume your membership');
});

it('leaves the checkout to everyone else', () => {
  expect(ownMembership(null)).toBeNull();
  expect(ownMembership({ hasMembership: false, pausedUntil: null })).toBeNull();
});
