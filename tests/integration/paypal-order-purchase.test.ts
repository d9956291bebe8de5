import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { collectPurchase, finishPurchase } from '#app/domain/selling/payment-events/collect.server.ts';
import { comparePurchases } from '#app/domain/selling/reconciliation/compare.server.ts';
import { startRun } from '#app/domain/selling/reconciliation/runs.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPaypal, provider } from '#app/platform/payments/payments.server.ts';
import { paymentsOf, purchasesOf } from '#tests/integration/ebook-buyers.ts';
import { newEbookSale, newFact } from '#tests/integration/facts.ts';
import {
  answerTo,
  collectJobs,
  deliver,
  fake,
  orderIn,
  withPaypal,
} from '#tests/integration/paypal-buyers.ts';
import { activityOf, mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { openEbookApproval } from '#tests/integration/purchases.ts';

withPaypal();

const owns = ({ id }: { id: string }) => isEntitled(id, 'ebook');

/** Somebody who is asked by PayPal to approve the ebook. */
async function newAsked() {
  const viewer = await newViewer();
  return { viewer, id: orderIn(await openEbookApproval(viewer)) };
}

const jobOf = (id: string) => ({ provider: 'paypal' as const, providerPaymentId: id });

describe('news of a purchase', () => {
  it('that was not begun here is ignored', async () => {
    for (const kind of ['purchase_approved', 'purchase_denied'] as const)
      expect(await applyPaymentEvent(newFact(kind, { provider: 'paypal', begunId: 'ORDER-ELSE' }))).toBe(
        'ignored',
      );
  });

  it('that is denied leads to the prices where it is sold no more', async () => {
    const { id: userId, email } = await newViewer();
    const begunId = `ORDER-${userId}`;
    const begun = {
      userId,
      provider: 'paypal',
      providerPaymentId: begunId,
      amountCents: 900,
      currency: 'usd',
    };
    await prisma().purchase.create({ data: { ...begun, provider: 'paypal', product: 'sold_no_more' } });
    expect(await applyPaymentEvent(newFact('purchase_denied', { provider: 'paypal', begunId }))).toBe(
      'applied',
    );
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain('http://localhost:3000/pricing');
  });

  it('that was begun and is sold no more is none to come back to', async () => {
    const { viewer, id } = await newAsked();
    await prisma().purchase.updateMany({ where: { userId: viewer.id }, data: { product: 'sold_no_more' } });
    expect(await finishPurchase(viewer, id)).toBeNull();
  });
});

describe('buying the ebook with PayPal', () => {
  it('leads to the approval of one order, the same for a second press or a second tab', async () => {
    const viewer = await newViewer();
    const [address, again] = await Promise.all([openEbookApproval(viewer), openEbookApproval(viewer)]);
    expect(new URL(address).origin).toBe(fake.settings.approvalOrigin);
    expect([again, await openEbookApproval(viewer)]).toEqual([address, address]);
    const id = orderIn(address);
    expect(await purchasesOf(viewer.id)).toMatchObject([
      { provider: 'paypal', providerPaymentId: id, status: 'begun', amountCents: 700, currency: 'usd' },
    ]);
    const [unit] = (await fake.order(id))?.asked.purchase_units ?? [];
    const price = { currency_code: 'USD', value: '7.00' };
    expect(unit).toMatchObject({
      reference_id: 'ebook',
      custom_id: `${viewer.id} ebook 700 usd once`,
      amount: { ...price, breakdown: { item_total: price } },
      items: [{ unit_amount: price, quantity: '1', sku: 'ebook_usd_700_once', category: 'DIGITAL_GOODS' }],
    });
    expect(await fake.order(id)).toMatchObject({
      returnUrl: 'http://localhost:3000/checkout/paypal/return',
      cancelUrl: expect.stringContaining('http://localhost:3000/checkout?product=dmd'),
    });
  });

  it('takes the money of who comes back, and gives the book, once', async () => {
    const { viewer, id } = await newAsked();
    const returnedTo = await fake.approveOrder(id);
    expect(returnedTo).toBe(`http://localhost:3000/checkout/paypal/return?token=${id}&PayerID=SANDBOXPAYER`);
    const visits = await Promise.all([finishPurchase(viewer, id), finishPurchase(viewer, id)]);
    expect(visits.map((visit) => visit?.state)).toEqual(['taken', 'taken']);
    expect((await finishPurchase(viewer, id))?.state).toBe('taken');
    expect(await owns(viewer)).toBe(true);
    for (const delivery of await fake.take()) expect((await answerTo(delivery))[0]).toBe(200);
    const captureId = (await fake.order(id))?.captureId;
    expect(await paymentsOf(viewer.id)).toMatchObject([
      {
        providerPaymentId: captureId,
        amountCents: 700,
        taxCents: 0,
        currency: 'usd',
        status: 'paid',
        feeCents: 73,
      },
    ]);
    expect(await purchasesOf(viewer.id)).toMatchObject([{ providerPaymentId: id, status: 'paid' }]);
    expect(await subjectsTo(viewer.email)).toHaveLength(1);
    await expect(openEbookApproval(viewer)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('takes nothing for somebody else, and nothing that is not approved', async () => {
    const { viewer, id } = await newAsked();
    const page = { state: 'open', url: expect.stringContaining(id) };
    expect(await finishPurchase(viewer, id)).toMatchObject(page);
    await fake.approveOrder(id);
    expect(await finishPurchase(await newViewer(), id)).toBeNull();
    expect(await finishPurchase(viewer, 'NOBODYS')).toBeNull();
    await collectPurchase(jobOf('NOBODYS'));
    expect((await fake.order(id))?.status).toBe('APPROVED');
  });

  it('takes the money of who never comes back, when PayPal tells of the approval', async () => {
    const { viewer, id } = await newAsked();
    await fake.approveOrder(id);
    await deliver();
    expect(await owns(viewer)).toBe(false);
    expect(await collectJobs()).toContainEqual(jobOf(id));
    await collectPurchase(jobOf(id));
    await collectPurchase(jobOf(id));
    expect(await owns(viewer)).toBe(true);
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
  });

  it('finds the approval, and the money, that no webhook told of', async () => {
    const [approved, taken] = [await newAsked(), await newAsked()];
    for (const { id } of [approved, taken]) await fake.approveOrder(id);
    await fake.captureOrder(taken.id);
    await fake.take();
    const now = new Date();
    const run = await startRun('paypal', now);
    for (let times = 0; times < 2; times += 1) await comparePurchases(run, provider('paypal'), now);
    expect(run.counts.failed).toBe(0);
    expect(run.notes.filter((note) => note.includes(approved.id))).toEqual([
      `Mended purchase_approved of ${approved.id}.`,
    ]);
    expect(await owns(taken.viewer)).toBe(true);
    expect(await collectJobs()).toContainEqual(jobOf(approved.id));
  });

  it('says so and comes again while PayPal cannot be reached', async () => {
    const { viewer, id } = await newAsked();
    await fake.approveOrder(id);
    fake.health.isDown = true;
    expect((await finishPurchase(viewer, id))?.state).toBe('late');
    fake.health.isDown = false;
    expect(await collectJobs()).toContainEqual(jobOf(id));
    expect((await finishPurchase(viewer, id))?.state).toBe('taken');
  });

  it('begins anew where PayPal has forgotten what nobody approved in time', async () => {
    const { viewer, id } = await newAsked();
    await fake.forget(id);
    expect((await finishPurchase(viewer, id))?.state).toBe('gone');
    expect(orderIn(await openEbookApproval(viewer))).not.toBe(id);
  });

  it('never leads to an address that is not PayPal’s', async () => {
    connectPaypal({ ...fake.settings, approvalOrigin: 'https://www.paypal.com' });
    await expect(openEbookApproval(await newViewer())).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('takes no money for what was bought by card meanwhile', async () => {
    const { viewer, id } = await newAsked();
    await fake.approveOrder(id);
    await applyPaymentEvent(newEbookSale(viewer.id).paid);
    expect((await finishPurchase(viewer, id))?.state).toBe('taken');
    expect((await fake.order(id))?.status).toBe('APPROVED');
    expect(await paymentsOf(viewer.id)).toMatchObject([{ provider: 'stripe' }]);
  });
});

describe('what PayPal refuses', () => {
  it.each(['declined', 'confirm'] as const)(
    'leads back to PayPal (%s), and is paid in another way',
    async (how) => {
      const { viewer, id } = await newAsked();
      await fake.approveOrder(id, how);
      await deliver();
      const page = { state: 'open', url: expect.stringContaining(`token=${id}`) };
      expect(await finishPurchase(viewer, id)).toMatchObject(page);
      await collectPurchase(jobOf(id));
      expect(await owns(viewer)).toBe(false);
      expect(await activityOf(viewer.id)).toContain('The provider refused to take the money for the ebook');
      await fake.approveOrder(id, how === 'confirm' ? 'confirm' : 'pays');
      expect((await finishPurchase(viewer, id))?.state).toBe('taken');
      expect(await owns(viewer)).toBe(true);
      expect((await purchasesOf(viewer.id))[0]?.refusedAt).toBeNull();
    },
  );

  it('for good is bought in another way, and is not taken for paid', async () => {
    const { viewer, id } = await newAsked();
    await fake.approveOrder(id, 'compliance');
    expect((await finishPurchase(viewer, id))?.state).toBe('refused');
    const other = orderIn(await openEbookApproval(viewer));
    expect(other).not.toBe(id);
    await fake.approveOrder(other);
    expect((await finishPurchase(viewer, other))?.state).toBe('taken');
  });

  it('is asked the same once, also by two at once', async () => {
    const { viewer, id } = await newAsked();
    await fake.approveOrder(id, 'declined');
    await Promise.all([finishPurchase(viewer, id), collectPurchase(jobOf(id))]);
    const refused = (await activityOf(viewer.id)).filter((sentence) => sentence.includes('refused'));
    expect(refused).toHaveLength(1);
  });
});

describe('money that PayPal looks into', () => {
  it('gives nothing before it is through, and sells nothing more meanwhile', async () => {
    const { viewer, id } = await newAsked();
    await fake.approveOrder(id, 'pending');
    expect((await finishPurchase(viewer, id))?.state).toBe('pending');
    expect((await finishPurchase(viewer, id))?.state).toBe('pending');
    await deliver();
    expect([await owns(viewer), await paymentsOf(viewer.id)]).toEqual([false, []]);
    await expect(openEbookApproval(viewer)).rejects.toMatchObject({ kind: 'conflict' });
    await fake.passDays(2);
    await deliver();
    expect(await owns(viewer)).toBe(true);
  });

  it('and denies is told to the buyer, who may buy it again', async () => {
    const { viewer, id } = await newAsked();
    await fake.approveOrder(id, 'denied');
    await finishPurchase(viewer, id);
    await fake.passDays(2);
    await deliver();
    expect([await owns(viewer), await paymentsOf(viewer.id)]).toEqual([false, []]);
    expect(await subjectsTo(viewer.email)).toEqual(['Your payment did not go through']);
    expect((await finishPurchase(viewer, id))?.state).toBe('refused');
    const other = orderIn(await openEbookApproval(viewer));
    await fake.approveOrder(other);
    expect((await finishPurchase(viewer, other))?.state).toBe('taken');
  });
});

describe('an order that is not ours', () => {
  it('gives nothing, whoever it names, and is never taken', async () => {
    const { viewer, id } = await newAsked();
    const ours = await fake.order(id);
    if (!ours) throw new Error('no order');
    const { id: theirs } = (await fake.createOrder({
      ...ours.asked,
      purchase_units: ours.asked.purchase_units.map((unit) => ({ ...unit, invoice_id: 'theirs' })),
    })) as { id: string };
    await fake.approveOrder(theirs);
    await fake.captureOrder(theirs);
    const captureId = (await fake.order(theirs))?.captureId ?? '';
    await fake.refund(captureId, '1.00');
    await fake.dispute(captureId);
    for (const delivery of await fake.take())
      expect(await answerTo(delivery)).toEqual([200, { outcome: 'ignored' }]);
    expect(await owns(viewer)).toBe(false);
    expect(await collectJobs()).not.toContainEqual(jobOf(theirs));
    expect(await prisma().purchase.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('is not that of another amount: it is held', async () => {
    const { viewer, id } = await newAsked();
    await fake.changeOrder(id, { cents: 100 });
    await fake.approveOrder(id);
    await finishPurchase(viewer, id);
    expect(await purchasesOf(viewer.id)).toMatchObject([
      { status: 'held', heldReason: 'offered 7.00 USD, taken 1.00 USD' },
    ]);
    expect(await owns(viewer)).toBe(false);
  });
});

describe('a second payment', () => {
  it('by another order gives nothing, and goes back by its capture', async () => {
    const { viewer, id } = await newAsked();
    await fake.approveOrder(id);
    const begun = await prisma().purchase.findFirstOrThrow({ where: { providerPaymentId: id } });
    // Begun while the first was forgotten, and captured by a job each.
    const asked = (await fake.order(id))?.asked;
    if (!asked) throw new Error('no order');
    const purchase_units = asked.purchase_units.map((unit) => ({ ...unit, invoice_id: `second-${id}` }));
    const { id: second } = (await fake.createOrder({ ...asked, purchase_units })) as { id: string };
    const { userId, product, amountCents } = begun;
    await prisma().purchase.create({
      data: { userId, product, amountCents, provider: 'paypal', providerPaymentId: second },
    });
    await fake.approveOrder(second);
    for (const order of [id, second]) await fake.captureOrder(order);
    await deliver();
    const captureId = (await fake.order(second))?.captureId ?? '';
    expect((await purchasesOf(viewer.id)).map(({ status }) => status)).toEqual(['paid', 'not_granted']);
    await provider('paypal').refundPayment(captureId);
    await provider('paypal').refundPayment(captureId);
    await deliver();
    expect((await fake.capture(captureId))?.refundedCents).toBe(700);
    expect((await paymentsOf(viewer.id)).map(({ status }) => status)).toEqual(['paid', 'refunded']);
    expect(await owns(viewer)).toBe(true);
  });
});
