import { describe, expect, it } from 'vitest';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import {
  cancelMembership,
  keepMembership,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { endPaidPeriods } from '#app/domain/selling/billing/paid-periods.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPaypal } from '#app/platform/payments/payments.server.ts';
import { newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import { deliver, fake, newBuyer, newPaypalMember, withPaypal } from '#tests/integration/paypal-buyers.ts';

withPaypal();

describe('canceling a membership paid with PayPal', () => {
  it('ends the automatic payment at once, and the membership when the paid month is over', async () => {
    const { viewer, id } = await newPaypalMember();
    const plan = await planCancellation(viewer.id);
    expect(plan).toMatchObject({ provider: 'paypal', endsAtOnce: false, canBeKept: false });
    const until = plan?.accessEndsAt;
    expect(await cancelMembership(viewer, { reason: 'finished' })).toBe(true);
    expect(await cancelMembership(viewer, {})).toBe(false);
    expect((await fake.subscription(id))?.status).toBe('CANCELLED');
    expect(await findMembershipState(viewer.id)).toEqual({ kind: 'canceling', provider: 'paypal', until });
    await deliver();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'running_out', canKeep: false });
    await expect(keepMembership(viewer)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('for good'),
    });
    await endPaidPeriods(new Date(Number(until) - 1000));
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'running_out' });
    await endPaidPeriods(until ?? new Date());
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'ended', provider: 'paypal' });
    expect((await stateOf(viewer)).mails).toEqual([
      'Welcome: your membership is active',
      'Your membership is canceled',
      'Your membership has ended',
    ]);
  });

  it('is what ends it when the paid month is over: nothing else does, and nothing that a card pays', async () => {
    const { viewer } = await newPaypalMember();
    const { user: byCard } = await newToldMember();
    await prisma().subscription.updateMany({
      where: { userId: byCard.id },
      data: { cancelAtPeriodEnd: true },
    });
    await endPaidPeriods(new Date(Date.now() + 90 * 24 * 3600 * 1000));
    for (const user of [viewer, byCard])
      expect((await stateOf(user)).subscriptions).toMatchObject([{ status: 'active' }]);
  });

  it('twice at the same moment is once', async () => {
    const { viewer } = await newPaypalMember();
    await Promise.all([cancelMembership(viewer, {}), cancelMembership(viewer, {})]);
    await deliver();
    expect((await stateOf(viewer)).mails).toHaveLength(2);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'running_out' });
  });

  it('that PayPal has suspended ends at once', async () => {
    const { viewer, id } = await newPaypalMember();
    await fake.suspend(id);
    await deliver();
    expect(await findMembershipState(viewer.id)).toEqual({ kind: 'stopped', provider: 'paypal' });
    expect(await planCancellation(viewer.id)).toMatchObject({ endsAtOnce: true });
    await cancelMembership(viewer, {});
    await deliver();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'ended' });
  });

  it('whose payment was given back promises no further day', async () => {
    const { viewer, saleId } = await newPaypalMember();
    await fake.refund(saleId);
    await deliver();
    expect(await planCancellation(viewer.id)).toMatchObject({ endsAtOnce: true, accessEndsAt: null });
  });

  it('is refused with words and leaves nothing behind while PayPal is down, or not connected', async () => {
    const { viewer } = await newPaypalMember();
    const before = await stateOf(viewer);
    fake.health.isDown = true;
    await expect(cancelMembership(viewer, {})).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'PayPal could not be reached. Please try again in a moment.',
    });
    connectPaypal(null);
    await expect(cancelMembership(viewer, {})).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await stateOf(viewer)).toEqual(before);
  });

  it('has no card to replace here: what pays is chosen at PayPal', async () => {
    const { viewer, id } = await newPaypalMember();
    expect(await openCardPage(viewer)).toBe(`http://localhost:3000/sandbox/paypal/autopay?id=${id}`);
  });

  it('leads to no page for what pays while PayPal is not connected, and says so', async () => {
    const { viewer } = await newPaypalMember();
    connectPaypal(null);
    await expect(openCardPage(viewer)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'PayPal is not connected to this site at the moment.',
    });
  });

  it('begun and not approved shows as that', async () => {
    const { viewer } = await newBuyer();
    expect(await findMembershipState(viewer.id)).toEqual({
      kind: 'unconfirmed',
      provider: 'paypal',
      isPaid: false,
    });
    await deliver((await fake.take()).filter(({ type }) => type === 'PAYMENT.SALE.COMPLETED'));
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'unconfirmed', isPaid: true });
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(1);
  });
});
