import { expect, it } from 'vitest';
import { describeMembership } from '#app/domain/assistant/own-state.server.ts';

it('tells of a missing payment until when everything is open, and that it is not once that is over', () => {
  const missing = {
    kind: 'past_due',
    provider: 'stripe',
    card: null,
    amountCents: 4_700,
    currency: 'usd',
  } as const;
  const until = new Date('2026-12-05T10:00:00Z');
  expect(describeMembership({ ...missing, until })).toContain('stays open until December 5, 2026');
  const over = describeMembership({ ...missing, until: null });
  expect(over).toContain('lessons are closed');
  expect(over).not.toContain('stays open');
});
