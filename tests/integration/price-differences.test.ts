import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { planRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { findRefundable } from '#app/domain/selling/billing/user-money.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { InvoicePaid } from '#app/platform/payments/facts.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { newFact, newSale, saleAt, secondsAfter } from '#tests/integration/facts.ts';
import { newUser } from '#tests/integration/people.ts';
import { takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

const day = 24 * 3600;

/** A member, and what their provider tells of further payments for the same subscription. */
async function newMember(first: Partial<InvoicePaid> = {}) {
  const user = await newUser();
  const sale = newSale(user.id);
  const period = { periodStart: saleAt, periodEnd: secondsAfter(30 * day) };
  const { subscriptionId, metadata, paymentId } = sale;
  const paid = { ...sale.paid, ...period, ...first };
  /** Another payment for it, some days after the sale. */
  const payment = (days: number, fields: Partial<InvoicePaid>) => {
    const at = secondsAfter(days * day);
    const [invoiceId, id] = [`in_${randomUUID()}`, `pi_${randomUUID()}`];
    const told = newFact('invoice_paid', { subscriptionId, metadata, invoiceId, createdAt: at, ...fields });
    const linked = newFact('payment_linked', { invoiceId, paymentId: id, createdAt: at });
    return { id, facts: [told, linked] };
  };
  const difference = (days: number, cents = 2_500) =>
    payment(days, {
      amountCents: cents,
      billingReason: 'subscription_update',
      periodStart: secondsAfter(days * day),
      periodEnd: period.periodEnd,
    });
  const refund = (id: string, amountCents: number) =>
    newFact('refund_changed', { paymentId: id, refundId: `re_${randomUUID()}`, amountCents });
  const begin = [sale.created, paid, sale.linked, sale.activated];
  return { user, sale, paymentId, begin, payment, difference, refund };
}

async function standing(userId: string) {
  const { isRefunded, isDisputed } = await prisma().subscription.findFirstOrThrow({ where: { userId } });
  const jobs = (await takeQueued('end-subscription')).length;
  return { isOver: isRefunded, isDisputed, isToEnd: jobs > 0 };
}

const open = { isOver: false, isDisputed: false, isToEnd: false };
const ended = { isOver: true, isDisputed: false, isToEnd: true };

describe('money that goes back of a price difference (P43)', () => {
  it('ends nothing: the month stays paid', async () => {
    const { user, begin, difference, refund } = await newMember();
    const change = difference(10);
    await deliverFacts([...begin, ...change.facts, refund(change.id, 2_500)]);
    expect(await standing(user.id)).toEqual(open);
  });

  it('ends nothing where the bank takes it, or where several go back, in parts', async () => {
    const { user, begin, difference, refund } = await newMember();
    const [up, down, again] = [difference(5), difference(8, 300), difference(12, 900)];
    await deliverFacts([...begin, ...up.facts, ...down.facts, ...again.facts]);
    await deliverFacts([refund(up.id, 1_000), refund(up.id, 1_500), refund(again.id, 900)]);
    await deliverFacts([
      newFact('dispute_changed', {
        paymentId: down.id,
        disputeId: 'dp_down',
        amountCents: 300,
        state: 'lost',
      }),
    ]);
    expect(await standing(user.id)).toEqual(open);
  });

  it('whatever the order in which it is told', async () => {
    const { user, begin, difference, refund } = await newMember();
    const change = difference(10);
    await deliverFacts([refund(change.id, 2_500), ...change.facts.toReversed(), ...begin.toReversed()]);
    expect(await standing(user.id)).toEqual(open);
  });
});

describe('money that goes back of the period itself', () => {
  it('ends the membership, though a difference was paid later, also in parts that add up', async () => {
    const { user, paymentId, begin, difference, refund } = await newMember();
    await deliverFacts([...begin, ...difference(10).facts, refund(paymentId, 4_000)]);
    expect(await standing(user.id)).toEqual(open);
    await deliverFacts([refund(paymentId, 700)]);
    expect(await standing(user.id)).toEqual(ended);
  });

  it('ends it though an invoice of nothing came later, for a change that a credit covered', async () => {
    const { user, paymentId, begin, difference, refund } = await newMember();
    await deliverFacts([...begin, ...difference(10, 0).facts.slice(0, 1), refund(paymentId, 4_700)]);
    expect(await standing(user.id)).toEqual(ended);
  });

  it('closes it while the bank has it', async () => {
    const { user, sale, begin, difference } = await newMember();
    await deliverFacts([...begin, ...difference(10).facts, sale.disputed()]);
    expect(await standing(user.id)).toEqual({ ...open, isDisputed: true });
  });

  it('is what the payer and the admin are told of before they ask', async () => {
    const { user, begin, difference } = await newMember();
    await deliverFacts([...begin, ...difference(10).facts]);
    const [own, change] = await prisma().payment.findMany({
      where: { userId: user.id },
      orderBy: { paidAt: 'asc' },
    });
    expect([own?.kind, change?.kind]).toEqual(['period', 'adjustment']);
    expect((await planRefund(user.id, String(own?.id)))?.ends).toBe('subscription');
    expect((await planRefund(user.id, String(change?.id)))?.ends).toBeNull();
    expect((await findRefundable(user.id, String(own?.id)))?.endsSubscription).toBe(true);
    expect((await findRefundable(user.id, String(change?.id)))?.endsSubscription).toBe(false);
  });
});

describe('money that goes back of another period', () => {
  it('ends nothing where it is an earlier one, also where the current one is paid by a credit', async () => {
    const { user, paymentId, begin, payment, refund } = await newMember({
      periodStart: secondsAfter(-40 * day),
      periodEnd: secondsAfter(-10 * day),
    });
    const covered = payment(-10, {
      amountCents: 0,
      billingReason: 'subscription_cycle',
      periodStart: secondsAfter(-10 * day),
      periodEnd: secondsAfter(20 * day),
    });
    await deliverFacts([...begin, ...covered.facts.slice(0, 1), refund(paymentId, 4_700)]);
    expect(await standing(user.id)).toEqual(open);
  });

  it('ends nothing before the period starts that was paid ahead, and is looked at again then', async () => {
    const { user, begin, payment, refund } = await newMember();
    const ahead = payment(10, {
      billingReason: 'subscription_cycle',
      periodStart: secondsAfter(30 * day),
      periodEnd: secondsAfter(60 * day),
    });
    await deliverFacts([...begin, ...ahead.facts]);
    await takeQueued('end-subscription');
    await deliverFacts([refund(ahead.id, 4_700)]);
    expect(await standing(user.id)).toEqual({ ...open, isToEnd: true });
  });

  it('does not outlast the current one by a payment for the next', async () => {
    const { user, paymentId, begin, payment, refund } = await newMember();
    const ahead = payment(10, {
      billingReason: 'subscription_cycle',
      periodStart: secondsAfter(30 * day),
      periodEnd: secondsAfter(60 * day),
    });
    await deliverFacts([...begin, ...ahead.facts, refund(paymentId, 4_700)]);
    expect(await standing(user.id)).toEqual(ended);
  });

  it('goes by the new period where a change of interval began one', async () => {
    const { user, paymentId, begin, payment, refund } = await newMember();
    const year = payment(10, {
      amountCents: 42_300,
      billingReason: 'subscription_update',
      paysFor: 'period',
      periodStart: secondsAfter(10 * day),
      periodEnd: secondsAfter(375 * day),
    });
    await deliverFacts([...begin, ...year.facts, refund(paymentId, 4_700)]);
    expect(await standing(user.id)).toEqual(open);
    await deliverFacts([refund(year.id, 42_300)]);
    expect(await standing(user.id)).toEqual(ended);
  });
});

describe('a provider that does not say what a payment is for', () => {
  it('has a second payment within a period be a difference, in whatever order they are told', async () => {
    const user = await newUser();
    const id = `I-${randomUUID()}`;
    const provider = 'paypal' as const;
    await prisma().subscription.create({
      data: {
        userId: user.id,
        product: 'membership',
        provider,
        providerSubscriptionId: id,
        status: 'active',
        amount: 4_700,
      },
    });
    const sale = (days: number, cents: number) =>
      newFact('invoice_paid', {
        provider,
        subscriptionId: id,
        invoiceId: `S-${days}-${id}`,
        paymentId: `S-${days}-${id}`,
        amountCents: cents,
        createdAt: secondsAfter(days * day),
        periodStart: secondsAfter(days * day),
        periodEnd: secondsAfter(30 * day),
      });
    const [own, change] = [sale(0, 4_700), sale(12, 1_000)];
    const back = ({ paymentId, amountCents }: InvoicePaid) =>
      newFact('refund_changed', {
        provider,
        paymentId: String(paymentId),
        refundId: `R-${paymentId}`,
        amountCents,
      });
    await deliverFacts([change, back(change), own]);
    // The job that was sent before the payment of the period was told finds nothing to end.
    expect(await standing(user.id)).toMatchObject({ isOver: false, isDisputed: false });
    await deliverFacts([back(own)]);
    expect(await standing(user.id)).toEqual(ended);
  });
});
