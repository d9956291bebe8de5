import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openHostedCheckout, undoSubscription } from '#app/domain/billing/membership.server.ts';
import { applyPaymentEvent } from '#app/domain/billing/payment-events.server.ts';
import { openPaypalApproval } from '#app/domain/billing/paypal-membership.server.ts';
import { endPaidPeriods } from '#app/domain/billing/subscriptions.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { stopJobs } from '#app/platform/jobs.server.ts';
import { connectPaypal, paypal } from '#app/platform/payments/payments.server.ts';
import { action } from '#app/routes/resources/paypal-webhook.ts';
import { startWorker } from '#app/worker.server.ts';
import { type Delivery, type PaypalFake, startPaypalFake } from '#tests/fakes/paypal.ts';
import { newSale, permutations, secondsAfter } from '#tests/integration/facts.ts';
import { mailsTo, newViewer } from '#tests/integration/people.ts';

let fake: PaypalFake;

beforeAll(async () => {
  fake = await startPaypalFake();
  connectPaypal(fake.settings);
  await startWorker(false);
});

afterEach(() => {
  fake.take();
  fake.plan.isDown = false;
  fake.plan.price = '47.0';
  connectPaypal(fake.settings);
});

afterAll(async () => {
  // Other tests count the jobs of this database too.
  await databasePool().query(`DELETE FROM pgboss.job WHERE name = 'undo-subscription'`);
  await stopJobs();
  await fake.close();
});

/** The site's answer to a webhook. */
async function answerTo({ body, headers }: Pick<Delivery, 'body' | 'headers'>): Promise<[number, unknown]> {
  const request = new Request('http://localhost:3000/webhooks/paypal', { method: 'POST', body, headers });
  const response = await action({ request });
  return [response.status, await response.json()];
}

/** Delivers as PayPal does: what is not answered with success comes again after the others. */
async function deliver(deliveries: readonly Delivery[] = fake.take()): Promise<void> {
  const waiting = [...deliveries];
  for (let left = (deliveries.length + 1) ** 2; waiting.length > 0; left -= 1) {
    const next = waiting.shift();
    if (left === 0 || !next) throw new Error('an event is asked for again for ever');
    if ((await answerTo(next))[0] !== 200) waiting.push(next);
  }
}

const idIn = (address: string) => String(new URL(address).searchParams.get('ba_token'));

/** Somebody who has approved the subscription; the webhooks wait. */
async function newBuyer() {
  const viewer = await newViewer();
  const id = idIn(await openPaypalApproval(viewer));
  const returnedTo = fake.approve(id);
  const [saleId = ''] = fake.subscriptions.get(id)?.saleIds ?? [];
  return { viewer, id, saleId, returnedTo };
}

/** All that billing keeps of a user. */
async function stateOf(viewer: { id: string; email: string }) {
  const where = { userId: viewer.id };
  const orderBy = { createdAt: 'asc' } as const;
  return {
    plan: (await prisma().user.findUniqueOrThrow({ where: { id: viewer.id } })).plan,
    subscriptions: await prisma().subscription.findMany({ where, orderBy }),
    payments: await prisma().payment.findMany({ where, orderBy }),
    mails: (await mailsTo(viewer.email)).map(({ subject }) => subject).reverse(),
  };
}

async function undoJobs(): Promise<{ provider: string; providerSubscriptionId: string }[]> {
  const { rows } = await databasePool().query(`SELECT data FROM pgboss.job WHERE name = 'undo-subscription'`);
  return rows.map(({ data }) => data);
}

describe('buying with PayPal', () => {
  it('leads to the approval, the same for a second press or a second tab', async () => {
    const viewer = await newViewer();
    const [address, again] = await Promise.all([openPaypalApproval(viewer), openPaypalApproval(viewer)]);
    expect(new URL(address).origin).toBe(fake.settings.approvalOrigin);
    expect([again, await openPaypalApproval(viewer)]).toEqual([address, address]);
    const { subscriptions } = await stateOf(viewer);
    expect(subscriptions).toMatchObject([
      { provider: 'paypal', providerSubscriptionId: idIn(address), status: 'incomplete', amount: 4_700 },
    ]);
    expect(fake.subscriptions.get(idIn(address))?.customId).toBe(viewer.id);
  });

  it('makes a member by the webhooks only, and sells nothing more', async () => {
    const { viewer, id, saleId, returnedTo } = await newBuyer();
    expect(returnedTo).toBe(`http://localhost:3000/thank-you?subscription_id=${id}`);
    expect((await stateOf(viewer)).plan).toBeNull();
    await expect(openPaypalApproval(viewer)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('being confirmed'),
    });
    await deliver();
    const { plan, subscriptions, payments, mails } = await stateOf(viewer);
    expect(plan).toBe('membership');
    expect(subscriptions).toMatchObject([{ status: 'active', providerSubscriptionId: id }]);
    expect(Number(subscriptions[0]?.currentPeriodEnd)).toBeGreaterThan(Date.now());
    expect(payments).toMatchObject([
      { provider: 'paypal', providerInvoiceId: saleId, amountCents: 4_700, currency: 'usd', status: 'paid' },
    ]);
    expect(mails).toEqual(['Welcome: your membership is active']);
    for (const buy of [openPaypalApproval, openHostedCheckout])
      await expect(buy(viewer)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('asks for one token, and for another when it is taken back', async () => {
    connectPaypal(fake.settings);
    const before = fake.tokenCount();
    await Promise.all([openPaypalApproval(await newViewer()), openPaypalApproval(await newViewer())]);
    expect(fake.tokenCount()).toBe(before + 1);
    fake.revokeTokens();
    await openPaypalApproval(await newViewer());
    expect(fake.tokenCount()).toBe(before + 2);
  });

  it('is refused in words while PayPal is down, and without the right credentials', async () => {
    const viewer = await newViewer();
    fake.plan.isDown = true;
    await expect(openPaypalApproval(viewer)).rejects.toMatchObject({ kind: 'unavailable' });
    fake.plan.isDown = false;
    connectPaypal({ ...fake.settings, clientSecret: 'wrong' });
    await expect(openPaypalApproval(viewer)).rejects.toMatchObject({ kind: 'unavailable' });
    connectPaypal(null);
    await expect(openPaypalApproval(viewer)).rejects.toMatchObject({ kind: 'unavailable' });
    connectPaypal(fake.settings);
    await expect(openPaypalApproval(viewer)).resolves.toContain('ba_token');
  });

  it('is refused when the plan takes another price than the page says', async () => {
    fake.plan.price = '74.0';
    await expect(openPaypalApproval(await newViewer())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(fake.take()).toEqual([]);
  });

  it('never leads to an address that is not PayPal’s', async () => {
    connectPaypal({ ...fake.settings, approvalOrigin: 'https://www.paypal.com' });
    await expect(openPaypalApproval(await newViewer())).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('the webhook', () => {
  it('takes nothing that PayPal has not signed', async () => {
    const { viewer } = await newBuyer();
    const [activated] = fake.take();
    if (!activated) throw new Error('no event');
    const { body, headers } = activated;
    const forged = [
      { body: body.replace('ACTIVE', 'CANCELLED'), headers },
      { body: JSON.stringify(JSON.parse(body)), headers },
      { body, headers: { ...headers, 'PayPal-Transmission-Sig': 's0000' } },
      { body, headers: { 'Content-Type': 'application/json' } },
      { body: `${body},"webhook_id":"1"`, headers },
    ];
    for (const delivery of forged)
      expect(await answerTo(delivery)).toEqual([400, { error: 'bad_signature' }]);
    connectPaypal({ ...fake.settings, webhookId: 'another1' });
    expect((await answerTo(activated))[0]).toBe(400);
    expect((await stateOf(viewer)).plan).toBeNull();
  });

  it('asks for the event again while PayPal cannot say whose it is', async () => {
    const { viewer } = await newBuyer();
    const deliveries = fake.take();
    fake.plan.isDown = true;
    for (const delivery of deliveries) expect((await answerTo(delivery))[0]).toBe(503);
    fake.plan.isDown = false;
    await deliver(deliveries);
    expect((await stateOf(viewer)).plan).toBe('membership');
  });

  it('is not there where PayPal is not offered', async () => {
    await newBuyer();
    const [delivery] = fake.take();
    connectPaypal(null);
    expect(delivery && (await answerTo(delivery))[0]).toBe(404);
  });

  it('ignores what billing does not act on', async () => {
    fake.emit('CATALOG.PRODUCT.CREATED', { id: 'PROD-1' });
    fake.emit('PAYMENT.SALE.COMPLETED', { id: 'S1', amount: { total: '1.00', currency: 'USD' } });
    for (const delivery of fake.take())
      expect(await answerTo(delivery)).toEqual([200, { outcome: 'ignored' }]);
  });
});

describe('the life of a subscription', () => {
  /** From the approval to the end: activated, paid, a part refunded, the rest refunded, cancelled. */
  async function wholeLife() {
    const { viewer, id, saleId } = await newBuyer();
    fake.refund(saleId, '7.00');
    fake.refund(saleId);
    fake.cancel(id);
    return { viewer, deliveries: fake.take() };
  }

  it('comes to the same whatever the order of its events, each told twice', async () => {
    for (const order of permutations([0, 1, 2, 3, 4]).filter((_, index) => index % 7 === 0)) {
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
          'Your membership has ended',
        ].toSorted(),
      );
      for (const delivery of told) expect(await answerTo(delivery)).toEqual([200, { outcome: 'duplicate' }]);
    }
  });

  it('may be told all at once', async () => {
    const { viewer, deliveries } = await wholeLife();
    await Promise.all([...deliveries, ...deliveries].map(answerTo));
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
    await paypal()?.cancelSubscription(id, 'Asked by the member');
    await paypal()?.cancelSubscription(id, 'Asked again');
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
    expect(ended.mails).toHaveLength(2);
    await expect(openPaypalApproval(viewer)).resolves.toContain('ba_token');
  });

  it('pauses when PayPal suspends it, and goes on when it is activated again', async () => {
    const { viewer, id } = await newBuyer();
    await deliver();
    fake.suspend(id);
    await deliver();
    expect(await stateOf(viewer)).toMatchObject({ plan: null, subscriptions: [{ status: 'paused' }] });
    fake.emit('BILLING.SUBSCRIPTION.ACTIVATED', { id, status: 'ACTIVE', custom_id: viewer.id });
    await deliver();
    expect(await stateOf(viewer)).toMatchObject({
      plan: 'membership',
      subscriptions: [{ status: 'active' }],
    });
  });

  it('is paid each month, whoever the sale itself names', async () => {
    const { viewer, id } = await newBuyer();
    fake.charge(id);
    await deliver();
    expect((await stateOf(viewer)).payments).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
  });

  it('tells the member of a renewal that failed', async () => {
    const { viewer, id } = await newBuyer();
    await deliver();
    fake.emit('BILLING.SUBSCRIPTION.PAYMENT.FAILED', {
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
    fake.refund(saleId, '7.00', true);
    const first = fake.take();
    await deliver(first);
    expect((await stateOf(viewer)).payments).toMatchObject([
      { amountRefundedCents: 700, status: 'partially_refunded' },
    ]);
    const told = JSON.parse(first[0]?.body ?? '{}') as { resource: object };
    fake.emit('PAYMENT.SALE.REFUNDED', told.resource);
    fake.refund(saleId, '0.70');
    await deliver();
    expect((await stateOf(viewer)).payments).toMatchObject([{ amountRefundedCents: 770 }]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('$0.70');
  });

  it('comes to the same when two refunds are told at the same moment', async () => {
    const { viewer, saleId } = await newBuyer();
    await deliver();
    for (const amount of ['1.00', '2.00', '3.00']) fake.refund(saleId, amount);
    await Promise.all(fake.take().map(answerTo));
    expect((await stateOf(viewer)).payments).toMatchObject([{ amountRefundedCents: 600 }]);
  });

  it('by the bank is a dispute', async () => {
    const { viewer, saleId } = await newBuyer();
    fake.reverse(saleId);
    await deliver(fake.take().reverse());
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
    expect(fake.sales.get(saleId)?.refundedCents).toBe(4_700);
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
    fake.approve(id);
    const [activated, completed] = fake.take();
    if (!activated || !completed) throw new Error('no events');
    await deliver([activated]);
    const before = (await undoJobs()).filter((job) => job.providerSubscriptionId === id).length;
    await deliver([completed]);
    expect((await undoJobs()).filter((job) => job.providerSubscriptionId === id)).toHaveLength(before + 1);
  });

  it('is not undone where PayPal is configured no more, but tried again later', async () => {
    connectPaypal(null);
    await expect(undoSubscription({ provider: 'paypal', providerSubscriptionId: 'I-1' })).rejects.toThrow(
      'not configured',
    );
  });
});
