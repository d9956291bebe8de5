import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { cardLink } from '#app/domain/selling/billing/card-link.server.ts';
import { chasePayments } from '#app/domain/selling/billing/dunning.server.ts';
import { followCardLink } from '#app/domain/selling/billing/missing-payment.server.ts';
import { announceRenewals } from '#app/domain/selling/billing/notices.server.ts';
import { planRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { releaseHeld } from '#app/domain/selling/payment-events/release.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { Subscription } from '#app/platform/database/generated/client.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newFact, newSale, secondsAfter } from '#tests/integration/facts.ts';
import { mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

const dayMs = 864e5;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

/** Somebody's subscription to what the catalogue does not name any more. */
async function newOld(data: Partial<Subscription> = {}) {
  const viewer = await newViewer();
  const sale = newSale(viewer.id);
  const row = await prisma().subscription.create({
    data: {
      userId: viewer.id,
      product: 'old_course',
      provider: 'stripe',
      providerSubscriptionId: sale.subscriptionId,
      status: 'active',
      amount: 2_900,
      subscribedAt: secondsAfter(0),
      currentPeriodEnd: inDays(2),
      ...data,
    },
  });
  const rowNow = () => prisma().subscription.findUniqueOrThrow({ where: { id: row.id } });
  return { viewer, sale, row, rowNow };
}

describe('a subscription to what is sold no more', () => {
  it('is told of by its key: what is about to be taken, and what is missing', async () => {
    const yearly = await newOld({ interval: 'year' });
    await announceRenewals();
    const [notice] = await mailsTo(yearly.viewer.email);
    expect(notice?.subject).toContain('old course renews on');
    expect(notice?.text).toContain('/profile/billing\n');
    const late = await newOld();
    const { subscriptionId } = late.sale;
    const failedAt = inDays(-1);
    const failed = newFact('invoice_failed', { subscriptionId, createdAt: failedAt });
    expect(await applyPaymentEvent(failed)).toBe('applied');
    const overdue = late.sale.status('past_due', failedAt, { currentPeriodEnd: inDays(2) });
    expect(await applyPaymentEvent(overdue)).toBe('applied');
    const [missing] = await mailsTo(late.viewer.email);
    expect(missing?.text).toContain('old course');
    await chasePayments();
    expect(await late.rowNow()).toMatchObject({ status: 'past_due', pastDueSince: failedAt });
  });

  it('has no words for its end, and ends all the same', async () => {
    const { viewer, sale, rowNow } = await newOld({ cancelAtPeriodEnd: true });
    await announceRenewals();
    const canceled = sale.status('active', secondsAfter(60), { cancelAtPeriodEnd: true });
    expect(await applyPaymentEvent(canceled)).toBe('applied');
    expect(await applyPaymentEvent(sale.status('canceled', secondsAfter(90)))).toBe('applied');
    expect(await rowNow()).toMatchObject({ status: 'canceled' });
    expect(await mailsTo(viewer.email)).toEqual([]);
  });

  it('keeps no free months, and is no membership', async () => {
    const { viewer, sale } = await newOld();
    expect(await applyPaymentEvent(sale.status('active', secondsAfter(60)))).toBe('applied');
    expect(await prisma().freePeriod.count({ where: { subscription: { userId: viewer.id } } })).toBe(0);
    expect(await findMembershipState(viewer.id)).toEqual({ kind: 'none' });
  });

  it('has no page of ours for its card', async () => {
    const { viewer, row } = await newOld();
    const token = cardLink(row.id).split('/').at(-1) ?? '';
    await expect(followCardLink(viewer, token)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(followCardLink(await newViewer(), token)).rejects.toMatchObject({ kind: 'not_found' });
    for (const odd of ['', row.id, `${row.id}.`, `${token}.`, `${token}a`])
      await expect(followCardLink(viewer, odd), odd).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('tells of the end of its trial, with the page of all that is paid', async () => {
    const { viewer, sale } = await newOld({ status: 'trialing' });
    const told = newFact('trial_ending', { subscriptionId: sale.subscriptionId, trialEnd: inDays(2) });
    expect(await applyPaymentEvent(told)).toBe('applied');
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('old course');
    expect(mail?.text).toContain('http://localhost:3000/profile/billing\n');
    const ended = await newOld({ status: 'canceled' });
    const late = { subscriptionId: ended.sale.subscriptionId, trialEnd: inDays(2) };
    expect(await applyPaymentEvent(newFact('trial_ending', late))).toBe('applied');
    expect(await mailsTo(ended.viewer.email)).toEqual([]);
  });

  it('is released where it was held, and thanked for by nobody', async () => {
    const { viewer, row, rowNow } = await newOld({ heldReason: 'another price', offeredCents: 2_900 });
    const held = { kind: 'subscription', id: row.id, userId: viewer.id } as const;
    expect(await releaseHeld((await newActor('owner')).actor, held)).toBe(true);
    expect(await rowNow()).toMatchObject({ heldReason: null });
    expect(await mailsTo(viewer.email)).toEqual([]);
  });

  it('has its payments given back at request alone: nothing says that they are guaranteed', async () => {
    const { viewer, sale, row } = await newOld();
    expect(await applyPaymentEvent({ ...sale.paid, createdAt: inDays(-1), amountCents: 2_900 })).toBe(
      'applied',
    );
    const { id } = await prisma().payment.findFirstOrThrow({ where: { subscriptionId: row.id } });
    expect(await planRefund(viewer.id, id)).toMatchObject({
      productName: 'old course',
      chance: { kind: 'on_request', cents: 2_900 },
      ends: 'subscription',
    });
    expect(await planRefund((await newViewer()).id, id)).toBeNull();
  });
});

describe('a purchase of what is sold no more', () => {
  it('that is refused names the page of what is sold', async () => {
    const viewer = await newViewer();
    const begunId = randomUUID();
    await prisma().purchase.create({
      data: {
        userId: viewer.id,
        product: 'old_book',
        provider: 'paypal',
        providerPaymentId: begunId,
        amountCents: 900,
      },
    });
    const denied = newFact('purchase_denied', { provider: 'paypal', begunId });
    expect(await applyPaymentEvent(denied)).toBe('applied');
    expect((await mailsTo(viewer.email))[0]?.text).toContain('http://localhost:3000/pricing');
    expect(await applyPaymentEvent(newFact('purchase_denied', { provider: 'paypal', begunId }))).toBe(
      'duplicate',
    );
    expect(await subjectsTo(viewer.email)).toHaveLength(1);
    for (const kind of ['purchase_denied', 'purchase_approved'] as const)
      expect(await applyPaymentEvent(newFact(kind, { provider: 'paypal', begunId: 'unknown' }))).toBe(
        'ignored',
      );
  });
});
