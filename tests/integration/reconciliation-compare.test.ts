import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepWaiting } from '#app/domain/selling/payment-events/waiting-events.server.ts';
import { comparePurchases, compareSubscriptions } from '#app/domain/selling/reconciliation/compare.server.ts';
import { retryWaiting } from '#app/domain/selling/reconciliation/events.server.ts';
import type { Run } from '#app/domain/selling/reconciliation/runs.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { PaymentFact, SubscriptionUpdated } from '#app/platform/payments/facts.ts';
import { PaymentError, type Provider } from '#app/platform/payments/port.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import { newEbookSale, newSale, secondsAfter } from '#tests/integration/facts.ts';
import { newUser } from '#tests/integration/people.ts';

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;

/** What was asked of the provider. */
const asked: string[] = [];

/** A provider that answers this when it is asked for something. */
function sellerAnswering(answer: (id: string) => PaymentFact[]): Provider {
  const findPresent: Provider['findPresent'] = async (about) => {
    const id = 'subscriptionId' in about ? about.subscriptionId : about.paymentId;
    asked.push(id);
    return answer(id);
  };
  return { name: 'stripe', findPresent } as Provider;
}

const newRun = (): Run => ({
  id: randomUUID(),
  provider: 'stripe',
  readFrom: new Date(),
  counts: { seen: 0, applied: 0, failed: 0, compared: 0, repaired: 0 },
  notes: [],
});

/** What comparing comes to with a provider that answers this. */
async function compare(answer: (id: string) => PaymentFact[], now = new Date()): Promise<Run> {
  const run = newRun();
  await compareSubscriptions(run, sellerAnswering(answer), now);
  return run;
}

beforeEach(async () => {
  asked.length = 0;
  // Everything that is open is compared: what other tests have left, too.
  await prisma().subscription.updateMany({ data: { status: 'canceled' } });
});

/** A member whose subscription has these fields here, and stands so at the provider. */
async function newRow(fields: object, present: Partial<SubscriptionUpdated>) {
  const { user, sale } = await newToldMember();
  await prisma().subscription.updateMany({ where: { userId: user.id }, data: fields });
  const state = sale.status('active', secondsAfter(60), present);
  return { user, sale, state, rowOf: async () => (await stateOf(user)).subscriptions[0] };
}

describe('a subscription that is compared', () => {
  const end = secondsAfter(30 * 24 * 3600);
  it.each<[string, object, Partial<SubscriptionUpdated>]>([
    ['says the same', {}, {}],
    ['names no end', {}, { currentPeriodEnd: null }],
    ['names no end, and none is known', { currentPeriodEnd: null }, { currentPeriodEnd: null }],
    ['names an earlier end', {}, { currentPeriodEnd: secondsAfter(60) }],
    [
      'lets it run out, as is known',
      { cancelAtPeriodEnd: true },
      { status: 'canceled', cancelAtPeriodEnd: true },
    ],
    [
      'has what is held live',
      { heldReason: 'another price' },
      { cancelAtPeriodEnd: true, status: 'past_due' },
    ],
  ])('is left alone where the provider %s', async (_, fields, present) => {
    const { state, rowOf } = await newRow(fields, present);
    const before = await rowOf();
    const now = new Date();
    const run = await compare(() => [state], now);
    expect(run).toMatchObject({ counts: { compared: 1, repaired: 0, failed: 0 }, notes: [] });
    expect(await rowOf()).toEqual({ ...before, comparedAt: now, updatedAt: expect.any(Date) });
  });

  it.each<[string, object, Partial<SubscriptionUpdated>, object]>([
    ['another status', {}, { status: 'past_due' }, { status: 'past_due' }],
    ['that it is to end', {}, { cancelAtPeriodEnd: true }, { cancelAtPeriodEnd: true }],
    [
      'a later end',
      {},
      { currentPeriodEnd: new Date(end.getTime() + dayMs) },
      { currentPeriodEnd: new Date(end.getTime() + dayMs) },
    ],
    [
      'an end where none is known',
      { currentPeriodEnd: null },
      { currentPeriodEnd: end },
      { currentPeriodEnd: end },
    ],
    [
      'that what is held has ended',
      { heldReason: 'another price' },
      { status: 'canceled' },
      { status: 'canceled' },
    ],
    [
      'that it runs out, where that is not known',
      {},
      { status: 'canceled', cancelAtPeriodEnd: true },
      { status: 'active', cancelAtPeriodEnd: true },
    ],
  ])('is mended where the provider says %s', async (_, fields, present, mended) => {
    const { sale, state, rowOf } = await newRow(fields, present);
    const run = await compare(() => [state]);
    expect(run).toMatchObject({
      counts: { compared: 1, repaired: 1, failed: 0 },
      notes: [`Mended subscription_updated of ${sale.subscriptionId}.`],
    });
    expect(await rowOf()).toMatchObject(mended);
  });

  it('is noted where the provider does not know it, unless it was never paid', async () => {
    const { subscriptionId } = (await newRow({}, {})).sale;
    const begun = await newRow({ status: 'incomplete' }, {});
    const run = await compare(() => []);
    expect(asked.toSorted()).toEqual([subscriptionId, begun.sale.subscriptionId].toSorted());
    expect(run.notes).toEqual([`stripe does not know the subscription ${subscriptionId}.`]);
  });

  it('keeps none of the others from it, where it cannot be compared', async () => {
    const [odd, other] = [await newRow({}, {}), await newRow({}, { status: 'past_due' })];
    const run = await compare((id) => {
      if (id === odd.sale.subscriptionId) throw new PaymentError('odd', 'Not understood.', false);
      return [other.state];
    });
    expect(run.counts).toMatchObject({ failed: 1, repaired: 1 });
    expect(run.notes).toContain(`Could not compare ${odd.sale.subscriptionId}: Not understood.`);
    expect(await odd.rowOf()).toMatchObject({ comparedAt: expect.any(Date) });
    expect(await other.rowOf()).toMatchObject({ status: 'past_due' });
  });

  it.each([
    ['the provider cannot be reached', new PaymentError('down', 'Not reached.', true)],
    ['the database cannot be reached', Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })],
  ])('is the last that is asked for where %s', async (_, error) => {
    const rows = [await newRow({}, {}), await newRow({}, {})];
    await expect(
      compare(() => {
        throw error;
      }),
    ).rejects.toThrow(error);
    expect(asked).toHaveLength(1);
    for (const { rowOf } of rows) expect(await rowOf()).toMatchObject({ comparedAt: null });
  });
});

describe('the payment of a subscription that is compared', () => {
  it('is left alone where it is known, and recorded with what links it where it is not', async () => {
    const { user, sale, state } = await newRow({}, {});
    const known = await compare(() => [sale.paid, sale.linked, state]);
    expect(known).toMatchObject({ counts: { compared: 3, repaired: 0 }, notes: [] });
    const next = { invoiceId: `${sale.invoiceId}_2`, eventId: `${sale.paid.eventId}_2` };
    const linked = {
      ...sale.linked,
      ...next,
      eventId: `${sale.linked.eventId}_2`,
      paymentId: `${sale.paymentId}_2`,
    };
    const run = await compare(() => [{ ...sale.paid, ...next }, linked]);
    expect(run.counts).toMatchObject({ compared: 2, repaired: 2, failed: 0 });
    expect(
      (await stateOf(user)).payments.map(({ providerPaymentId }) => providerPaymentId).toSorted(),
    ).toEqual([sale.paymentId, `${sale.paymentId}_2`]);
  });

  it('is noted where it cannot be recorded', async () => {
    await newRow({}, {});
    const stranger = newSale('018f0000-0000-7000-8000-000000000000');
    const run = await compare(() => [stranger.paid]);
    expect(run.counts).toMatchObject({ repaired: 0, failed: 1 });
    expect(run.notes[0]).toContain(`invoice_paid of ${stranger.subscriptionId}`);
  });
});

describe('payments that are made once', () => {
  it('are compared for three days from when they were begun, as long as nothing is told of them', async () => {
    const now = new Date();
    const begin = async (fields: { createdAt?: Date; provider?: 'paypal' } = {}) => {
      const user = await newUser();
      const sale = newEbookSale(user.id);
      const { paymentId: providerPaymentId } = sale;
      await prisma().purchase.create({
        data: {
          userId: user.id,
          product: 'ebook',
          provider: 'stripe',
          amountCents: 700,
          providerPaymentId,
          ...fields,
        },
      });
      return { user, sale };
    };
    const [begun, unpaid] = [
      await begin(),
      await begin({ createdAt: new Date(now.getTime() - 3 * dayMs + 1000) }),
    ];
    await begin({ createdAt: new Date(now.getTime() - 3 * dayMs - 1000) });
    await deliverFacts([newEbookSale((await newUser()).id).paid]);
    await begin({ provider: 'paypal' });
    const run = newRun();
    const seller = sellerAnswering((id) => (id === begun.sale.paymentId ? [begun.sale.paid] : []));
    await comparePurchases(run, seller, now);
    expect(asked.toSorted()).toEqual([begun.sale.paymentId, unpaid.sale.paymentId].toSorted());
    expect(run.counts).toMatchObject({ compared: 1, repaired: 1, failed: 0 });
    expect(run.notes).toEqual([`Mended product_paid of ${begun.sale.paymentId}.`]);
    expect(await prisma().purchase.findFirst({ where: { userId: begun.user.id } })).toMatchObject({
      status: 'paid',
    });
  });

  it('that cannot be compared keep none of the others from it', async () => {
    const user = await newUser();
    for (const { paymentId: providerPaymentId } of [newEbookSale(user.id), newEbookSale(user.id)])
      await prisma().purchase.create({
        data: { userId: user.id, product: 'ebook', provider: 'stripe', amountCents: 700, providerPaymentId },
      });
    const run = newRun();
    await comparePurchases(
      run,
      sellerAnswering(() => {
        throw new Error('odd');
      }),
      new Date(),
    );
    expect(run.counts.failed).toBe(asked.length);
    expect(asked.length).toBeGreaterThanOrEqual(2);
  });
});

describe('events that wait', () => {
  it('are tried again for three days, those of this provider', async () => {
    const now = new Date();
    const wait = async (ago: number, from: 'stripe' | 'paypal' = 'stripe') => {
      const id = `evt_${randomUUID()}`;
      const event = {
        provider: from,
        id,
        type: 'invoice.paid',
        createdAt: new Date(now.getTime() - ago),
        payload: {},
      };
      await keepWaiting(event, 'orphan', null);
      return async () => {
        const where = { provider_eventId: { provider: from, eventId: id } };
        return (await prisma().webhookEvent.findUniqueOrThrow({ where })).attempts;
      };
    };
    const fresh = await wait(3 * dayMs - 1000);
    const others = [await wait(3 * dayMs + 1000), await wait(hourMs, 'paypal')];
    const run = newRun();
    await retryWaiting(run, now);
    expect(await fresh()).toBe(2);
    for (const attempts of others) expect(await attempts()).toBe(1);
    // It is of no form that a provider sends.
    expect(run.counts).toMatchObject({ applied: 0, failed: 1 });
  });
});
