import { describe, expect, it } from 'vitest';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { createDisorder } from '#stand-ins/sandbox/event-disorder.ts';
import {
  newCardMember,
  openSandbox,
  received,
  renew,
  sandbox,
  stripe,
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
    const arrived = [...new Set(ids)];
    expect(arrived.length).toBeLessThan(ids.length);
    const newestFirst = (await stripe.events.list({ limit: 100 })).data.map(({ id }) => id);
    const asHappened = newestFirst.toReversed().filter((id) => arrived.includes(id));
    expect(arrived.toSorted()).toEqual(asHappened.toSorted());
    expect(arrived).not.toEqual(asHappened);
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
