import type Stripe from 'stripe';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import { startAdopting, startReading } from '#app/domain/selling/adoption/desk.server.ts';
import { mapPrice } from '#app/domain/selling/adoption/prices.server.ts';
import { listPayments } from '#app/domain/selling/billing/billing-overview.server.ts';
import {
  countPast,
  importPastPayments,
  removePastPayments,
  startImportingPast,
} from '#app/domain/selling/past-payments/importing.server.ts';
import { applyPresent } from '#app/domain/selling/payment-events/apply.server.ts';
import { receiveEvent } from '#app/domain/selling/payment-events/receive.server.ts';
import { reconcilePayments } from '#app/domain/selling/reconciliation/reconcile.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { newActor } from '#tests/integration/admins.ts';
import { pay, received, settled, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { newUser } from '#tests/integration/people.ts';
import { doQueued } from '#tests/integration/queued-jobs.ts';
import { newSeller } from '#tests/integration/sellers.ts';

withSandbox();

const reason = 'moving in';
let actor: Actor;
let price: Stripe.Price;

beforeAll(async () => {
  actor = (await newActor('manager')).actor;
  price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 3_700,
    recurring: { interval: 'month' },
    product_data: { name: 'The old membership' },
  });
  await mapPrice(actor, { provider: 'stripe', priceId: price.id, product: 'membership' });
});

const renewThere = async (id: string) => {
  await stripe.rawRequest('POST', `/v1/test_helpers/subscriptions/${id}/renew`, { succeeds: 'true' });
  await settled();
};

/** Somebody who has paid so many months to the old system, adopted. */
async function newAdopted(months: number) {
  const user = await newUser();
  const { id: customer } = await stripe.customers.create({ email: user.email });
  const { id, latest_invoice } = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  const { confirmation_secret: secret } = latest_invoice as {
    confirmation_secret: { client_secret: string };
  };
  await pay(secret.client_secret);
  await settled();
  for (let month = 1; month < months; month += 1) await renewThere(id);
  await startReading(actor);
  await doQueued('read-foreign-subscriptions');
  await startAdopting(actor, { reason });
  await doQueued('adopt-subscriptions');
  // Providers count in seconds: what was paid lies before the second of the adoption.
  const adoptedAt = new Date(Date.now() + 2_000);
  await prisma().subscription.updateMany({ where: { userId: user.id }, data: { adoptedAt } });
  return { ...user, subscription: id };
}

async function importPast(): Promise<void> {
  await startImportingPast(actor, { reason });
  await doQueued('import-past-payments');
}

const pastOf = (userId: string) =>
  prisma().pastPayment.findMany({ where: { userId }, orderBy: [{ paidAt: 'asc' }, { id: 'asc' }] });

/** All that past payments must leave as it is. */
const booksOf = async ({ id, email }: { id: string; email: string }) => ({
  payments: await prisma().payment.count({ where: { userId: id } }),
  receipts: await prisma().receipt.count({ where: { userId: id } }),
  commissions: await prisma().commission.count({ where: { payment: { userId: id } } }),
  mails: await prisma().mailOutbox.count({ where: { recipient: email } }),
  activity: await prisma().activityLog.count({ where: { userId: id } }),
  notifications: await prisma().notification.count({ where: { userId: id } }),
});

describe('what was paid before the adoption (P321)', () => {
  it('is imported once as history, and earns, receipts, mails and counts nothing', async () => {
    const seller = await newSeller();
    const user = await newAdopted(3);
    await prisma().user.update({ where: { id: user.id }, data: { referredById: seller.id } });
    const books = await booksOf(user);
    await importPast();
    const first = await pastOf(user.id);
    expect(first).toMatchObject(
      Array.from({ length: 3 }, () => ({
        amountCents: 3_700,
        status: 'paid',
        months: 1,
        product: 'membership',
      })),
    );
    expect(first.every(({ receiptNumber }) => receiptNumber?.startsWith('SANDBOX-'))).toBe(true);
    await importPast();
    expect((await pastOf(user.id)).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(await booksOf(user)).toEqual(books);
    const { rows } = await listPayments(user.id);
    expect(rows.map(({ past, documents }) => [past?.receiptNumber, documents])).toEqual(
      first.map(({ receiptNumber }) => [receiptNumber, []]).toReversed(),
    );
  });

  it('becomes ours where it was paid in the moment of the adoption, and is listed once', async () => {
    const user = await newAdopted(1);
    await importPast();
    const [past] = await pastOf(user.id);
    // The adoption was a second earlier: the provider's event of the payment is ours.
    await prisma().subscription.updateMany({ where: { userId: user.id }, data: { adoptedAt: new Date(0) } });
    for (const fact of await provider('stripe').findPresent({ subscriptionId: user.subscription }))
      await applyPresent(fact);
    expect(await prisma().payment.findMany({ where: { userId: user.id } })).toMatchObject([
      { providerInvoiceId: past?.providerInvoiceId },
    ]);
    expect(await pastOf(user.id)).toEqual([]);
    await prisma().subscription.updateMany({
      where: { userId: user.id },
      data: { adoptedAt: new Date(Date.now() + 2_000) },
    });
    await importPast();
    expect(await pastOf(user.id)).toEqual([]);
  });

  it('follows refunds and disputes that are made at the provider, in whatever order they are told, and tells nobody', async () => {
    const user = await newAdopted(3);
    await importPast();
    const [first, second, third] = await pastOf(user.id);
    const books = await booksOf(user);
    const of = (payment: typeof first) => ({ payment_intent: payment?.providerPaymentId ?? '' });
    await stripe.refunds.create({ ...of(first), amount: 1_000 });
    await stripe.refunds.create(of(second));
    await stripe.rawRequest(
      'POST',
      `/v1/test_helpers/payment_intents/${third?.providerPaymentId}/dispute`,
      {},
    );
    await settled();
    await doQueued('import-past-payments');
    expect(
      (await pastOf(user.id)).map(({ status, amountRefundedCents }) => [status, amountRefundedCents]),
    ).toEqual([
      ['partially_refunded', 1_000],
      ['refunded', 3_700],
      ['disputed', 0],
    ]);
    await stripe.refunds.create({ ...of(first), amount: 500 });
    const { data } = await stripe.disputes.list(of(third));
    await stripe.rawRequest('POST', `/v1/test_helpers/disputes/${data[0]?.id}/close`, { status: 'lost' });
    await settled();
    await doQueued('import-past-payments');
    expect(
      (await pastOf(user.id)).map(({ status, amountRefundedCents }) => [status, amountRefundedCents]),
    ).toEqual([
      ['partially_refunded', 1_500],
      ['refunded', 3_700],
      ['charged_back', 3_700],
    ]);
    expect(await booksOf(user)).toEqual(books);
    expect(await prisma().subscription.findFirst({ where: { userId: user.id } })).toMatchObject({
      isDisputed: false,
      isRefunded: false,
      status: 'active',
    });
  });

  it('is written once however its list comes, and however often its events are told before and after', async () => {
    const seller = await newSeller();
    received.length = 0;
    const user = await newAdopted(3);
    await prisma().user.update({ where: { id: user.id }, data: { referredById: seller.id } });
    const events = received.filter(({ type }) =>
      /^(invoice|invoice_payment|payment_intent|charge)/.test(type),
    );
    expect(events.length).toBeGreaterThan(6);
    let round = 0;
    /** All that Stripe has told of the payments, told anew as events of other ids, and each of them twice. */
    const tellAgain = async () => {
      round += 1;
      for (const event of [...events, ...events].toReversed())
        await receiveEvent({
          provider: 'stripe',
          id: `${event.id}_${round}`,
          type: event.type,
          createdAt: new Date(event.created * 1000),
          payload: event,
        });
      // PayPal is not there in these tests.
      await expect(reconcilePayments()).rejects.toThrow('PayPal');
    };
    const books = await booksOf(user);
    await tellAgain();
    expect(await booksOf(user)).toEqual(books);
    const provided = provider('stripe');
    const list = provided.listPastPayments.bind(provided);
    const mock = vi.spyOn(provided, 'listPastPayments').mockImplementation(async function* (id) {
      for await (const page of list(id)) {
        yield page.toReversed();
        yield page;
      }
    });
    await importPast();
    mock.mockRestore();
    const first = await pastOf(user.id);
    expect(first).toHaveLength(3);
    await tellAgain();
    await importPast();
    expect((await pastOf(user.id)).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    await removePastPayments(actor, { reason });
    await tellAgain();
    expect(await pastOf(user.id)).toEqual([]);
    expect(await booksOf(user)).toEqual(books);
    // The first renewal here is the first that earns, and has the first receipt.
    const lastPaidAt = Math.max(...first.map(({ paidAt }) => paidAt.getTime()));
    await prisma().subscription.updateMany({
      where: { userId: user.id },
      data: { adoptedAt: new Date(lastPaidAt + 1) },
    });
    // The next payment is in a later second, which is how exactly providers date their events.
    await expect.poll(() => Date.now()).toBeGreaterThan(lastPaidAt + 1_000);
    await renewThere(user.subscription);
    const numbers = async () =>
      (await prisma().receipt.findMany({ where: { userId: user.id } })).map(({ number }) => number);
    const [number, ...others] = await numbers();
    expect([typeof number, others]).toEqual(['string', []]);
    expect((await booksOf(user)).commissions).toBe(1);
    await importPast();
    await tellAgain();
    expect(await numbers()).toEqual([number]);
    expect(await booksOf(user)).toMatchObject({ payments: 1, commissions: 1 });
    expect(await pastOf(user.id)).toHaveLength(3);
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('has what went back before it was imported, or after that was undone, once it is imported again', async () => {
    const user = await newAdopted(2);
    const books = await booksOf(user);
    const { data } = await stripe.invoices.list({
      subscription: user.subscription,
      expand: ['data.payments'],
    });
    const [one, two] = data.map((invoice) => String(invoice.payments?.data[0]?.payment.payment_intent));
    await stripe.refunds.create({ payment_intent: String(one), amount: 700 });
    await settled();
    expect(await booksOf(user)).toEqual(books);
    await importPast();
    const refunded = async () =>
      (await pastOf(user.id)).map(({ amountRefundedCents }) => amountRefundedCents).toSorted((a, b) => a - b);
    expect(await refunded()).toEqual([0, 700]);
    await removePastPayments(actor, { reason });
    await stripe.refunds.create({ payment_intent: String(two) });
    await stripe.refunds.create({ payment_intent: String(one), amount: 300 });
    await settled();
    expect(await prisma().webhookEvent.count({ where: { processedAt: null } })).toBe(0);
    await importPast();
    expect(await refunded()).toEqual([1_000, 3_700]);
    expect(await booksOf(user)).toEqual(books);
  });

  it('goes on where it was killed, and writes nothing that was taken back meanwhile', async () => {
    const [one, two] = [await newAdopted(1), await newAdopted(1)];
    await startImportingPast(actor, { reason });
    const seller = provider('stripe');
    const list = seller.listPastPayments.bind(seller);
    const mock = vi.spyOn(seller, 'listPastPayments').mockImplementation(async function* (id) {
      if (id === two.subscription) throw new PaymentError('down', 'It is down.', true);
      yield* list(id);
    });
    await expect(importPastPayments()).rejects.toThrow('It is down.');
    expect([(await pastOf(one.id)).length, (await pastOf(two.id)).length]).toEqual([1, 0]);
    expect(await countPast()).toMatchObject({ waiting: 1 });
    // Between the asking of the provider and the writing, an admin takes it all back.
    mock.mockImplementation(async function* (id) {
      yield* list(id);
      await removePastPayments(actor, { reason });
    });
    await importPastPayments();
    expect([(await pastOf(one.id)).length, (await pastOf(two.id)).length]).toEqual([0, 0]);
    // One that the provider refuses keeps none of the others.
    mock.mockImplementation(async function* (id) {
      if (id === two.subscription) throw new PaymentError('gone', 'It is gone.', false);
      yield* list(id);
    });
    await importPast();
    expect([(await pastOf(one.id)).length, (await pastOf(two.id)).length]).toEqual([1, 0]);
    expect(await countPast()).toMatchObject({ waiting: 0, problems: 1 });
    mock.mockRestore();
    await Promise.all([importPast(), importPastPayments()]);
    expect([(await pastOf(one.id)).length, (await pastOf(two.id)).length]).toEqual([1, 1]);
    expect(await countPast()).toMatchObject({ waiting: 0, problems: 0 });
  });

  it('is imported and removed by those who may', async () => {
    const { actor: support } = await newActor('support');
    await expect(startImportingPast(support, { reason })).rejects.toThrow('privileges');
    await expect(removePastPayments(support, { reason })).rejects.toThrow('privileges');
    await removePastPayments(actor, { reason });
    expect(await prisma().pastPayment.count()).toBe(0);
    expect(await countPast()).toMatchObject({ asked: 0 });
  });
});
