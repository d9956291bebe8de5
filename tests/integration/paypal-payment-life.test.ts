import { describe, expect, it } from 'vitest';
import { endPaidPeriods } from '#app/domain/selling/billing/paid-periods.server.ts';
import { planRefund, requestRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { undoSubscription } from '#app/domain/selling/billing/undo.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPaypal, provider } from '#app/platform/payments/payments.server.ts';
import { signed } from '#stand-ins/sandbox/paypal/signature.ts';
import { stateOf } from '#tests/integration/delivered-facts.ts';
import { newSale, secondsAfter, someOrders } from '#tests/integration/facts.ts';
import {
  answerTo,
  deliver,
  fake,
  idIn,
  newBuyer,
  newPaypalMember,
  undoJobs,
  withPaypal,
} from '#tests/integration/paypal-buyers.ts';
import { mailsTo, newViewer } from '#tests/integration/people.ts';
import { openPaypalApproval } from '#tests/integration/purchases.ts';

withPaypal();

describe('the life of a subscription', () => {
  /** From the approval to the end: activated, paid, a part refunded, the rest refunded, cancelled. */
  async function wholeLife() {
    const { viewer, id, saleId } = await newBuyer();
    await fake.refund(saleId, '7.00');
    await fake.refund(saleId);
    await fake.cancel(id);
    return { viewer, deliveries: await fake.take() };
  }

  it('comes to the same whatever the order of its events, each told twice', async () => {
    for (const order of someOrders([0, 1, 2, 3, 4])) {
      const { viewer, deliveries } = await wholeLife();
      const told = order.flatMap((index) => deliveries[index] ?? []);
      await deliver([...told, ...told]);
      await endPaidPeriods();
      const { plan, subscriptions, payments, mails } = await stateOf(viewer);
      expect({ order, plan, subscriptions, payments }).toMatchObject({
        order,
        plan: null,
        subscriptions: [{ status: 'canceled' }],
        payments: [{ amountCents: 4_700, amountRefundedCents: 4_700, status: 'refunded' }],
      });
      expect(mails.toSorted()).toEqual(
        [
          'Welcome: your membership is active',
          'Your refund is on its way',
          'Your refund is on its way',
          'Your membership is canceled',
          'Your membership has ended',
        ].toSorted(),
      );
      for (const delivery of told) expect(await answerTo(delivery)).toEqual([200, { outcome: 'duplicate' }]);
    }
  });

  it('may be told all at once', async () => {
    const { viewer, deliveries } = await wholeLife();
    await Promise.all([...deliveries, ...deliveries].map((delivery) => answerTo(delivery)));
    await deliver(deliveries);
    await endPaidPeriods();
    expect(await stateOf(viewer)).toMatchObject({
      plan: null,
      subscriptions: [{ status: 'canceled' }],
      payments: [{ amountRefundedCents: 4_700 }],
    });
  });

  it('cancelled, goes on until what was paid runs out', async () => {
    const { viewer, id } = await newBuyer();
    await deliver();
    await provider('paypal').endSubscription(id, 'Asked by the member');
    await provider('paypal').endSubscription(id, 'Asked again');
    await deliver();
    await endPaidPeriods();
    const { plan, subscriptions } = await stateOf(viewer);
    expect(plan).toBe('membership');
    expect(subscriptions).toMatchObject([{ status: 'active', cancelAtPeriodEnd: true, canceledAt: null }]);
    const end = subscriptions[0]?.currentPeriodEnd ?? new Date(0);
    expect(end.getTime() - Date.now()).toBeGreaterThan(27 * 864e5);
    await endPaidPeriods(new Date(end.getTime() + 1));
    await endPaidPeriods(new Date(end.getTime() + 2));
    const ended = await stateOf(viewer);
    expect(ended).toMatchObject({ plan: null, subscriptions: [{ status: 'canceled' }] });
    expect(ended.mails).toEqual([
      'Welcome: your membership is active',
      'Your membership is canceled',
      'Your membership has ended',
    ]);
    await expect(openPaypalApproval(viewer)).resolves.toContain('ba_token');
  });

  it('pauses when PayPal suspends it, and goes on when it is activated again', async () => {
    const { viewer, id } = await newBuyer();
    await deliver();
    await fake.suspend(id);
    await deliver();
    expect(await stateOf(viewer)).toMatchObject({ plan: null, subscriptions: [{ status: 'paused' }] });
    await fake.reactivate(id);
    await deliver();
    expect(await stateOf(viewer)).toMatchObject({
      plan: 'membership',
      subscriptions: [{ status: 'active' }],
    });
  });

  it('is paid each month, whoever the sale itself names', async () => {
    const { viewer, id } = await newBuyer();
    await fake.charge(id);
    await deliver();
    expect((await stateOf(viewer)).payments).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
  });

  it('tells the member of a renewal that failed', async () => {
    const { viewer, id } = await newBuyer();
    await deliver();
    await fake.emit('BILLING.SUBSCRIPTION.PAYMENT.FAILED', {
      id,
      status: 'ACTIVE',
      billing_info: {
        last_payment: { time: '2026-11-01T10:00:00Z' },
        last_failed_payment: { amount: { value: '47.0', currency_code: 'USD' } },
      },
    });
    await deliver();
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('$47');
    expect((await stateOf(viewer)).plan).toBe('membership');
  });
});

describe('money given back', () => {
  it('is added up, found also where the event does not name the sale, and counted once by its own id', async () => {
    const { viewer, saleId } = await newBuyer();
    await deliver();
    await fake.refund(saleId, '7.00', true);
    const first = await fake.take();
    await deliver(first);
    expect((await stateOf(viewer)).payments).toMatchObject([
      { amountRefundedCents: 700, status: 'partially_refunded' },
    ]);
    const told = JSON.parse(first[0]?.body ?? '{}') as { resource: object };
    await fake.emit('PAYMENT.SALE.REFUNDED', told.resource);
    await fake.refund(saleId, '0.70');
    await deliver();
    expect((await stateOf(viewer)).payments).toMatchObject([{ amountRefundedCents: 770 }]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('$0.70');
  });

  it('comes to the same when two refunds are told at the same moment', async () => {
    const { viewer, saleId } = await newBuyer();
    await deliver();
    for (const amount of ['1.00', '2.00', '3.00']) await fake.refund(saleId, amount);
    await Promise.all((await fake.take()).map((delivery) => answerTo(delivery)));
    expect((await stateOf(viewer)).payments).toMatchObject([{ amountRefundedCents: 600 }]);
  });

  it('by the bank is a dispute', async () => {
    const { viewer, saleId } = await newBuyer();
    await fake.reverse(saleId);
    await deliver((await fake.take()).reverse());
    expect((await stateOf(viewer)).payments).toMatchObject([{ status: 'disputed' }]);
  });
});

describe('a second live subscription across providers', () => {
  it('of PayPal is undone at PayPal; the one of the card stays', async () => {
    const { viewer, id, saleId } = await newBuyer();
    const card = newSale(viewer.id);
    for (const fact of [card.activated, card.paid, card.linked]) await applyPaymentEvent(fact);
    await deliver();
    const undone = (await undoJobs()).filter((job) => job.providerSubscriptionId === id);
    expect(undone).toContainEqual({ provider: 'paypal', providerSubscriptionId: id });
    await undoSubscription({ provider: 'paypal', providerSubscriptionId: id });
    await undoSubscription({ provider: 'paypal', providerSubscriptionId: id });
    await deliver();
    expect((await fake.sale(saleId))?.refundedCents).toBe(4_700);
    const state = await stateOf(viewer);
    expect(state.plan).toBe('membership');
    expect(state.subscriptions.map(({ provider, status }) => [provider, status]).toSorted()).toEqual([
      ['paypal', 'canceled'],
      ['stripe', 'active'],
    ]);
    expect(state.payments.map(({ provider, status }) => [provider, status]).toSorted()).toEqual([
      ['paypal', 'refunded'],
      ['stripe', 'paid'],
    ]);
    expect(state.mails.filter((subject) => subject.startsWith('Welcome'))).toHaveLength(1);
  });

  it('of the card is undone at Stripe; the one of PayPal stays', async () => {
    const { viewer } = await newBuyer();
    await deliver();
    const card = newSale(viewer.id, { paidAfterSeconds: 60 });
    await applyPaymentEvent(card.status('active', secondsAfter(60)));
    expect(await undoJobs()).toContainEqual({
      provider: 'stripe',
      providerSubscriptionId: card.subscriptionId,
    });
    expect((await stateOf(viewer)).subscriptions.map(({ status }) => status)).toEqual(['active', 'canceled']);
  });

  it('gives back money that is taken after the undoing', async () => {
    const viewer = await newViewer();
    const id = idIn(await openPaypalApproval(viewer));
    await applyPaymentEvent(newSale(viewer.id).activated);
    await fake.approve(id);
    const [activated, completed] = await fake.take();
    if (!activated || !completed) throw new Error('no events');
    await deliver([activated]);
    const before = (await undoJobs()).filter((job) => job.providerSubscriptionId === id).length;
    await deliver([completed]);
    expect((await undoJobs()).filter((job) => job.providerSubscriptionId === id)).toHaveLength(before + 1);
  });

  it('is told in plain words where PayPal does not know the payment that is to be given back', async () => {
    const unknown = {
      code: 'resource_missing',
      message: expect.stringMatching(/^PayPal does not know this/),
    };
    const paypal = provider('paypal');
    await expect(paypal.refundPayment('UNKNOWN')).rejects.toMatchObject({ ...unknown, isRetryable: false });
    const part = { paymentId: 'UNKNOWN', amountCents: 100, currency: 'usd', key: 'k' };
    await expect(paypal.refundPart(part)).rejects.toMatchObject(unknown);
  });

  it('is not undone where PayPal is configured no more, but tried again later', async () => {
    connectPaypal(null);
    await expect(undoSubscription({ provider: 'paypal', providerSubscriptionId: 'I-1' })).rejects.toThrow(
      'not connected',
    );
  });
});

describe('a case that is settled by a refund of a part', () => {
  it('takes that part once, whatever the order in which it is told', async () => {
    for (const order of someOrders([0, 1, 2, 3])) {
      const { viewer, saleId } = await newPaypalMember();
      const about = (fields: object) => ({
        dispute_id: `PP-D-${saleId}`,
        disputed_transactions: [{ seller_transaction_id: saleId }],
        dispute_amount: { value: '20.00', currency_code: 'USD' },
        ...fields,
      });
      const refund = {
        id: `REF-${saleId}`,
        state: 'completed',
        amount: { total: '-20.00', currency: 'USD' },
        sale_id: saleId,
        links: [],
      };
      const decided = { status: 'RESOLVED', dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' } };
      const deliveries = (
        [
          ['CUSTOMER.DISPUTE.CREATED', about({ status: 'OPEN' })],
          ['PAYMENT.SALE.REFUNDED', refund],
          ['CUSTOMER.DISPUTE.UPDATED', about({ status: 'UNDER_REVIEW' })],
          ['CUSTOMER.DISPUTE.RESOLVED', about(decided)],
        ] as const
      ).map(([type, resource], index) => {
        const create_time = new Date(Date.UTC(2026, 10, 20, 12, index)).toISOString();
        const body = JSON.stringify({
          id: `WH-${saleId}-${index}`,
          event_type: type,
          create_time,
          resource,
        });
        return { type, body, headers: signed(body, fake.settings.webhookId) };
      });
      await deliver(order.flatMap((index) => deliveries[index] ?? []));
      const { payments } = await stateOf(viewer);
      expect({ order, payments }).toMatchObject({
        order,
        payments: [
          {
            status: 'partially_refunded',
            amountRefundedCents: 2_000,
            chargedBackCents: 0,
            disputedCents: 0,
          },
        ],
      });
    }
  });
});

describe('a PayPal account that has used the guarantee', () => {
  it('has used it for another account here, too', async () => {
    const chanceOf = async (userId: string) => {
      const payment = await prisma().payment.findFirstOrThrow({ where: { userId } });
      const chance = (await planRefund(userId, payment.id))?.chance;
      return chance?.kind === 'on_request' ? chance.why : chance?.kind;
    };
    const member = async (payerId: string) => {
      const { viewer, id } = await newBuyer();
      await fake.changeSubscription(id, { payerId });
      await deliver();
      return viewer;
    };
    const first = await member('PAYERONE12345');
    const { id: paymentId } = await prisma().payment.findFirstOrThrow({ where: { userId: first.id } });
    await requestRefund(first, paymentId, '');
    expect(await chanceOf((await member('PAYERTWO12345')).id)).toBe('guaranteed');
    expect(await chanceOf((await member('PAYERONE12345')).id)).toBe('used');
  });
});
