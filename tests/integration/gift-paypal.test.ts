import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { changeGift, createGift } from '#app/domain/selling/gifts/making.server.ts';
import { finishPurchase } from '#app/domain/selling/payment-events/collect.server.ts';
import { findDraftPayment, openGiftPayment } from '#app/domain/selling/payment-events/gift-payment.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { giftOf, offerOfMonths, typedGift } from '#tests/integration/gift-buyers.ts';
import { deliver, fake, orderIn, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { mailsTo, newViewer } from '#tests/integration/people.ts';

withPaypal();

/** A gift that its giver pays with PayPal, on whose page they are. */
async function begunGift(giver: Viewer) {
  const id = await createGift(giver.id, typedGift());
  return { id, order: orderIn(await openGiftPayment(giver, id, 'wallet')) };
}

describe('a gift that is paid with PayPal', () => {
  it('leads back to its own page, paid', async () => {
    const giver = await newViewer();
    const { id, order } = await begunGift(giver);
    await fake.approveOrder(order);
    const finished = await finishPurchase(giver, order);
    expect(finished).toMatchObject({ state: 'taken', product: { pages: { done: `/gifts/${id}?paid=1` } } });
    expect((await giftOf(id)).status).toBe('paid');
  });

  it('is not paid a second time while PayPal looks into the payment, nor shown as unpaid', async () => {
    const giver = await newViewer();
    const { id, order } = await begunGift(giver);
    const other = await createGift(giver.id, typedGift());
    await fake.approveOrder(order, 'denied');
    expect(await finishPurchase(giver, order)).toMatchObject({ state: 'pending' });
    expect(await findDraftPayment(giver, await giftOf(id), false)).toBe('awaited');
    expect(await findDraftPayment(giver, await giftOf(other), false), 'it is another gift').toBeNull();
    for (const way of ['wallet', 'card_page'] as const)
      await expect(openGiftPayment(giver, id, way)).rejects.toMatchObject({ kind: 'conflict' });
    await fake.passDays(2);
    await deliver();
    expect(await findDraftPayment(giver, await giftOf(id), true)).toBeNull();
    expect((await mailsTo(giver.email))[0]?.text).toContain(`/gifts/${id}`);
    expect(await openGiftPayment(giver, id, 'wallet')).toContain('http');
  });

  it('is not taken for what it was before it was changed', async () => {
    const giver = await newViewer();
    const { id, order } = await begunGift(giver);
    await changeGift(giver.id, id, typedGift({ option: offerOfMonths(12).key }));
    await fake.approveOrder(order);
    expect(await finishPurchase(giver, order)).toMatchObject({ state: 'gone' });
    expect(await prisma().payment.count({ where: { userId: giver.id } })).toBe(0);
    expect((await fake.order(order))?.status, 'nothing was taken').toBe('APPROVED');
  });
});
