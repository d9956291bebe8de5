import { expect, it } from 'vitest';
import { isSetAside } from '#app/domain/selling/billing/second-subscription.server.ts';

it.each([
  ['held, begun at the provider and not live', {}, true],
  ['live', { status: 'active' }, false],
  ['not held', { heldReason: null }, false],
  ['begun here', { offeredCents: 4_700 }, false],
] as const)('one that is %s: set aside is told', (_, stands, expected) => {
  const row = { status: 'incomplete', heldReason: 'another is live', offeredCents: null, ...stands } as const;
  expect(isSetAside(row)).toBe(expected);
});
