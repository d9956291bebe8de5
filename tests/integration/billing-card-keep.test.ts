import { describe, expect, it } from 'vitest';
import { findMembershipState, listPayments } from '#app/domain/selling/billing/billing-overview.server.ts';
import {
  cancelMembership,
  keepMembership,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import {
  atStripe,
  newCardMember,
  renew,
  rowOf,
  sandbox,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { subjectsTo } from '#tests/integration/people.ts';

withSandbox();

describe('keeping a membership', () => {
  it('takes the cancellation back, until the webhook as a wish', async () => {
    const viewer = await newCardMember();
    await cancelMembership(viewer, {});
    await settled();
    webhooks.areTaken = false;
    await keepMembership(viewer);
    await keepMembership(viewer);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'keeping' });
    expect(await planCancellation(viewer.id)).toMatchObject({ canBeKept: true });
    webhooks.areTaken = true;
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    await renew(viewer.id);
    expect(await subjectsTo(viewer.email)).toEqual([
      'Welcome: your membership is active',
      'Your membership is canceled',
      'Your membership goes on',
      expect.stringContaining('Your receipt R-'),
    ]);
    expect((await listPayments(viewer.id)).rows).toHaveLength(2);
    expect(await cancelMembership(viewer, {})).toBe(true);
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'running_out' });
  });

  it('undoes also what was canceled on the provider’s own page, which sets a date', async () => {
    const viewer = await newCardMember();
    const { providerSubscriptionId: id } = await rowOf(viewer.id);
    const { items } = await stripe.subscriptions.retrieve(id);
    await stripe.subscriptions.update(id, { cancel_at: Number(items.data[0]?.current_period_end) });
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'running_out', canKeep: true });
    await keepMembership(viewer);
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    expect(await atStripe(viewer.id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  });

  it('works also before the webhook of the cancellation', async () => {
    const viewer = await newCardMember();
    webhooks.areTaken = false;
    await cancelMembership(viewer, {});
    await keepMembership(viewer);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    webhooks.areTaken = true;
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
  });

  it('is refused once the membership has ended, and asks nothing where nothing is to end', async () => {
    const viewer = await newCardMember();
    await keepMembership(viewer);
    await cancelMembership(viewer, {});
    await renew(viewer.id);
    await expect(keepMembership(viewer)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('the sandbox ends by itself what was to end, and nothing else', async () => {
    const [leaving, staying] = [await newCardMember(), await newCardMember()];
    await cancelMembership(leaving, {});
    await settled();
    await sandbox.turnClock();
    await settled();
    expect(await findMembershipState(leaving.id)).toMatchObject({ kind: 'running_out' });
    await sandbox.turnClock((await sandbox.now()) + 32 * 24 * 3600);
    await settled();
    expect(await findMembershipState(leaving.id)).toMatchObject({ kind: 'ended' });
    expect(await findMembershipState(staying.id)).toMatchObject({ kind: 'active' });
  });
});
