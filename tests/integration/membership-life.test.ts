import { describe, expect, it } from 'vitest';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import { newFact, newSale, saleAt, secondsAfter } from '#tests/integration/facts.ts';
import { mailsTo, newUser } from '#tests/integration/people.ts';

const statusesOf = async (user: { id: string; email: string }) =>
  (await stateOf(user)).subscriptions.map(({ status }) => status);

describe('a subscription', () => {
  it('that is active does not become incomplete by late news', async () => {
    const { user, sale } = await newToldMember();
    const before = await stateOf(user);
    for (const at of [saleAt, secondsAfter(29), secondsAfter(30)])
      await applyPaymentEvent(sale.status('incomplete', at));
    expect(await stateOf(user)).toEqual(before);
  });

  it('keeps its plan while a renewal is retried, and tells the member once', async () => {
    const { user, sale } = await newToldMember();
    const failed = newFact('invoice_failed', {
      subscriptionId: sale.subscriptionId,
      amountCents: 4_700,
      metadata: sale.metadata,
    });
    await deliverFacts([failed, failed, sale.status('past_due', secondsAfter(60))]);
    const state = await stateOf(user);
    expect(state).toMatchObject({ plan: 'membership', subscriptions: [{ status: 'past_due' }] });
    expect(state.mails).toHaveLength(2);
  });

  it('sends no mail for a first payment that is declined', async () => {
    const user = await newUser();
    const { metadata, subscriptionId } = newSale(user.id);
    await applyPaymentEvent(newFact('invoice_failed', { isFirstInvoice: true, subscriptionId, metadata }));
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('is paid for as far as its payments say, and no less far by an earlier one that is told late', async () => {
    const { user, sale } = await newToldMember();
    const days = (count: number) => secondsAfter(count * 24 * 3600);
    const paidFor = async (month: string, periodStart: Date, periodEnd: Date) => {
      const invoiceId = `in_${month}_${user.id}`;
      await deliverFacts([{ ...sale.paid, eventId: `evt_${invoiceId}`, invoiceId, periodStart, periodEnd }]);
      return (await stateOf(user)).subscriptions.map(({ currentPeriodEnd }) => currentPeriodEnd);
    };
    expect(await paidFor('next', days(30), days(60))).toEqual([days(60)]);
    expect(await paidFor('earlier', days(-30), saleAt)).toEqual([days(60)]);
    expect((await stateOf(user)).payments).toHaveLength(3);
  });

  it('to what is sold no more follows its provider still', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([sale.created]);
    await prisma().subscription.updateMany({
      where: { userId: user.id },
      data: { product: 'sold_no_more' },
    });
    expect(await applyPaymentEvent(sale.activated)).toBe('applied');
    expect(await statusesOf(user)).toEqual(['active']);
  });

  it('keeps no free period where its invoice of nothing is for no time', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const periods = [
      { periodStart: null, periodEnd: secondsAfter(60) },
      { periodStart: saleAt, periodEnd: saleAt },
    ];
    for (const [index, period] of periods.entries()) {
      const invoiceId = `in_${index}_${user.id}`;
      await deliverFacts([
        { ...sale.paid, eventId: `evt_${invoiceId}`, invoiceId, amountCents: 0, ...period },
      ]);
    }
    expect(await prisma().freePeriod.count({ where: { subscription: { userId: user.id } } })).toBe(0);
  });

  it('that is canceled stays so', async () => {
    const { user, sale } = await newToldMember();
    await applyPaymentEvent(sale.status('canceled', secondsAfter(60)));
    const ended = await stateOf(user);
    expect(ended).toMatchObject({ plan: null, subscriptions: [{ status: 'canceled' }] });
    expect(ended.subscriptions[0]?.canceledAt).not.toBeNull();
    expect(ended.mails).toHaveLength(2);
    for (const status of ['active', 'past_due', 'incomplete'] as const)
      await applyPaymentEvent(sale.status(status, secondsAfter(90)));
    expect(await stateOf(user)).toEqual(ended);
  });

  it('that ends before it was paid takes nothing away and mails nobody', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([sale.created, sale.status('incomplete_expired', secondsAfter(90_000))]);
    expect(await stateOf(user)).toMatchObject({ plan: null, mails: [], payments: [] });
  });

  it('can be followed by another, which welcomes again', async () => {
    const { user, sale } = await newToldMember();
    await applyPaymentEvent(sale.status('canceled', secondsAfter(60)));
    const next = newSale(user.id, { paidAfterSeconds: 120 });
    await deliverFacts([next.created, next.paid, next.linked, next.activated]);
    const state = await stateOf(user);
    expect(state.plan).toBe('membership');
    expect(state.subscriptions.map(({ status }) => status)).toEqual(['canceled', 'active']);
    expect(state.mails).toHaveLength(3);
  });
});

describe('a second live subscription', () => {
  it('is undone; the first stays, whatever the second tells afterwards', async () => {
    const { user, sale } = await newToldMember();
    const second = newSale(user.id);
    await deliverFacts([second.activated, second.created, second.paid, second.linked]);
    await applyPaymentEvent(second.status('active', secondsAfter(60)));
    const state = await stateOf(user);
    expect(state.plan).toBe('membership');
    expect(state.mails).toHaveLength(1);
    expect(
      state.subscriptions.map(({ providerSubscriptionId, status }) => [providerSubscriptionId, status]),
    ).toEqual([
      [sale.subscriptionId, 'active'],
      [second.subscriptionId, 'canceled'],
    ]);
    await deliverFacts([second.status('canceled', secondsAfter(90)), second.refunded(4_700)]);
    const after = await stateOf(user);
    expect(after.plan).toBe('membership');
    expect(after.payments.map(({ status }) => status)).toEqual(['paid', 'refunded']);
  });

  it('never is, when the news of both comes at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await newUser();
      const sales = [newSale(user.id), newSale(user.id)];
      await Promise.all(sales.flatMap((sale) => [sale.activated, sale.paid]).map(applyPaymentEvent));
      expect((await statusesOf(user)).toSorted()).toEqual(['active', 'canceled']);
    }
  });
});
