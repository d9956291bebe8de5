import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { finishPurchase } from '#app/domain/selling/payment-events/collect.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { paymentsOf, purchasesOf } from '#tests/integration/ebook-buyers.ts';
import { someOrders } from '#tests/integration/facts.ts';
import { answerTo, deliver, fake, orderIn, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { newViewer, subjectsTo } from '#tests/integration/people.ts';
import { openEbookApproval } from '#tests/integration/purchases.ts';

withPaypal();

const owns = ({ id }: { id: string }) => isEntitled(id, 'ebook');

/** Somebody whose order has been captured; its webhooks wait, and the site has not asked. */
async function newPayer() {
  const viewer = await newViewer();
  const id = orderIn(await openEbookApproval(viewer));
  await fake.approveOrder(id);
  await fake.captureOrder(id);
  const captureId = (await fake.order(id))?.captureId ?? '';
  return { viewer, id, captureId };
}

/** Somebody who has the ebook by PayPal. */
async function newOwner() {
  const payer = await newPayer();
  await deliver();
  return payer;
}

describe('the money of an order, given back', () => {
  it('in part leaves the book, in full takes it', async () => {
    const { viewer, captureId } = await newOwner();
    await fake.refund(captureId, '2.00');
    await deliver();
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountRefundedCents: 200, status: 'partially_refunded' },
    ]);
    expect(await owns(viewer)).toBe(true);
    await fake.refund(captureId);
    await deliver();
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountRefundedCents: 700, status: 'refunded' }]);
    expect(await owns(viewer)).toBe(false);
    await expect(openEbookApproval(viewer)).resolves.toContain('token=');
  });

  it('is found where the event does not name the capture, nor the capture its order', async () => {
    const { viewer, captureId } = await newPayer();
    const [approved, completed] = await fake.take();
    if (!approved || !completed) throw new Error('no events');
    const { resource } = JSON.parse(completed.body) as { resource: object };
    await fake.emit('PAYMENT.CAPTURE.COMPLETED', { ...resource, links: [], supplementary_data: undefined });
    await fake.refund(captureId, '1.00', true);
    await deliver();
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountRefundedCents: 100 }]);
  });

  it('by us is made once', async () => {
    const { viewer, captureId } = await newOwner();
    await provider('paypal').refundPayment(captureId);
    await provider('paypal').refundPayment(captureId);
    await deliver();
    expect(await paymentsOf(viewer.id)).toMatchObject([{ status: 'refunded', amountRefundedCents: 700 }]);
  });

  it('comes to the same whatever the order of its events, each told twice', async () => {
    for (const order of someOrders([0, 1, 2, 3])) {
      const { viewer, captureId } = await newPayer();
      await fake.refund(captureId, '3.00');
      await fake.refund(captureId);
      const deliveries = await fake.take();
      const told = order.flatMap((index) => deliveries[index] ?? []);
      await deliver([...told, ...told]);
      expect({ order, purchases: await purchasesOf(viewer.id) }).toMatchObject({
        order,
        purchases: [{ status: 'refunded' }],
      });
      expect(await paymentsOf(viewer.id)).toMatchObject([{ amountRefundedCents: 700 }]);
      expect((await subjectsTo(viewer.email)).filter((subject) => subject.includes('refund'))).toHaveLength(
        2,
      );
    }
  });
});

describe('the money of an order, taken back', () => {
  it('by a case takes the book, and gives it again when the case is won', async () => {
    const { viewer, captureId } = await newOwner();
    const won = await fake.dispute(captureId);
    await deliver();
    expect([await owns(viewer), (await paymentsOf(viewer.id))[0]?.status]).toEqual([false, 'disputed']);
    await fake.resolve(won, 'RESOLVED_SELLER_FAVOUR');
    await deliver();
    expect([await owns(viewer), (await paymentsOf(viewer.id))[0]?.status]).toEqual([true, 'paid']);
    await fake.resolve(await fake.dispute(captureId), 'RESOLVED_BUYER_FAVOUR');
    await deliver();
    expect([await owns(viewer), (await paymentsOf(viewer.id))[0]?.status]).toEqual([false, 'charged_back']);
  });

  it('by the bank is a dispute, told before the payment too', async () => {
    const { viewer, id, captureId } = await newPayer();
    await fake.reverse(captureId);
    await deliver((await fake.take()).reverse());
    expect(await paymentsOf(viewer.id)).toMatchObject([{ status: 'disputed' }]);
    expect(await owns(viewer)).toBe(false);
    expect((await finishPurchase(viewer, id))?.state).toBe('taken');
    expect(await owns(viewer)).toBe(false);
  });

  it('may be told as the capture itself', async () => {
    const { viewer, captureId } = await newOwner();
    const href = `${fake.settings.apiBase}/v2/payments/captures/${captureId}`;
    await fake.emit('PAYMENT.CAPTURE.REVERSED', {
      id: captureId,
      amount: { value: '-7.00', currency_code: 'USD' },
      links: [{ rel: 'self', href }],
    });
    for (const delivery of await fake.take()) expect((await answerTo(delivery))[0]).toBe(200);
    expect(await paymentsOf(viewer.id)).toMatchObject([{ status: 'disputed' }]);
  });
});
