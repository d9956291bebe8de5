import { describe, expect, it } from 'vitest';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import type { EventOutcome } from '#app/domain/selling/payment-events/event-outcome.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';
import { deliverFacts, stateOf } from '#tests/integration/delivered-facts.ts';
import { newFact, newSale, permutations, saleAt } from '#tests/integration/facts.ts';
import { newUser } from '#tests/integration/people.ts';

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
        await deliverFacts(order.map((name) => sale[name]));
        const state = await stateOf(user);
        expect(state).toMatchObject({
          plan: 'membership',
          subscriptions: [
            {
              providerSubscriptionId: sale.subscriptionId,
              status: 'active',
              amount: 4_700,
              subscribedAt: saleAt,
              startedAt: saleAt,
              priceId: 'price_membership',
              interval: 'month',
              currentPeriodEnd: sale.activated.currentPeriodEnd,
              canceledAt: null,
            },
          ],
          payments: [
            {
              providerInvoiceId: sale.invoiceId,
              providerPaymentId: sale.paymentId,
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
    await deliverFacts(facts);
    const { plan, subscriptions, payments, mails } = await stateOf(user);
    expect([plan, subscriptions.length, payments.length, mails.length]).toEqual(['membership', 1, 1, 1]);
    expect(payments[0]?.providerPaymentId).toBe(sale.paymentId);
  });

  it('of nobody we know wait for their payer, and those of kinds we do not act on change nothing', async () => {
    const stranger = newSale('018f0000-0000-7000-8000-000000000000');
    const broken = newSale('------------------------------------');
    const expected: [PaymentFact, EventOutcome][] = [
      [stranger.activated, 'orphan'],
      [stranger.paid, 'orphan'],
      [broken.activated, 'orphan'],
      [newFact('invoice_failed', { subscriptionId: 'sub_of_nobody' }), 'ignored'],
      [newFact('ignored'), 'ignored'],
    ];
    const outcomes = [];
    for (const [fact] of expected) outcomes.push(await applyPaymentEvent(fact));
    expect(outcomes).toEqual(expected.map(([, outcome]) => outcome));
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
