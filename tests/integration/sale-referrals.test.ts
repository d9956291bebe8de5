import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { ebook, membership } from '#app/domain/core/catalogue/products.ts';
import type { Referral } from '#app/domain/programme/affiliates/attribution.server.ts';
import { recordReferralClick } from '#app/domain/programme/affiliates/clicks.server.ts';
import {
  endPromotionCode,
  makePromotionCode,
} from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import { claimSale, referralOfPayment } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { takePromotion } from '#app/domain/programme/affiliates/take-promotion.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import {
  pay,
  payHosted,
  renew,
  rowOf,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { paymentsOf, purchasesOf } from '#tests/integration/ebook-buyers.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { newUser, newViewer } from '#tests/integration/people.ts';

withSandbox();

let count = 0;
/** An affiliate with a code of its own. */
async function newSeller(percentOff = 20) {
  const { id, username } = await newUser({ role: 'affiliate' });
  count += 1;
  const code = `SELLER-${count}`;
  await makePromotionCode({ affiliateId: id, code, percentOff, actorId: null });
  return { id, username, code };
}

const clickOn = (username: string): Promise<Referral | null> =>
  recordReferralClick(
    {
      name: { username },
      landingPage: '/pricing',
      clientAddress: newAddress(),
      userAgent: null,
      utmSource: null,
      utmMedium: null,
      utmCampaign: null,
    },
    null,
  );

const saleOf = (userId: string) =>
  prisma().saleReferral.findMany({
    where: { userId },
    select: { referrerId: true, rule: true, clickId: true },
    orderBy: { createdAt: 'asc' },
  });

async function buyByForm(
  viewer: Viewer,
  product: typeof membership | typeof ebook,
  brought: Parameters<typeof claimSale>[2],
) {
  const promotion = await claimSale(viewer, product, brought);
  const { clientSecret } = await startPurchase(viewer, product, 'card_form', promotion);
  await pay(String(clientSecret));
}

async function buyHosted(
  viewer: Viewer,
  product: typeof membership | typeof ebook,
  brought: Parameters<typeof claimSale>[2],
) {
  const promotion = await claimSale(viewer, product, brought);
  await payHosted(await openPaymentPage(viewer, product, 'card_page', promotion));
}

describe('whose a sale is', () => {
  it('is told by the buyer’s registration before anything else', async () => {
    const [bound, seller] = [await newSeller(), await newSeller()];
    const viewer = await newViewer();
    const click = await clickOn(bound.username);
    await prisma().user.update({
      where: { id: viewer.id },
      data: { referredById: bound.id, referralClickId: click?.clickId ?? null },
    });
    await buyHosted(viewer, membership, { code: seller.code, referral: await clickOn(seller.username) });
    const payment = await prisma().payment.findFirstOrThrow({ where: { userId: viewer.id } });
    expect(await transaction((tx) => referralOfPayment(tx, payment))).toEqual({
      referrerId: bound.id,
      rule: 'registration',
      clickId: click?.clickId,
      promotionCodeId: null,
    });
    expect(await saleOf(viewer.id)).toEqual([]);
    // What the code takes off it takes off all the same.
    expect(payment.amountCents).toBe(3_760);
  });

  it('is told by the code before the last click', async () => {
    const [coded, clicked] = [await newSeller(0), await newSeller()];
    const viewer = await newViewer();
    await buyHosted(viewer, membership, { code: coded.code, referral: await clickOn(clicked.username) });
    expect(await saleOf(viewer.id)).toEqual([
      { referrerId: coded.id, rule: 'promotion_code', clickId: null },
    ]);
  });

  it('is told by the last click where there is nothing else, and holds for the months that follow', async () => {
    const seller = await newSeller();
    const viewer = await newViewer();
    const referral = await clickOn(seller.username);
    await buyByForm(viewer, membership, { code: null, referral });
    // Whatever is claimed later is another purchase's.
    const later = await newSeller();
    await claimSale(viewer, membership, { code: later.code, referral: null });
    await renew(viewer.id);
    const payments = await prisma().payment.findMany({ where: { userId: viewer.id } });
    expect(payments).toHaveLength(2);
    for (const payment of payments)
      expect(await transaction((tx) => referralOfPayment(tx, payment))).toMatchObject({
        referrerId: seller.id,
        rule: 'click',
        clickId: referral?.clickId,
      });
    expect(await saleOf(viewer.id)).toHaveLength(1);
  });

  it('is nobody’s where its first payment was, whoever is clicked on meanwhile', async () => {
    const viewer = await newViewer();
    await buyByForm(viewer, membership, { code: null, referral: null });
    const seller = await newSeller();
    await claimSale(viewer, membership, { code: seller.code, referral: null });
    await renew(viewer.id);
    expect(await saleOf(viewer.id)).toEqual([]);
  });

  it('is what was brought to the last try to buy', async () => {
    const seller = await newSeller();
    const viewer = await newViewer();
    await claimSale(viewer, ebook, { code: seller.code, referral: null });
    await buyByForm(viewer, ebook, { code: null, referral: null });
    expect(await saleOf(viewer.id)).toEqual([]);
  });

  it('is never the buyer’s own', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    await makePromotionCode({ affiliateId: viewer.id, code: 'MY-OWN', percentOff: 10, actorId: null });
    await expect(claimSale(viewer, ebook, { code: 'my-own', referral: null })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'code',
    });
    const referral = { referrerId: viewer.id, clickedAt: Date.now() };
    await buyByForm(viewer, ebook, { code: null, referral });
    expect(await saleOf(viewer.id)).toEqual([]);
  });

  it('is nobody’s by a code typed on the provider’s own page that is the buyer’s own, or of who has left', async () => {
    const { publishPromotionCode } = await import(
      '#app/domain/programme/affiliates/promotion-codes.server.ts'
    );
    const publish = async (code: string) => {
      const { id } = await prisma().promotionCode.findUniqueOrThrow({ where: { code } });
      await publishPromotionCode({ promotionCodeId: id });
    };
    const buyTyping = async (viewer: Viewer, code: string) => {
      await payHosted(await openPaymentPage(viewer, membership, 'card_page'), { step: 'code', code });
      return saleOf(viewer.id);
    };
    const owner = await newViewer({ role: 'affiliate' });
    await makePromotionCode({ affiliateId: owner.id, code: 'MINE-TYPED', percentOff: 10, actorId: null });
    await publish('MINE-TYPED');
    expect(await buyTyping(owner, 'mine-typed')).toEqual([]);
    const seller = await newSeller();
    await publish(seller.code);
    const left = { assignedRole: 'member', role: 'member' } as const;
    await prisma().user.update({ where: { id: seller.id }, data: left });
    expect(await buyTyping(await newViewer(), seller.code)).toEqual([]);
  });

  it('is told by a code typed on the provider’s own page, which counts as a click', async () => {
    const [seller, clicked] = [await newSeller(), await newSeller()];
    const { publishPromotionCode } = await import(
      '#app/domain/programme/affiliates/promotion-codes.server.ts'
    );
    const { id } = await prisma().promotionCode.findUniqueOrThrow({ where: { code: seller.code } });
    await publishPromotionCode({ promotionCodeId: id });
    const viewer = await newViewer();
    await claimSale(viewer, membership, { code: null, referral: await clickOn(clicked.username) });
    const address = await openPaymentPage(viewer, membership, 'card_page');
    await payHosted(address, { step: 'code', code: seller.code.toLowerCase() });
    const [sale] = await saleOf(viewer.id);
    expect(sale).toMatchObject({ referrerId: seller.id, rule: 'promotion_code' });
    expect(await prisma().referralClick.findMany({ where: { referrerId: seller.id } })).toMatchObject([
      { id: sale?.clickId, landingPage: '/checkout', promotionCodeId: id },
    ]);
  });
});

describe('a promotion code', () => {
  it.each(['card_form', 'card_page'] as const)(
    'takes its part off the first payment alone (%s)',
    async (way) => {
      const seller = await newSeller(25);
      const viewer = await newViewer();
      const buy = way === 'card_form' ? buyByForm : buyHosted;
      await buy(viewer, membership, { code: seller.code.toLowerCase(), referral: null });
      await renew(viewer.id);
      expect((await paymentsOf(viewer.id)).map(({ amountCents }) => amountCents)).toEqual([3_525, 4_700]);
      expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', amount: 4_700, heldReason: null });
    },
  );

  it.each(['card_form', 'card_page'] as const)('takes its part off what is paid once (%s)', async (way) => {
    const seller = await newSeller(50);
    const viewer = await newViewer();
    await (way === 'card_form' ? buyByForm : buyHosted)(viewer, ebook, { code: seller.code, referral: null });
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 350 }]);
    expect((await purchasesOf(viewer.id)).map(({ status }) => status)).toEqual(['paid']);
    expect(await saleOf(viewer.id)).toMatchObject([{ referrerId: seller.id, rule: 'promotion_code' }]);
  });

  it('is in the address for who turns back on the provider’s page', async () => {
    const seller = await newSeller(50);
    const backFrom = async (code: string | null) => {
      const viewer = await newViewer();
      const promotion = await claimSale(viewer, ebook, { code, referral: null });
      const page = await (await fetch(await openPaymentPage(viewer, ebook, 'card_page', promotion))).text();
      return /href="([^"]+)">Cancel and go back/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    };
    const checkout = 'http://localhost:3000/checkout?product=dmd';
    expect(await backFrom(seller.code)).toBe(`${checkout}&code=${seller.code}&canceled=true`);
    expect(await backFrom(null)).toBe(`${checkout}&canceled=true`);
  });

  it('put in or taken out begins the purchase anew, and put in again is the same', async () => {
    const seller = await newSeller(50);
    const viewer = await newViewer();
    const begin = async (code: string | null) =>
      startPurchase(viewer, ebook, 'card_form', await claimSale(viewer, ebook, { code, referral: null }));
    const full = await begin(null);
    const less = await begin(seller.code);
    expect(less.id).not.toBe(full.id);
    expect((await begin(seller.code)).id).toBe(less.id);
    const amounts = await Promise.all(
      [full, less].map(async ({ id }) => (await stripe.paymentIntents.retrieve(String(id))).amount),
    );
    expect(amounts).toEqual([700, 350]);
  });

  it('is taken as keyboards and messages write it', async () => {
    const seller = await newSeller();
    const viewer = await newViewer();
    const fullWidth = seller.code.replace('SELLER', '\uff33\uff25\uff2c\uff2c\uff25\uff32');
    for (const typed of [
      fullWidth,
      `${seller.code}\u200b`,
      seller.code.replace('-', '\u2013'),
      `${seller.code}.`,
      `\u201c${seller.code.toLowerCase()}\u201d`,
    ])
      expect(await takePromotion(viewer, typed, membership)).toMatchObject({ code: seller.code });
    for (const typed of ['', '\0', '\u200b', `${seller.code}X`, `X${seller.code}`])
      await expect(takePromotion(viewer, typed, membership)).rejects.toMatchObject({
        kind: 'invalid',
        field: 'code',
      });
  });

  it('that takes nothing off leaves the price, and the box for other codes', async () => {
    const seller = await newSeller(0);
    const viewer = await newViewer();
    await buyHosted(viewer, ebook, { code: seller.code, referral: null });
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 700, promotionCode: null }]);
    expect((await stripe.promotionCodes.list({ code: seller.code })).data).toEqual([]);
  });

  it('that has ended is refused here and at the provider, and its name stays taken', async () => {
    const seller = await newSeller(30);
    const { publishPromotionCode } = await import(
      '#app/domain/programme/affiliates/promotion-codes.server.ts'
    );
    const { id } = await prisma().promotionCode.findUniqueOrThrow({ where: { code: seller.code } });
    await publishPromotionCode({ promotionCodeId: id });
    await expect(endPromotionCode(seller.code, { affiliateId: (await newUser()).id })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await endPromotionCode(seller.code, { affiliateId: seller.id });
    await publishPromotionCode({ promotionCodeId: id });
    const [atStripe] = (await stripe.promotionCodes.list({ code: seller.code })).data;
    expect(atStripe?.active).toBe(false);
    const viewer = await newViewer();
    await expect(claimSale(viewer, ebook, { code: seller.code, referral: null })).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(
      makePromotionCode({ affiliateId: seller.id, code: seller.code, percentOff: 0, actorId: null }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    await settled();
  });

  it.each([
    ['ab', 10, 'promotionCode'],
    ['HAS SPACE', 10, 'promotionCode'],
    ['-DASH', 10, 'promotionCode'],
    ['FULLOFF', 91, 'percentOff'],
    ['MINUS', -1, 'percentOff'],
    ['HALF', 1.5, 'percentOff'],
  ])('cannot be %s with %s percent off', async (code, percentOff, field) => {
    const { id: affiliateId } = await newUser({ role: 'affiliate' });
    await expect(makePromotionCode({ affiliateId, code, percentOff, actorId: null })).rejects.toMatchObject({
      kind: 'invalid',
      field,
    });
  });

  it('is for affiliates alone', async () => {
    const { id: affiliateId } = await newUser();
    await expect(
      makePromotionCode({ affiliateId, code: 'MEMBER', percentOff: 0, actorId: null }),
    ).rejects.toMatchObject({ kind: 'not_found' });
  });
});
