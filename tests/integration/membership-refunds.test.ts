import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import type { RefundStatus } from '#app/platform/payments/facts.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import { newSale, secondsAfter } from '#tests/integration/facts.ts';
import { activityOf, mailsTo, newSession, newUser, subjectsTo } from '#tests/integration/people.ts';
import { startMembershipPayment } from '#tests/integration/purchases.ts';
import { takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

describe('a refund', () => {
  it('that comes before its payment is asked for again', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const refund = sale.refunded(4_700);
    expect(await applyPaymentEvent(refund)).toBe('retry');
    expect(await applyPaymentEvent(sale.disputed())).toBe('retry');
    await applyPaymentEvent(sale.paid);
    expect(await applyPaymentEvent(refund)).toBe('retry');
    await deliverFacts([refund, sale.linked]);
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'refunded', amountRefundedCents: 4_700 },
    ]);
  });

  it('in part, then whole, then told again, is counted once and mailed by its own amount', async () => {
    const { user, sale } = await newToldMember();
    expect(await applyPaymentEvent(sale.refunded(700))).toBe('applied');
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'partially_refunded', amountRefundedCents: 700 },
    ]);
    const whole = sale.refunded(4_000);
    expect(await applyPaymentEvent(whole)).toBe('applied');
    const state = await stateOf(user);
    expect(state.payments).toMatchObject([{ status: 'refunded', amountRefundedCents: 4_700 }]);
    const again = { ...whole, eventId: `${whole.eventId}_again` };
    for (const told of [whole, again]) expect(await applyPaymentEvent(told)).toBe('duplicate');
    expect(await stateOf(user)).toEqual(state);
    const texts = (await mailsTo(user.email)).map(({ text }) => text);
    expect(texts[1]).toContain('$7');
    expect(texts[0]).toContain('$40');
    expect(texts[0]).toContain(`Hello ${user.name}`);
    expect((await activityOf(user.id)).slice(-2)).toEqual(['$7 refunded', '$40 refunded']);
  });

  it('is not lost to another that comes at the same moment', async () => {
    const { user, sale } = await newToldMember();
    await Promise.all([700, 1_700, 2_000, 300].map((part) => applyPaymentEvent(sale.refunded(part))));
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'refunded', amountRefundedCents: 4_700 },
    ]);
  });

  it('is told to the payer once while it goes on, and written down where it fails', async () => {
    const { user, sale } = await newToldMember();
    const toldOf = async () =>
      (await subjectsTo(user.email)).filter((subject) => subject === 'Your refund is on its way').length;
    const next = (status: RefundStatus) => applyPaymentEvent(sale.refunded(700, status, `re_${user.id}`));
    for (const status of ['pending', 'succeeded', 'failed'] as const)
      expect(await next(status), status).toBe('applied');
    expect(await next('canceled')).toBe('duplicate');
    expect(await toldOf()).toBe(1);
    expect((await activityOf(user.id)).slice(-2)).toEqual(['$7 refunded', 'A refund of $7 failed']);
    await applyPaymentEvent(sale.refunded(700, 'canceled'));
    expect((await activityOf(user.id)).at(-1)).toBe('A refund of $7 failed');
    expect(await toldOf()).toBe(1);
  });

  it('of all ends the membership by one job, and is no dispute', async () => {
    const { user, sale } = await newToldMember();
    const { subscriptionId: providerSubscriptionId } = sale;
    await takeQueued('end-subscription');
    await deliverFacts([sale.refunded(700), sale.refunded(4_000), sale.inquired()]);
    expect((await stateOf(user)).subscriptions).toMatchObject([{ isRefunded: true, isDisputed: false }]);
    expect(await takeQueued('end-subscription')).toEqual([{ provider: 'stripe', providerSubscriptionId }]);
    // Bought again before the provider has ended it there would be two of it.
    const found = await findViewer(await newSession(user.id));
    if (!found) throw new Error('nobody is signed in');
    await expect(startMembershipPayment(found.viewer)).rejects.toThrow(/money has been returned.* is ending/);
  });

  it('of all has nothing to end where the membership has ended', async () => {
    const { user, sale } = await newToldMember();
    await takeQueued('end-subscription');
    await deliverFacts([sale.status('canceled', secondsAfter(60)), sale.refunded(4_700)]);
    expect((await stateOf(user)).subscriptions).toMatchObject([{ status: 'canceled', isRefunded: true }]);
    expect(await takeQueued('end-subscription')).toEqual([]);
  });

  it('is never more than was paid', async () => {
    const { user, sale } = await newToldMember();
    await applyPaymentEvent(sale.refunded(9_900));
    expect((await stateOf(user)).payments).toMatchObject([{ amountRefundedCents: 4_700 }]);
  });
});

describe('a payment', () => {
  it('that the bank takes back is disputed', async () => {
    const { user, sale } = await newToldMember();
    await applyPaymentEvent(sale.disputed());
    expect((await stateOf(user)).payments).toMatchObject([{ status: 'disputed' }]);
  });

  it('of nothing, all of it covered by a credit, is none: only the period is taken over', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const period = { periodStart: secondsAfter(0), periodEnd: secondsAfter(2_592_000) };
    const paid = { ...sale.paid, ...period, amountCents: 0, taxCents: 307 };
    expect(await applyPaymentEvent(paid)).toBe('applied');
    const { payments, subscriptions } = await stateOf(user);
    expect(payments).toEqual([]);
    expect(subscriptions).toMatchObject([{ currentPeriodEnd: period.periodEnd }]);
  });
});
