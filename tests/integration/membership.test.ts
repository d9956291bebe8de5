import { describe, expect, it } from 'vitest';
import type { EventOutcome } from '#app/domain/billing/event-outcome.ts';
import { applyPaymentEvent } from '#app/domain/billing/payment-events.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';
import { newFact, newSale, permutations, saleAt, secondsAfter } from '#tests/integration/facts.ts';
import { mailsTo, newUser } from '#tests/integration/people.ts';
import { deliverFacts as deliver, stateOf } from '#tests/integration/told.ts';

const statusesOf = async (user: { id: string; email: string }) =>
  (await stateOf(user)).subscriptions.map(({ status }) => status);

/** A user whose first payment has gone through. */
async function newMember() {
  const user = await newUser();
  const sale = newSale(user.id);
  await deliver([sale.created, sale.paid, sale.linked, sale.activated]);
  return { user, sale };
}

describe('the events of a first payment', () => {
  const names = ['created', 'activated', 'paid', 'linked'] as const;

  describe.each([
    ['paid half a minute later', 30],
    ['all of one second', 0],
  ])('%s', (_, paidAfterSeconds) => {
    it.each(permutations(names).map((order) => [order.join(', '), order] as const))(
      'come to the same: %s',
      async (_order, order) => {
        const user = await newUser();
        const sale = newSale(user.id, { paidAfterSeconds });
        await deliver(order.map((name) => sale[name]));
        const state = await stateOf(user);
        expect(state).toMatchObject({
          plan: 'membership',
          subscriptions: [
            {
              providerSubscriptionId: sale.subscriptionId,
              status: 'active',
              amount: 4_700,
              subscribedAt: secondsAfter(paidAfterSeconds),
              currentPeriodEnd: sale.activated.currentPeriodEnd,
              canceledAt: null,
            },
          ],
          payments: [
            {
              providerInvoiceId: sale.invoiceId,
              providerPaymentId: sale.paymentIntentId,
              subscriptionId: state.subscriptions[0]?.id,
              amountCents: 4_700,
              amountRefundedCents: 0,
              status: 'paid',
            },
          ],
        });
        expect(state.mails).toEqual(['Welcome: your membership is active']);
        for (const name of order) expect(await applyPaymentEvent(sale[name])).toBe('duplicate');
        expect(await stateOf(user)).toEqual(state);
      },
    );
  });

  it('may all come at once, and each twice', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const facts = names.map((name) => sale[name]);
    const outcomes = await Promise.all([...facts, ...facts].map(applyPaymentEvent));
    expect(outcomes.filter((outcome) => outcome === 'applied').length).toBeLessThanOrEqual(facts.length);
    await deliver(facts);
    const { plan, subscriptions, payments, mails } = await stateOf(user);
    expect([plan, subscriptions.length, payments.length, mails.length]).toEqual(['membership', 1, 1, 1]);
    expect(payments[0]?.providerPaymentId).toBe(sale.paymentIntentId);
  });

  it('of nobody we know, and of kinds we do not act on, change nothing', async () => {
    const stranger = newSale('018f0000-0000-7000-8000-000000000000');
    const broken = newSale('------------------------------------');
    const expected: [PaymentFact, EventOutcome][] = [
      [stranger.activated, 'ignored'],
      [stranger.paid, 'ignored'],
      [broken.activated, 'ignored'],
      [newFact('invoice_failed'), 'ignored'],
      [newFact('ignored'), 'ignored'],
    ];
    for (const [fact, outcome] of expected) expect(await applyPaymentEvent(fact)).toBe(outcome);
    expect(
      await prisma().subscription.count({ where: { providerSubscriptionId: stranger.subscriptionId } }),
    ).toBe(0);
  });

  it('find their user by the provider’s customer where nothing else tells', async () => {
    const user = await newUser();
    const customerId = `cus_${user.id}`;
    await prisma().providerCustomer.create({ data: { userId: user.id, provider: 'stripe', customerId } });
    const sale = newSale(user.id);
    await applyPaymentEvent({ ...sale.activated, metadata: {}, customerId });
    expect((await stateOf(user)).plan).toBe('membership');
  });
});

describe('a subscription', () => {
  it('that is active does not become incomplete by late news', async () => {
    const { user, sale } = await newMember();
    const before = await stateOf(user);
    for (const at of [saleAt, secondsAfter(29), secondsAfter(30)])
      await applyPaymentEvent(sale.status('incomplete', at));
    expect(await stateOf(user)).toEqual(before);
  });

  it('keeps its plan while a renewal is retried, and tells the member once', async () => {
    const { user, sale } = await newMember();
    const failed = newFact('invoice_failed', {
      subscriptionId: sale.subscriptionId,
      amountCents: 4_700,
      metadata: sale.metadata,
    });
    await deliver([failed, failed, sale.status('past_due', secondsAfter(60))]);
    const state = await stateOf(user);
    expect(state).toMatchObject({ plan: 'membership', subscriptions: [{ status: 'past_due' }] });
    expect(state.mails).toHaveLength(2);
  });

  it('sends no mail for a first payment that is declined', async () => {
    const user = await newUser();
    const { metadata } = newSale(user.id);
    await applyPaymentEvent(newFact('invoice_failed', { isFirstInvoice: true, metadata }));
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('that is canceled stays so', async () => {
    const { user, sale } = await newMember();
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
    await deliver([sale.created, sale.status('incomplete_expired', secondsAfter(90_000))]);
    expect(await stateOf(user)).toMatchObject({ plan: null, mails: [], payments: [] });
  });

  it('can be followed by another, which welcomes again', async () => {
    const { user, sale } = await newMember();
    await applyPaymentEvent(sale.status('canceled', secondsAfter(60)));
    const next = newSale(user.id, { paidAfterSeconds: 120 });
    await deliver([next.created, next.paid, next.linked, next.activated]);
    const state = await stateOf(user);
    expect(state.plan).toBe('membership');
    expect(state.subscriptions.map(({ status }) => status)).toEqual(['canceled', 'active']);
    expect(state.mails).toHaveLength(3);
  });
});

describe('a second live subscription', () => {
  it('is undone; the first stays, whatever the second tells afterwards', async () => {
    const { user, sale } = await newMember();
    const second = newSale(user.id);
    await deliver([second.activated, second.created, second.paid, second.linked]);
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
    await deliver([second.status('canceled', secondsAfter(90)), second.refunded(4_700)]);
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

describe('a refund', () => {
  it('that comes before its payment is asked for again', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const refund = sale.refunded(4_700);
    expect(await applyPaymentEvent(refund)).toBe('retry');
    expect(await applyPaymentEvent(sale.disputed())).toBe('retry');
    await applyPaymentEvent(sale.paid);
    expect(await applyPaymentEvent(refund)).toBe('retry');
    await deliver([refund, sale.linked]);
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'refunded', amountRefundedCents: 4_700 },
    ]);
  });

  it('in part, then whole, then told again, is counted once and mailed by its own amount', async () => {
    const { user, sale } = await newMember();
    expect(await applyPaymentEvent(sale.refunded(700))).toBe('applied');
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'partially_refunded', amountRefundedCents: 700 },
    ]);
    const whole = sale.refunded(4_700);
    expect(await applyPaymentEvent(whole)).toBe('applied');
    const state = await stateOf(user);
    expect(state.payments).toMatchObject([{ status: 'refunded', amountRefundedCents: 4_700 }]);
    for (const again of [whole, sale.refunded(700), sale.refunded(4_700)])
      expect(await applyPaymentEvent(again)).toBe('duplicate');
    expect(await stateOf(user)).toEqual(state);
    const texts = (await mailsTo(user.email)).map(({ text }) => text);
    expect(texts[1]).toContain('$7');
    expect(texts[0]).toContain('$40');
  });

  it('is not lost to another that comes at the same moment', async () => {
    const { user, sale } = await newMember();
    await Promise.all([700, 4_700, 1_700, 2_700].map((total) => applyPaymentEvent(sale.refunded(total))));
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'refunded', amountRefundedCents: 4_700 },
    ]);
  });

  it('is never more than was paid', async () => {
    const { user, sale } = await newMember();
    await applyPaymentEvent(sale.refunded(9_900));
    expect((await stateOf(user)).payments).toMatchObject([{ amountRefundedCents: 4_700 }]);
  });
});

describe('a payment', () => {
  it('that the bank takes back is disputed', async () => {
    const { user, sale } = await newMember();
    await applyPaymentEvent(sale.disputed());
    expect((await stateOf(user)).payments).toMatchObject([{ status: 'disputed' }]);
  });

  it('of nothing, its tax covered by a credit, is recorded', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    expect(await applyPaymentEvent({ ...sale.paid, amountCents: 0, taxCents: 307 })).toBe('applied');
    expect((await stateOf(user)).payments).toMatchObject([{ amountCents: 0, taxCents: 0 }]);
  });
});
