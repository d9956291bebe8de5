import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { cancelRenewals } from '#app/domain/operating/users/cancel-renewals.server.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { endSuspended } from '#app/domain/selling/billing/suspension.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { deliver, fake, newPaypalMember, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { activityOf, mailsTo, subjectsTo } from '#tests/integration/people.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';

withPaypal();

const rowOf = (userId: string) => prisma().subscription.findFirstOrThrow({ where: { userId } });

/** Sets somebody's status as an admin, and does the jobs that this has queued, each twice. */
async function setStatus(userId: string, status: 'active' | 'inactive', { isDone = true } = {}) {
  const { actor } = await newActor('owner');
  await setStatusOfMany(actor, [userId], status);
  if (!isDone) return;
  for (const job of await takeQueued('cancel-renewals')) {
    await cancelRenewals(job);
    await deliver();
    await cancelRenewals(job);
  }
  await deliver();
}

const statusAtPaypal = async (id: string) => (await fake.subscription(id))?.status;

describe('a deactivated account that pays with PayPal (P347)', () => {
  it('is not charged meanwhile, and goes on as before once it is active again', async () => {
    const { viewer, id } = await newPaypalMember();
    const { currentPeriodEnd } = await rowOf(viewer.id);
    await setStatus(viewer.id, 'inactive');
    expect(await statusAtPaypal(id)).toBe('SUSPENDED');
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'paused', suspendedAt: expect.any(Date) });
    const [hold] = await mailsTo(viewer.email);
    expect(hold).toMatchObject({
      subject: 'Your membership is on hold',
      text: expect.stringContaining('Nothing more is charged'),
    });
    await setStatus(viewer.id, 'active');
    expect(await statusAtPaypal(id)).toBe('ACTIVE');
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', suspendedAt: null, currentPeriodEnd });
    expect(await isEntitled(viewer.id, 'membership')).toBe(true);
    expect((await subjectsTo(viewer.email)).slice(-2)).toEqual([
      'Your membership is on hold',
      'Your membership goes on',
    ]);
    expect((await activityOf(viewer.id)).filter((line) => line.startsWith('Payments'))).toHaveLength(2);
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(1);
    await fake.passDays(32);
    await deliver();
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(2);
  });

  it('is ended for good once what is paid has run out', async () => {
    const { viewer, id } = await newPaypalMember();
    const end = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await setStatus(viewer.id, 'inactive');
    await endSuspended(new Date(end.getTime() - 1_000));
    expect(await statusAtPaypal(id)).toBe('SUSPENDED');
    for (const _ of [1, 2]) await endSuspended(end);
    await deliver();
    expect(await statusAtPaypal(id)).toBe('CANCELLED');
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'canceled' });
    const subjects = await subjectsTo(viewer.email);
    await setStatus(viewer.id, 'active');
    expect(await statusAtPaypal(id)).toBe('CANCELLED');
    expect(await subjectsTo(viewer.email)).toEqual(subjects);
  });

  it('is left alone where it is activated before the job, and taken up where the job was late', async () => {
    const { viewer, id } = await newPaypalMember();
    await setStatus(viewer.id, 'inactive', { isDone: false });
    await setStatus(viewer.id, 'active');
    expect(await statusAtPaypal(id)).toBe('ACTIVE');
    expect((await rowOf(viewer.id)).suspendedAt).toBeNull();
    expect(await subjectsTo(viewer.email)).not.toContain('Your membership is on hold');
  });

  it('says nothing of payments that its owner has ended at PayPal meanwhile', async () => {
    const { viewer, id } = await newPaypalMember();
    await setStatus(viewer.id, 'inactive');
    await fake.cancel(id);
    await setStatus(viewer.id, 'active');
    expect(await subjectsTo(viewer.email)).not.toContain('Your membership goes on');
    expect((await rowOf(viewer.id)).suspendedAt).toBeNull();
  });

  it('is not on hold where its owner has canceled before', async () => {
    const { viewer, id } = await newPaypalMember();
    await cancelMembership(viewer, {});
    await setStatus(viewer.id, 'inactive');
    expect(await statusAtPaypal(id)).toBe('CANCELLED');
    expect(await subjectsTo(viewer.email)).not.toContain('Your membership is on hold');
  });

  it('is ended at once where a payment is missing', async () => {
    const { viewer, id } = await newPaypalMember();
    await fake.suspend(id);
    await deliver();
    await setStatus(viewer.id, 'inactive');
    expect(await statusAtPaypal(id)).toBe('CANCELLED');
  });

  it('stays as it is however often PayPal is asked', async () => {
    const { id } = await newPaypalMember();
    const paypal = provider('paypal');
    for (const _ of [1, 2]) await paypal.suspendSubscription(id, 'Deactivated');
    await expect(fake.suspend(id)).rejects.toMatchObject({ issue: 'SUBSCRIPTION_STATUS_INVALID' });
    for (const _ of [1, 2])
      expect(await paypal.activateSubscription(id, 'Activated')).toEqual({ nextPrice: null });
    await expect(fake.reactivate(id)).rejects.toMatchObject({ issue: 'SUBSCRIPTION_STATUS_INVALID' });
    await paypal.endSubscription(id, 'Over');
    expect(await paypal.activateSubscription(id, 'Activated')).toBeNull();
    expect(await paypal.activateSubscription('I-UNKNOWN', 'Activated')).toBeNull();
  });
});
