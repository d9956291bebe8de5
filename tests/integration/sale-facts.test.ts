import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listNotifications } from '#app/domain/core/notifications/list.server.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newFact, newSale, secondsAfter } from '#tests/integration/facts.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';
import { newBuyer, newSeller, sellProgramme, tell } from '#tests/integration/sellers.ts';

withJobQueue();

/** Somebody who came by a click of a seller's link. */
async function buyerByClick(sellerId: string, click: { utmCampaign?: string; landingPage?: string }) {
  const { username } = await prisma().user.findUniqueOrThrow({ where: { id: sellerId } });
  const { id } = await prisma().referralClick.create({
    data: { referrerId: sellerId, referrerUsername: username, landingPage: '/', ...click },
  });
  const buyer = await newBuyer(sellerId);
  await prisma().user.update({ where: { id: buyer.id }, data: { referralClickId: id } });
  return buyer;
}

const salesOf = async (sellerId: string) =>
  (await listLedger(sellerId)).entries.map(({ sale }) => sale).toReversed();

it('a seller is told which payment of a membership it is, and by which link the buyer came', async () => {
  const seller = await newSeller();
  const buyer = await buyerByClick(seller.id, { utmCampaign: 'newsletter' });
  const sale = newSale(buyer.id);
  const renewed = {
    ...sale.paid,
    eventId: `evt_${randomUUID()}`,
    invoiceId: `in_${randomUUID()}`,
    createdAt: secondsAfter(31 * 24 * 3600),
  };
  await tell(sale.created, sale.activated, sale.paid, sale.linked, renewed);
  const source = { kind: 'campaign', name: 'newsletter' };
  expect(await salesOf(seller.id)).toEqual([
    { isDifference: false, number: 1, source },
    { isDifference: false, number: 2, source },
  ]);
  const texts = (await listNotifications(seller.id, 'all', null)).rows.map(({ text }) => text);
  expect(texts.toSorted()).toEqual([
    '1st renewal: you earned $23.50 on Membership, bought by a member from the “newsletter” campaign. It is waiting for approval.',
    'New sale: you earned $23.50 on Membership, bought by a member from the “newsletter” campaign. It is waiting for approval.',
  ]);
});

it('what is paid once has no number, and a click without a campaign is called by its page', async () => {
  const seller = await newSeller();
  const buyer = await buyerByClick(seller.id, { landingPage: '/pricing' });
  await tell(
    newFact('product_paid', {
      paymentId: `pi_${randomUUID()}`,
      subscriptionId: null,
      amountCents: 700,
      taxCents: 0,
      metadata: { user_id: buyer.id, product: 'ebook' },
    }),
  );
  expect(await salesOf(seller.id)).toEqual([
    { isDifference: false, number: null, source: { kind: 'page', name: '/pricing' } },
  ]);
});

it('a seller above the one who sold learns nothing of the sale', async () => {
  const pro = await newSeller({ role: 'pro_reseller' });
  const reseller = await newSeller({ role: 'reseller', referredBy: pro.id });
  await sellProgramme(reseller.id);
  expect(await salesOf(pro.id)).toEqual([null]);
});
