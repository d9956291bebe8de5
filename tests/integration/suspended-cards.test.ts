import { describe, expect, it, vi } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { cancelRenewals } from '#app/domain/operating/users/cancel-renewals.server.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { endSuspended } from '#app/domain/selling/billing/suspension.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { setAccountStatus as setStatus } from '#tests/integration/account-status.ts';
import {
  atStripe,
  daysPass,
  loseWebhooks,
  newCardMember,
  pay,
  renew,
  rowOf,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newPlanHolder, withInstallments } from '#tests/integration/installment-plans.ts';
import { activityOf, mailsTo, subjectsTo } from '#tests/integration/people.ts';
import { startMembershipPayment } from '#tests/integration/purchases.ts';
import { doQueued } from '#tests/integration/queued-jobs.ts';

withSandbox();
withInstallments();

const paymentsOf = (userId: string) => prisma().payment.count({ where: { userId } });

const onHold = 'Your membership is on hold';
const goesOn = 'Your membership goes on';

describe('a deactivated account that pays by card (P347)', () => {
  it('is to end with what is paid, and goes on as before once it is active again', async () => {
    const viewer = await newCardMember();
    const { amount, currentPeriodEnd } = await rowOf(viewer.id);
    await setStatus(viewer.id, 'inactive');
    expect(await atStripe(viewer.id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    const [hold] = await mailsTo(viewer.email);
    expect(hold).toMatchObject({
      subject: onHold,
      text: expect.stringContaining('Nothing more is charged'),
    });
    await setStatus(viewer.id, 'active');
    expect(await atStripe(viewer.id)).toMatchObject({
      cancel_at_period_end: false,
      metadata: expect.not.objectContaining({ suspended: 'true' }),
    });
    expect(await rowOf(viewer.id)).toMatchObject({
      status: 'active',
      suspendedAt: null,
      cancelAtPeriodEnd: false,
      amount,
      currentPeriodEnd,
    });
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    expect((await subjectsTo(viewer.email)).slice(1)).toEqual([onHold, goesOn]);
    expect((await activityOf(viewer.id)).filter((line) => line.startsWith('Payments'))).toHaveLength(2);
    expect(await paymentsOf(viewer.id)).toBe(1);
    await renew(viewer.id);
    expect(await paymentsOf(viewer.id)).toBe(2);
    // Later its owner cancels, and is told so.
    await cancelMembership(viewer, {});
    await settled();
    expect(await subjectsTo(viewer.email)).toContain('Your membership is canceled');
  });

  it('ends with what is paid, charged no more, and is not taken up after that', async () => {
    const viewer = await newCardMember();
    await setStatus(viewer.id, 'inactive');
    await daysPass(32);
    await endSuspended(new Date(Date.now() + 33 * 24 * 3600 * 1000));
    await settled();
    expect(await atStripe(viewer.id)).toMatchObject({ status: 'canceled' });
    expect(await paymentsOf(viewer.id)).toBe(1);
    expect((await subjectsTo(viewer.email)).slice(1)).toEqual([onHold, 'Your membership has ended']);
    await setStatus(viewer.id, 'active');
    expect(await isEntitled(viewer.id, 'membership')).toBe(false);
    expect(await subjectsTo(viewer.email)).not.toContain(goesOn);
  });

  it.each(['here', 'at the provider, of which nothing was heard yet'])(
    'stays canceled where its owner has canceled before, %s',
    async (where) => {
      const viewer = await newCardMember();
      if (where === 'here') await cancelMembership(viewer, {});
      else {
        const { providerSubscriptionId: id } = await rowOf(viewer.id);
        await loseWebhooks(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
      }
      await settled();
      await setStatus(viewer.id, 'inactive');
      await setStatus(viewer.id, 'active');
      expect(await atStripe(viewer.id)).toMatchObject({ cancel_at_period_end: true });
      expect(await subjectsTo(viewer.email)).not.toContain(goesOn);
      expect((await rowOf(viewer.id)).suspendedAt).toBeNull();
    },
  );

  it('is not told that it is canceled by news that come after it is active again', async () => {
    const viewer = await newCardMember();
    webhooks.areTaken = false;
    await setStatus(viewer.id, 'inactive');
    await setStatus(viewer.id, 'active');
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    webhooks.areTaken = true;
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ cancelAtPeriodEnd: false });
    expect((await subjectsTo(viewer.email)).slice(1)).toEqual([onHold, goesOn]);
  });

  it('pays the installments that are left, and none after the last', async () => {
    const viewer = await newPlanHolder();
    await doQueued('settle-installments');
    await settled();
    const { cancel_at } = await atStripe(viewer.id);
    await setStatus(viewer.id, 'inactive');
    expect(Number((await atStripe(viewer.id)).cancel_at)).toBeLessThan(Number(cancel_at));
    await setStatus(viewer.id, 'active');
    expect(await atStripe(viewer.id)).toMatchObject({ cancel_at, cancel_at_period_end: false });
    expect(await subjectsTo(viewer.email)).not.toContain('SEO bundle is paid in full');
  });

  it('goes on with one subscription where another cannot be activated yet, which is tried again', async () => {
    const viewer = await newPlanHolder();
    await pay((await startMembershipPayment(viewer)).clientSecret);
    await setStatus(viewer.id, 'inactive');
    const suspended = () =>
      prisma().subscription.count({ where: { userId: viewer.id, suspendedAt: { not: null } } });
    expect(await suspended()).toBe(2);
    vi.spyOn(provider('stripe'), 'activateSubscription').mockRejectedValueOnce(new Error('Not now'));
    await expect(setStatus(viewer.id, 'active')).rejects.toThrow('Not now');
    expect(await suspended()).toBe(1);
    await cancelRenewals({ userId: viewer.id });
    expect(await suspended()).toBe(0);
  });

  it('stays as it is however often Stripe is asked', async () => {
    const { id } = await newCardMember();
    const { providerSubscriptionId } = await rowOf(id);
    const card = provider('stripe');
    for (const _ of [1, 2]) await card.suspendSubscription(providerSubscriptionId, 'Deactivated');
    for (const _ of [1, 2])
      expect(await card.activateSubscription(providerSubscriptionId, 'Activated')).toEqual({
        nextPrice: null,
      });
    await card.endSubscription(providerSubscriptionId, 'Over');
    await card.suspendSubscription(providerSubscriptionId, 'Deactivated');
    expect(await card.activateSubscription(providerSubscriptionId, 'Activated')).toBeNull();
    expect(await card.activateSubscription('sub_unknown', 'Activated')).toBeNull();
    await settled();
  });
});
