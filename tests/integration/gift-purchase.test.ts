import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { listRefundRequests } from '#app/domain/selling/billing/refund-answers.server.ts';
import { planRefund, requestRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { refundPayment } from '#app/domain/selling/billing/undo.server.ts';
import { findRefundable } from '#app/domain/selling/billing/user-money.server.ts';
import { deliverGifts, resendGift } from '#app/domain/selling/gifts/delivery.server.ts';
import { cancelGift } from '#app/domain/selling/gifts/desk.server.ts';
import { dayOf } from '#app/domain/selling/gifts/gift-dates.ts';
import { giftState } from '#app/domain/selling/gifts/gift-state.ts';
import { findGift } from '#app/domain/selling/gifts/listing.server.ts';
import { changeGift, createGift } from '#app/domain/selling/gifts/making.server.ts';
import { openGift, redeemGift } from '#app/domain/selling/gifts/redeeming.server.ts';
import { settleGifts } from '#app/domain/selling/gifts/settling.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { openGiftPayment } from '#app/domain/selling/payment-events/gift-payment.server.ts';
import { releaseHeld } from '#app/domain/selling/payment-events/release.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { renderRefundParts } from '#app/routes/member/billing/refund-parts.server.tsx';
import { settled, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { newFact } from '#tests/integration/facts.ts';
import { giftOf, offerOfMonths, paidGift, payPage, typedGift } from '#tests/integration/gift-buyers.ts';
import { at, mailsTo, newEmail, newViewer } from '#tests/integration/people.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';
import { ledgerOf, newSeller } from '#tests/integration/sellers.ts';

withSandbox();

const paymentOfGift = async (giftId: string) => {
  const purchase = await prisma().purchase.findFirstOrThrow({
    where: { giftId, isGranted: true },
    include: { payment: true },
  });
  if (!purchase.payment) throw new Error('It has no payment.');
  return purchase.payment;
};

const refund = async (giftId: string) => {
  const { providerPaymentId } = await paymentOfGift(giftId);
  await refundPayment({ provider: 'stripe', providerPaymentId: String(providerPaymentId) });
  await settled();
  await settleGifts();
};

describe('buying a gift', () => {
  it('costs the months of the membership’s price, by the catalogue', () => {
    expect(offerOfMonths(1).amountCents).toBe(membership.amountCents);
    expect(offerOfMonths(6).amountCents).toBe(6 * membership.amountCents);
  });

  it('emails it in fixed words alone, and thanks its giver with the receipt', async () => {
    const giver = await newViewer();
    const recipientEmail = newEmail();
    const { id, code } = await paidGift(giver, { recipientEmail });
    const [mail, ...others] = await mailsTo(recipientEmail);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(code);
    for (const words of ['Aunt Ada', 'birthday', 'words-of-a-giver', giver.name])
      expect(mail?.text).not.toContain(words);
    const [thanks] = await mailsTo(giver.email);
    expect(thanks?.text).toContain(`/gifts/${id}`);
    expect(thanks?.text).toContain('Receipt');
    expect(thanks?.text).not.toContain(code);
    expect(JSON.stringify(await giftOf(id))).not.toContain(code.replaceAll('-', ''));
    expect(await isEntitled(giver.id, 'membership'), 'it is not the giver’s').toBe(false);
    expect(await openGift(code, '127.0.0.1')).toMatchObject({ giverName: 'Aunt Ada', problem: null });
  });

  it('waits for its day, and goes out once', async () => {
    const giver = await newViewer();
    const recipientEmail = newEmail();
    const startsOn = new Date(dayOf(new Date()).getTime() + 10 * dayMs);
    const { id, code } = await paidGift(giver, { recipientEmail, startsOn });
    await deliverGifts();
    expect(await mailsTo(recipientEmail)).toEqual([]);
    const reader = await newViewer();
    await expect(redeemGift(reader, code)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(resendGift(giver.id, id)).rejects.toMatchObject({ kind: 'conflict' });
    const due = new Date(startsOn.getTime() + (10 / 24) * dayMs);
    await at(due, () => Promise.all([deliverGifts(), deliverGifts()]));
    expect(await mailsTo(recipientEmail)).toHaveLength(1);
    await at(due, () => redeemGift(reader, code));
    expect(await at(due, () => isEntitled(reader.id, 'membership'))).toBe(true);
  });

  it('keeps its address for ninety days, also where it was never emailed, and is not a card afterward', async () => {
    const giver = await newViewer();
    const emailed = await paidGift(giver);
    const canceled = await paidGift(giver, {
      startsOn: new Date(dayOf(new Date()).getTime() + 10 * dayMs),
    });
    await cancelGift(commandLine, canceled.id);
    await at(Date.now() + 101 * dayMs, deliverGifts);
    for (const { id } of [emailed, canceled]) expect((await giftOf(id)).recipientEmail).toBeNull();
    const gift = await findGift(emailed.id);
    expect(gift && giftState(gift)).toBe('sent');
    await expect(resendGift(giver.id, emailed.id)).rejects.toThrow('We have deleted the email address');
  });

  it('is paid once, and what is paid a second time goes back', async () => {
    const giver = await newViewer();
    const id = await createGift(giver.id, typedGift());
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const first = await at(minute, () => openGiftPayment(giver, id, 'card_page'));
    const second = await at(minute + 60_000, () => openGiftPayment(giver, id, 'card_page'));
    expect(second).not.toBe(first);
    await payPage(first);
    await payPage(second);
    const purchases = await prisma().purchase.findMany({
      where: { giftId: id },
      orderBy: { createdAt: 'asc' },
    });
    expect(purchases.map(({ isGranted }) => isGranted)).toEqual([true, false]);
    await expect(openGiftPayment(giver, id, 'card_page')).rejects.toMatchObject({ kind: 'conflict' });
    const [, returned] = await prisma().payment.findMany({
      where: { userId: giver.id },
      orderBy: { createdAt: 'asc' },
    });
    await refundPayment({ provider: 'stripe', providerPaymentId: String(returned?.providerPaymentId) });
    await settled();
    expect((await giftOf(id)).withheldAt, 'the first payment is there').toBeNull();
  });

  it('is bought again and again by the same giver', async () => {
    const giver = await newViewer();
    const [first, second] = [await paidGift(giver), await paidGift(giver)];
    expect(first.code).not.toBe(second.code);
  });

  it('is a sale of its own, also when several are begun before any is paid', async () => {
    const [giver, first, second] = [await newViewer(), await newSeller(), await newSeller()];
    const begin = async (sellerId: string) => {
      const id = await createGift(giver.id, typedGift({ recipientEmail: newEmail() }));
      const { product } = await giftOf(id);
      const brought = { code: null, referral: { referrerId: sellerId, clickedAt: Date.now() } };
      await claimSale(giver, { key: product, currency: 'usd' }, brought, id);
      return openGiftPayment(giver, id, 'card_page');
    };
    const pages = [await begin(first.id), await begin(second.id), await begin(second.id)];
    for (const page of pages) await payPage(page);
    expect(await ledgerOf(first.id)).toEqual(['earning 2350']);
    expect(await ledgerOf(second.id)).toEqual(['earning 2350', 'earning 2350']);
  });

  it('is nobody else’s to pay', async () => {
    const id = await createGift((await newViewer()).id, typedGift());
    await expect(openGiftPayment(await newViewer(), id, 'card_page')).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('counts for no guarantee and no month of its giver’s', async () => {
    const giver = await newViewer();
    const { id } = await paidGift(giver);
    const payment = await paymentOfGift(id);
    expect(payment).toMatchObject({
      kind: 'one_time',
      subscriptionId: null,
      amountCents: membership.amountCents,
    });
  });
});

describe('a gift whose payment is held', () => {
  /** A payment of another amount than was offered. */
  async function heldGift() {
    const giver = await newViewer();
    const id = await createGift(giver.id, typedGift());
    const { key } = offerOfMonths(1);
    const paid = newFact('product_paid', {
      paymentId: `pi_${id}`,
      amountCents: 4_600,
      taxCents: 0,
      metadata: { user_id: giver.id, product: key, gift_id: id, offer: '4700 usd once' },
    });
    expect(await applyPaymentEvent(paid)).toBe('applied');
    const [held] = await prisma().purchase.findMany({ where: { giftId: id } });
    return { giver, id, held: { kind: 'purchase', id: held?.id ?? '', userId: giver.id } as const };
  }

  it('is not paid a second time, nor changed meanwhile', async () => {
    const { giver, id } = await heldGift();
    await expect(openGiftPayment(giver, id, 'card_page')).rejects.toMatchObject({ kind: 'conflict' });
    const longer = typedGift({ option: offerOfMonths(12).key });
    await expect(changeGift(giver.id, id, longer)).rejects.toMatchObject({ kind: 'conflict' });
    const gift = await findGift(id);
    expect(gift && giftState(gift)).toBe('held');
  });

  it('is given once an operator releases it', async () => {
    const { id, held } = await heldGift();
    expect(await releaseHeld(commandLine, held)).toBe(true);
    expect(await giftOf(id)).toMatchObject({ status: 'paid', months: 1 });
  });

  it('is never more than was paid for', async () => {
    const { id, held } = await heldGift();
    const { key } = offerOfMonths(12);
    await prisma().gift.update({ where: { id }, data: { product: key, months: 12 } });
    await releaseHeld(commandLine, held);
    expect((await giftOf(id)).status).toBe('draft');
    expect(await takeQueued('refund-payment')).toContainEqual(
      expect.objectContaining({ providerPaymentId: `pi_${id}` }),
    );
  });
});

describe('money of a gift that goes back', () => {
  it('ends its code before it is redeemed', async () => {
    const { id, code } = await paidGift(await newViewer());
    await refund(id);
    const reader = await newViewer();
    await expect(redeemGift(reader, code)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await isEntitled(reader.id, 'membership')).toBe(false);
  });

  it('is asked for in a request that says whether it was redeemed', async () => {
    const giver = await newViewer();
    const { id, code } = await paidGift(giver);
    const { id: paymentId } = await paymentOfGift(id);
    const page = async () => {
      const plan = await planRefund(giver.id, paymentId);
      if (!plan) throw new Error('There is no such payment.');
      return renderRefundParts(new Request('http://localhost:3000/'), plan).told?.html;
    };
    expect(await page()).toContain('as long as nobody has redeemed it');
    await requestRefund(giver, paymentId, '');
    const listed = async () => {
      const { rows } = await listRefundRequests(null, 1_000);
      return rows.find(({ userId }) => userId === giver.id);
    };
    expect(await listed()).toMatchObject({ isGift: true, giftRedeemedAt: null });
    const asked = (await mailsTo(config().supportEmail)).find(({ text }) => text.includes(giver.email));
    expect(asked?.text).toContain('Nobody has redeemed the gift.');
    await redeemGift(await newViewer(), code);
    expect((await listed())?.giftRedeemedAt).not.toBeNull();
    expect((await findRefundable(giver.id, paymentId))?.giftRedeemedAt).not.toBeNull();
  });

  it('ends what it gave after it', async () => {
    const { id, code } = await paidGift(await newViewer());
    const reader = await newViewer();
    await redeemGift(reader, code);
    expect(await isEntitled(reader.id, 'membership')).toBe(true);
    await refund(id);
    expect(await isEntitled(reader.id, 'membership')).toBe(false);
    await settleGifts();
    expect(await isEntitled(reader.id, 'membership'), 'also later').toBe(false);
  });

  it('comes back with a dispute that is won, for what is left', async () => {
    const { id, code } = await paidGift(await newViewer());
    const reader = await newViewer();
    await redeemGift(reader, code);
    const { providerPaymentId } = await paymentOfGift(id);
    const path = `/v1/test_helpers/payment_intents/${providerPaymentId}/dispute`;
    const dispute = (await stripe.rawRequest('POST', path, {})) as unknown as { id: string };
    await settled();
    await settleGifts();
    expect(await isEntitled(reader.id, 'membership')).toBe(false);
    const toldOf = async () => (await mailsTo(reader.email)).map(({ subject }) => subject);
    expect(await toldOf()).toEqual(['Your gift membership is on hold']);
    await stripe.rawRequest('POST', `/v1/test_helpers/disputes/${dispute.id}/close`, { status: 'won' });
    await settled();
    await settleGifts();
    expect(await isEntitled(reader.id, 'membership')).toBe(true);
    const { leftSeconds } = await giftOf(id);
    expect(Number(leftSeconds)).toBeGreaterThan(20 * 24 * 3600);
    await settleGifts();
    expect((await toldOf()).sort()).toEqual([
      'Your gift membership goes on',
      'Your gift membership is on hold',
    ]);
  });
});
