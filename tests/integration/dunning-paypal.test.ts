import { describe, expect, it } from 'vitest';
import { findEntitlements } from '#app/domain/core/access/entitlements.server.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { planCancellation } from '#app/domain/selling/billing/cancellation.server.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { chasePayments } from '#app/domain/selling/billing/dunning.server.ts';
import { endPaidPeriods } from '#app/domain/selling/billing/paid-periods.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { deliver, fake, idIn, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { at, mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { openPaypalApproval } from '#tests/integration/purchases.ts';

withPaypal();

const dayMs = 864e5;

/** A member by PayPal whose account gave nothing when the second month was due. */
async function newLateMember() {
  const viewer = await newViewer();
  const id = idIn(await openPaypalApproval(viewer));
  await fake.approve(id, true);
  await fake.passDays(31.5);
  await deliver();
  const row = () => prisma().subscription.findFirstOrThrow({ where: { providerSubscriptionId: id } });
  const since = (await row()).pastDueSince;
  if (!since) throw new Error('nothing is missing');
  const on = (days: number) => new Date(since.getTime() + days * dayMs);
  return { viewer, id, row, on };
}

const hasMembership = async (userId: string) => (await findEntitlements(userId)).has('membership');

describe('a renewal that PayPal cannot collect (P104)', () => {
  it('is told, leads to PayPal’s page, and is over once PayPal has the money', async () => {
    const { viewer, id, row, on } = await newLateMember();
    expect(await row()).toMatchObject({ status: 'active' });
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'past_due', until: on(14) });
    expect(await planCancellation(viewer.id)).toMatchObject({ endsAtOnce: true, accessEndsAt: null });
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.subject).toBe('Your payment did not go through');
    expect(mail?.text).toContain('at PayPal');
    expect(mail?.text).toContain('$47.00');
    const page = await openCardPage(viewer);
    expect(page).toBe(`http://localhost:3000/sandbox/paypal/autopay?id=${id}`);
    await fake.charge(id);
    await deliver();
    expect(await row()).toMatchObject({ status: 'active', pastDueSince: null });
    for (const days of [3, 7, 12, 15]) await at(on(days), chasePayments);
    const notices = (await subjectsTo(viewer.email)).filter((subject) => /payment did not/.test(subject));
    expect(notices).toHaveLength(1);
    expect((await fake.subscription(id))?.status).toBe('ACTIVE');
  });

  it('stays open for fourteen days although PayPal gives up sooner, and is ended there then', async () => {
    const { viewer, id, row, on } = await newLateMember();
    await fake.passDays(11);
    await deliver();
    expect((await fake.subscription(id))?.status).toBe('SUSPENDED');
    expect(await row()).toMatchObject({ status: 'past_due', pastDueSince: on(0) });
    expect(await at(on(13.9), () => hasMembership(viewer.id))).toBe(true);
    expect(await at(on(14.1), () => hasMembership(viewer.id))).toBe(false);
    expect((await subjectsTo(viewer.email)).filter((subject) => subject.includes('ended'))).toEqual([]);
    await at(on(14.1), chasePayments);
    await deliver();
    expect((await fake.subscription(id))?.status).toBe('CANCELLED');
    expect(await row()).toMatchObject({ status: 'canceled', pastDueSince: null });
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.subject).toBe('Your membership has ended');
    expect(mail?.text).toContain('because we could not collect your last payment of $47.00');
  });

  it('that was paid before it was canceled there runs to the end of its month, told in this order or the other', async () => {
    for (const isLate of [false, true]) {
      const { viewer, id, row } = await newLateMember();
      await fake.charge(id);
      await fake.passDays(0.2);
      await fake.cancel(id);
      const told = await fake.take();
      const [canceled, others] = [
        told.filter(({ type }) => type === 'BILLING.SUBSCRIPTION.CANCELLED'),
        told.filter(({ type }) => type !== 'BILLING.SUBSCRIPTION.CANCELLED'),
      ];
      expect([canceled.length, others.length > 0]).toEqual([1, true]);
      for (const some of isLate ? [canceled, others] : [others, canceled]) await deliver(some);
      expect(await row(), String(isLate)).toMatchObject({
        status: 'active',
        cancelAtPeriodEnd: true,
        canceledAt: null,
        pastDueSince: null,
      });
      expect(await hasMembership(viewer.id)).toBe(true);
      expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'running_out' });
      const end = (await row()).currentPeriodEnd as Date;
      await endPaidPeriods(new Date(end.getTime() + 1));
      expect(await row()).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false });
      // An end is an end: the payment told once more changes nothing.
      await deliver(others);
      expect(await row()).toMatchObject({ status: 'canceled' });
    }
  });

  it('leaves one that somebody suspends, with nothing missing, on hold', async () => {
    const viewer = await newViewer();
    const id = idIn(await openPaypalApproval(viewer));
    await fake.approve(id);
    await fake.suspend(id);
    await deliver();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'stopped' });
  });
});
