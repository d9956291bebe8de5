import { describe, expect, it } from 'vitest';
import { findMembershipState } from '#app/domain/billing/billing-overview.server.ts';
import { createDisorder } from '#app/sandbox/disorder.ts';
import {
  newCardMember,
  openSandbox,
  received,
  renew,
  sandbox,
  withSandbox,
} from '#tests/integration/card-buyers.ts';

withSandbox();

describe('events sent unkindly', () => {
  it('come late, in another order and more than once, and come to the same', async () => {
    await sandbox.close();
    await openSandbox({ disorder: { seed: 7 } });
    const viewer = await newCardMember();
    for (let month = 0; month < 3; month += 1) await renew(viewer.id);
    const ids = received.map(({ id }) => id);
    const times = received.map(({ created }) => created);
    expect(new Set(ids).size).toBeLessThan(ids.length);
    expect(received.map(({ type }) => type)).not.toEqual(
      received.toSorted((a, b) => a.created - b.created).map(({ type }) => type),
    );
    expect(times.length).toBeGreaterThan(0);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
  });

  it('come the same way for the same seed', () => {
    const drawn = (seed: number) => {
      const disorder = createDisorder({ seed });
      return Array.from({ length: 50 }, () => disorder.treatment());
    };
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
    expect(new Set(drawn(1))).toEqual(new Set(['send', 'delay', 'repeat']));
  });
});
