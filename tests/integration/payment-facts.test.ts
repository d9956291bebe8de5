import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import { paymentsOf, purchasesOf } from '#tests/integration/ebook-buyers.ts';
import { newEbookSale, newFact, newSale, secondsAfter } from '#tests/integration/facts.ts';
import { activityOf, mailsTo, newUser, subjectsTo } from '#tests/integration/people.ts';
import { takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

const paidJobs = async () => (await takeQueued('record-fee')).filter(({ kind }) => kind === 'refund');

describe('the tax of a payment', () => {
  it('is never more than what was paid, where a credit has paid the rest', async () => {
    const user = await newUser();
    const { paid } = newSale(user.id);
    await deliverFacts([{ ...paid, amountCents: 500, taxCents: 893 }]);
    expect(await paymentsOf(user.id)).toMatchObject([{ amountCents: 500, taxCents: 500 }]);
    const buyer = await newUser();
    const { completed } = newEbookSale(buyer.id, { amountCents: 30, taxCents: 58 });
    await deliverFacts([{ ...completed, subtotalCents: 700 }]);
    expect(await paymentsOf(buyer.id)).toMatchObject([{ amountCents: 30, taxCents: 30 }]);
    expect(await isEntitled(buyer.id, 'ebook')).toBe(true);
  });

  it('that is none leaves the receipt as it is', async () => {
    const user = await newUser();
    const sale = newEbookSale(user.id);
    await deliverFacts([sale.paid, sale.completed]);
    const receipts = await prisma().receipt.findMany({ where: { payment: { userId: user.id } } });
    expect(receipts).toMatchObject([{ kind: 'receipt', reason: 'payment', taxCents: 0 }]);
  });
});

describe('the promotion code of a payment', () => {
  it('is kept with whichever of its events tells it', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const user = await newUser();
      const sale = newEbookSale(user.id);
      const facts = [sale.paid, { ...sale.completed, promotionCode: 'promo_1' }];
      await deliverFacts(order.flatMap((index) => facts[index] ?? []));
      expect(await paymentsOf(user.id), order.join()).toMatchObject([{ promotionCode: 'promo_1' }]);
    }
  });
});

describe('a purchase that costs nothing', () => {
  it('is granted once, holds nothing, and gives nothing back', async () => {
    const user = await newUser();
    const sale = newEbookSale(user.id, { amountCents: 0, subtotalCents: 700, taxCents: 0 });
    expect(await applyPaymentEvent(sale.completed)).toBe('applied');
    const again = { ...sale.completed, eventId: `evt_${randomUUID()}` };
    expect(await applyPaymentEvent(again)).toBe('duplicate');
    expect(await purchasesOf(user.id)).toMatchObject([{ status: 'paid', heldReason: null, paymentId: null }]);
    expect(await mailsTo(user.email)).toHaveLength(1);
    // At another price than was offered there is no money to hold or to return.
    const other = await newUser();
    await takeQueued('refund-payment');
    await deliverFacts([
      newEbookSale(other.id, { amountCents: 0, subtotalCents: 300, taxCents: 0 }).completed,
    ]);
    expect(await purchasesOf(other.id)).toMatchObject([{ status: 'not_granted', heldReason: null }]);
    expect(await takeQueued('refund-payment')).toEqual([]);
    expect(await paymentsOf(other.id)).toEqual([]);
  });
});

describe('a payment for what the buyer has', () => {
  it('is given back, whatever it was, and holds nothing', async () => {
    const user = await newUser();
    const [first, second] = [newEbookSale(user.id), newEbookSale(user.id, { amountCents: 350 })];
    await deliverFacts([first.completed]);
    await takeQueued('refund-payment');
    await deliverFacts([second.completed]);
    expect(await takeQueued('refund-payment')).toEqual([
      { provider: 'stripe', providerPaymentId: second.paymentId },
    ]);
    expect(await purchasesOf(user.id)).toMatchObject([
      { status: 'paid' },
      { status: 'not_granted', heldReason: null },
    ]);
    expect(await subjectsTo(user.email)).toHaveLength(1);
  });

  it('also where the first was in dispute when it was bought again, and the bank decides for us', async () => {
    const user = await newUser();
    const [first, second] = [newEbookSale(user.id), newEbookSale(user.id)];
    await deliverFacts([first.completed, first.disputed({ createdAt: secondsAfter(60) }), second.completed]);
    await takeQueued('refund-payment');
    await deliverFacts([first.decided('won', { createdAt: secondsAfter(90) })]);
    expect(await takeQueued('refund-payment')).toEqual([
      { provider: 'stripe', providerPaymentId: first.paymentId },
    ]);
    expect(await purchasesOf(user.id)).toMatchObject([
      { status: 'not_granted', isGranted: false },
      { status: 'paid' },
    ]);
    expect(await isEntitled(user.id, 'ebook')).toBe(true);
  });
});

describe('what was held', () => {
  it('is held again once a dispute about it is over, and granted by nothing', async () => {
    const user = await newUser();
    const sale = newEbookSale(user.id, { amountCents: 350 });
    await deliverFacts([{ ...sale.completed, taxCents: 0 }, sale.disputed({ createdAt: secondsAfter(60) })]);
    expect(await purchasesOf(user.id)).toMatchObject([{ status: 'disputed' }]);
    await deliverFacts([sale.decided('won', { createdAt: secondsAfter(90) })]);
    expect(await purchasesOf(user.id)).toMatchObject([{ status: 'held', isGranted: false }]);
    expect(await isEntitled(user.id, 'ebook')).toBe(false);
  });
});

describe('a refund', () => {
  it('has its fee asked for where money has moved: out, or back', async () => {
    const { sale } = await newToldMember();
    await paidJobs();
    const refundId = `re_${randomUUID()}`;
    const asked = { provider: 'stripe', kind: 'refund', id: refundId };
    await deliverFacts([sale.refunded(100, 'pending', refundId)]);
    expect(await paidJobs()).toEqual([]);
    await deliverFacts([sale.refunded(100, 'succeeded', refundId)]);
    expect(await paidJobs()).toEqual([asked]);
    await deliverFacts([sale.refunded(100, 'failed', refundId)]);
    expect(await paidJobs()).toEqual([asked]);
    for (const status of ['failed', 'canceled'] as const)
      await deliverFacts([sale.refunded(100, status, `re_${randomUUID()}`)]);
    expect(await paidJobs()).toEqual([]);
  });

  it('is told with what is new of it, and not where nothing is', async () => {
    const { user, sale } = await newToldMember();
    const refundId = `re_${randomUUID()}`;
    const before = (await mailsTo(user.email)).length;
    await deliverFacts([sale.refunded(100, 'pending', refundId), sale.refunded(100, 'succeeded', refundId)]);
    expect(await mailsTo(user.email)).toHaveLength(before + 1);
    await deliverFacts([sale.refunded(200, 'canceled')]);
    expect(await mailsTo(user.email)).toHaveLength(before + 1);
    expect((await activityOf(user.id)).filter((line) => /refund/i.test(line))).toHaveLength(1);
  });

  it('that fails says nothing where the bank has taken the money back meanwhile', async () => {
    const { user, sale } = await newToldMember();
    await deliverFacts([
      sale.disputed({ createdAt: secondsAfter(60) }),
      sale.decided('lost', { createdAt: secondsAfter(90) }),
    ]);
    const before = await subjectsTo(user.email);
    await deliverFacts([sale.refunded(100, 'failed')]);
    expect(await subjectsTo(user.email)).toEqual(before);
  });

  it('that fails does not say that what is held or in dispute goes on', async () => {
    for (const stands of [
      { heldReason: 'another price' },
      { isDisputed: true },
      { status: 'past_due' as const },
    ]) {
      const { user, sale } = await newToldMember();
      await prisma().subscription.updateMany({ where: { userId: user.id }, data: stands });
      if ('isDisputed' in stands) await deliverFacts([sale.disputed()]);
      await deliverFacts([sale.refunded(100, 'failed')]);
      const text = (await mailsTo(user.email))[0]?.text;
      expect(text).toContain('We tried to give you back');
      expect(text?.includes('goes on as before'), JSON.stringify(stands)).toBe('status' in stands);
    }
  });
});

describe('the news of a payment', () => {
  it('that is nobody’s waits where it names nobody, and changes nothing of another’s', async () => {
    const { user } = await newToldMember();
    const before = await stateOf(user);
    const nobody = newSale('018f0000-0000-7000-8000-000000000000');
    for (const fact of [
      nobody.paid,
      newFact('invoice_failed', { subscriptionId: nobody.subscriptionId, metadata: nobody.metadata }),
    ])
      expect(await applyPaymentEvent(fact)).toBe('orphan');
    expect(await stateOf(user)).toEqual(before);
  });
});
