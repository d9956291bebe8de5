import { afterEach, describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { loadCatalogue } from '#app/domain/core/catalogue/current.server.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findRevenue } from '#app/domain/operating/analytics/revenue.server.ts';
import { rebuildFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { setPriceAmounts } from '#app/domain/operating/products/currencies.server.ts';
import { addPrice, setPriceArchived } from '#app/domain/operating/products/prices.server.ts';
import { type PriceAmounts, priceAmountsSchema } from '#app/domain/operating/products/product-forms.ts';
import { provisionPrices } from '#app/domain/operating/products/provision.server.ts';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { planSwitch } from '#app/domain/selling/billing/interval-switch.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { createGift } from '#app/domain/selling/gifts/making.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { earliestMoveDay } from '#app/domain/selling/price-changes/move-rules.ts';
import { startPriceMove } from '#app/domain/selling/price-changes/moving.server.ts';
import { makeOperatorCode, type OperatorCode } from '#app/domain/selling/promotions/making.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { loader as loadMovePage } from '#app/routes/admin/products/move.tsx';
import { newActor } from '#tests/integration/admins.ts';
import { confirmPayment, pay, renew, rowOf, settled, withSandbox } from '#tests/integration/card-buyers.ts';
import { newFact } from '#tests/integration/facts.ts';
import { giftOf, offerOfMonths, paidGift, typedGift } from '#tests/integration/gift-buyers.ts';
import { deliver, fake, idIn, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { mailsTo, newViewer } from '#tests/integration/people.ts';
import { ledgerOf, newSeller } from '#tests/integration/sellers.ts';

withSandbox();
withPaypal();

const reason = 'For members in Europe';

const amounts = (fields: Record<string, string>): PriceAmounts =>
  priceAmountsSchema.parse({ price: 'membership', reason, ...fields });

async function sellFor(fields: Record<string, string>): Promise<void> {
  await setPriceAmounts((await newActor('owner')).actor, 'membership', amounts(fields));
}

const inEuros = (key: string) => inCurrency(productOf(key) as never, 'eur') as Product;

/** Somebody whom a seller at half of what is paid has referred. */
async function newReferred() {
  const seller = await newSeller({ rate: 50 });
  const viewer = await newViewer();
  await prisma().user.update({ where: { id: viewer.id }, data: { referredById: seller.id } });
  return { viewer, sellerId: seller.id };
}

/** A code of the operator's that takes an amount off. */
async function newAmountCode(code: string, terms: Partial<OperatorCode>): Promise<string> {
  const wanted: OperatorCode = {
    code,
    purpose: '',
    percentOff: 0,
    amountOffCents: 0,
    furtherAmountsOff: {},
    months: null,
    products: [],
    startsAt: null,
    expiresAt: null,
    maxUses: null,
    maxUsesPerPerson: null,
    audience: 'everyone',
    affiliate: '',
    ...terms,
  };
  await makeOperatorCode(commandLine, wanted, crypto.randomUUID());
  return code;
}

const takeCode = (viewer: Viewer, code: string, product = inEuros('membership')) =>
  claimSale(viewer, product, { code, referral: null });

const secretOf = async (...purchase: Parameters<typeof startPurchase>) =>
  String((await startPurchase(...purchase)).clientSecret);

afterEach(async () => {
  await prisma().price.deleteMany({ where: { currency: { not: 'usd' } } });
  await prisma().price.deleteMany({ where: { key: 'membership_yearly' } });
  await prisma().price.deleteMany({ where: { key: 'membership', version: { gt: 1 } } });
  await prisma().price.updateMany({
    where: { key: 'membership' },
    data: { replacedAt: null, archivedAt: null },
  });
  await loadCatalogue();
});

const versions = async () =>
  (
    await prisma().price.findMany({
      where: { key: 'membership', currency: 'eur' },
      orderBy: { version: 'asc' },
    })
  ).map(
    ({ version, amountCents, replacedAt }) => `${version} ${amountCents}${replacedAt ? ' replaced' : ''}`,
  );

describe('a price in a further currency (P341)', () => {
  it('is made at both providers, is versioned by itself and ends when its field is emptied', async () => {
    await sellFor({ eur: '45', gbp: '39.50' });
    await provisionPrices();
    const euros = inCurrency(productOf('membership') as never, 'eur');
    expect(euros).toMatchObject({ amountCents: 4_500, currency: 'eur', planId: expect.any(String) });
    expect(euros?.planId).not.toBe(productOf('membership')?.planId);
    expect(
      await prisma().priceProvision.count({
        where: { state: 'ready', price: { currency: { in: ['eur', 'gbp'] } } },
      }),
    ).toBe(4);
    await expect(sellFor({ eur: '45', gbp: '39.50' })).rejects.toThrow('It costs that already.');
    await sellFor({ eur: '49' });
    expect(await versions()).toEqual(['1 4500 replaced', '2 4900']);
    expect(productOf('membership')?.amounts).toMatchObject([{ currency: 'eur', amountCents: 4_900 }]);
    await sellFor({});
    expect(productOf('membership')?.amounts).toEqual([]);
    await sellFor({ eur: '45' });
    expect(await versions()).toEqual(['1 4500 replaced', '2 4900 replaced', '3 4500']);
  });

  it('stays when the price in dollars changes, and is no price of its own', async () => {
    await sellFor({ eur: '45' });
    const { actor } = await newActor('owner');
    await addPrice(actor, 'membership', { interval: 'month', amount: 5_700, reason });
    expect(productOf('membership')).toMatchObject({
      amountCents: 5_700,
      amounts: [{ currency: 'eur', amountCents: 4_500 }],
    });
    await expect(setPriceArchived(actor, 'membership', 'membership', true)).rejects.toThrow('its only price');
  });

  it('is sold again with the price in dollars, also where that gets another amount', async () => {
    await sellFor({ eur: '45' });
    const { actor } = await newActor('owner');
    await addPrice(actor, 'membership', { interval: 'year', amount: 47_000, reason });
    await setPriceArchived(actor, 'membership', 'membership', true);
    await addPrice(actor, 'membership', { interval: 'month', amount: 5_700, reason });
    expect(
      await prisma().price.findMany({
        where: { key: 'membership', replacedAt: null },
        select: { currency: true, archivedAt: true },
        orderBy: { currency: 'asc' },
      }),
    ).toEqual([
      { currency: 'eur', archivedAt: null },
      { currency: 'usd', archivedAt: null },
    ]);
  });

  it('is refused to other roles, for what pages of its own sell, and for a price that there is not', async () => {
    const { actor } = await newActor('manager');
    await expect(setPriceAmounts(actor, 'membership', amounts({ eur: '45' }))).rejects.toMatchObject({
      kind: 'not_allowed',
    });
    const owner = (await newActor('owner')).actor;
    await expect(
      setPriceAmounts(owner, 'reseller_pro', amounts({ price: 'reseller_pro', eur: '95' })),
    ).rejects.toThrow('US dollars only');
    await expect(
      setPriceAmounts(owner, 'membership', amounts({ price: 'none', eur: '95' })),
    ).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await versions()).toEqual([]);
  });
});

describe('a membership that is paid in euros (P345, P346)', () => {
  it('renews, is receipted, counted, earned on and given back in euros, and never in dollars', async () => {
    await sellFor({ eur: '45' });
    await rebuildFigures();
    const range = readRange(new URLSearchParams(), new Date());
    const monthly = async (currency: string) => (await findRevenue(range, currency)).whole.endCents;
    const dollarsBefore = await monthly('usd');
    const eurosBefore = await monthly('eur');
    const { viewer, sellerId } = await newReferred();
    await pay(await secretOf(viewer, inEuros('membership'), 'card_form'));
    expect(await isEntitled(viewer.id, 'membership')).toBe(true);
    expect(await rowOf(viewer.id)).toMatchObject({ amount: 4_500, currency: 'eur', product: 'membership' });
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('€45.00');
    expect(mail?.text).not.toContain('$');
    // The owner says that 45 euros are 47 dollars: half of that is earned, as the ledger is in dollars.
    expect(await ledgerOf(sellerId)).toEqual(['earning 2350']);
    const [earning] = await prisma().commission.findMany({ where: { referrerId: sellerId } });
    expect(earning).toMatchObject({ currency: 'usd', amount: 4_700, basisCents: 4_700 });
    expect(earning?.snapshot).toMatchObject({
      paid: { cents: 4_500, currency: 'eur', priceCents: 4_500, ledgerCents: 4_700 },
    });
    // What an owner types later changes neither the subscription nor what it counts for.
    await sellFor({ eur: '60' });
    await renew(viewer.id);
    const payments = await prisma().payment.findMany({
      where: { userId: viewer.id },
      orderBy: { paidAt: 'asc' },
    });
    expect(payments.map(({ amountCents, currency }) => [amountCents, currency])).toEqual([
      [4_500, 'eur'],
      [4_500, 'eur'],
    ]);
    const receipts = await prisma().receipt.findMany({ where: { userId: viewer.id } });
    expect(receipts.map(({ totalCents, currency }) => [totalCents, currency])).toEqual([
      [4_500, 'eur'],
      [4_500, 'eur'],
    ]);
    await rebuildFigures();
    expect((await monthly('eur')) - eurosBefore).toBe(4_500);
    expect(await monthly('usd')).toBe(dollarsBefore);
    await provider('stripe').refundPart({
      paymentId: String(payments[0]?.providerPaymentId),
      amountCents: 1_500,
      currency: 'eur',
      key: 'a third',
    });
    await settled();
    // A third of it went back, and counts by the same two amounts as the payment.
    expect((await ledgerOf(sellerId)).filter((row) => row.startsWith('reversal'))).toEqual([
      'reversal -784 refund',
    ]);
    expect((await ledgerOf(sellerId)).filter((row) => row.startsWith('earning'))).toEqual([
      'earning 2350',
      'earning 2350',
    ]);
    const { findings } = await proveLedger();
    expect(findings).toEqual([]);
  });

  it('is sold with PayPal too, by a plan of its own', async () => {
    await sellFor({ eur: '45' });
    await provisionPrices();
    const viewer = await newViewer();
    const id = idIn(await openPaymentPage(viewer, inEuros('membership'), 'wallet'));
    await fake.approve(id);
    await deliver();
    expect(await rowOf(viewer.id)).toMatchObject({ amount: 4_500, currency: 'eur', provider: 'paypal' });
    expect(await isEntitled(viewer.id, 'membership')).toBe(true);
  });

  it('leads who could not pay in euros, and whose membership has ended, back to its pages in euros', async () => {
    await sellFor({ eur: '45' });
    const { id: userId, email } = await newViewer();
    const begunId = `ORDER-${userId}`;
    await prisma().purchase.create({
      data: {
        ...{ userId, provider: 'paypal', product: 'membership', providerPaymentId: begunId },
        ...{ amountCents: 4_500, currency: 'eur' },
      },
    });
    await applyPaymentEvent(newFact('purchase_denied', { provider: 'paypal', begunId }));
    expect((await mailsTo(email))[0]?.text).toContain('/checkout?currency=eur');
    const member = await newViewer();
    await pay(await secretOf(member, inEuros('membership'), 'card_form'));
    await cancelMembership(member, {});
    await settled();
    const { provider: name, providerSubscriptionId } = await rowOf(member.id);
    await provider(name).endSubscription(providerSubscriptionId, 'Unpaid');
    await settled();
    const [goodbye] = await mailsTo(member.email);
    expect(goodbye?.subject).toBe('Your membership has ended');
    expect(goodbye?.text).toMatch(/\?currency=eur/);
  });

  it('is begun in the currency chosen last, and what was begun in another cannot be paid any more', async () => {
    await sellFor({ eur: '45' });
    const viewer = await newViewer();
    const product = productOf('membership') as Product;
    const dollars = await secretOf(viewer, product, 'card_form');
    const euros = await secretOf(viewer, inEuros('membership'), 'card_form');
    expect(euros).not.toBe(dollars);
    expect(await secretOf(viewer, inEuros('membership'), 'card_form')).toBe(euros);
    await settled();
    await pay(euros);
    const rows = await prisma().subscription.findMany({
      where: { userId: viewer.id },
      orderBy: { currency: 'asc' },
    });
    expect(rows.map(({ currency, status }) => [currency, status])).toEqual([
      ['eur', 'active'],
      ['usd', 'incomplete_expired'],
    ]);
    await expect(confirmPayment(dollars)).rejects.toThrow();
  });

  it('refuses a code that takes dollars off, and a second subscription by card in another currency', async () => {
    await sellFor({ eur: '45' });
    const viewer = await newViewer();
    const code = await newAmountCode('TENOFF', { amountOffCents: 1_000 });
    await expect(takeCode(viewer, code)).rejects.toThrow('takes US dollars off');
    await pay(await secretOf(viewer, inEuros('membership'), 'card_form'));
    await prisma().entitlementGrant.create({
      data: { userId: viewer.id, entitlement: 'reseller', reason: 'a test' },
    });
    const pro = productOf('reseller_pro') as Product;
    await expect(openPaymentPage(viewer, pro, 'card_page')).rejects.toThrow(
      'You pay another subscription by card in EUR',
    );
    await expect(planSwitch(viewer.id)).resolves.toEqual({ kind: 'none' });
  });

  it('takes a code at the amount typed for euros, for as many months as it says, and never a converted one', async () => {
    await sellFor({ eur: '45', gbp: '39' });
    const code = await newAmountCode('NINEOFF', {
      amountOffCents: 1_000,
      furtherAmountsOff: { eur: 900 },
      months: 2,
      maxUses: 1,
    });
    const viewer = await newViewer();
    const pounds = inCurrency(productOf('membership') as never, 'gbp') as Product;
    await expect(takeCode(viewer, code, pounds)).rejects.toThrow('Choose US dollars or Euros to use it.');
    const promotion = await takeCode(viewer, code);
    expect(promotion).toMatchObject({ amountOffCents: 900, months: 2 });
    const late = await newViewer();
    const promotionOfLate = await takeCode(late, code);
    const secret = await secretOf(viewer, inEuros('membership'), 'card_form', promotion);
    // The last use is one use, whichever currency it is paid in.
    await expect(
      startPurchase(late, inEuros('membership'), 'card_form', promotionOfLate),
    ).rejects.toMatchObject({ field: 'code' });
    await expect(takeCode(late, code, productOf('membership') as Product)).rejects.toThrow('used up');
    await pay(secret);
    await renew(viewer.id);
    await renew(viewer.id);
    const payments = await prisma().payment.findMany({
      where: { userId: viewer.id },
      // The sandbox renews within a second, so the times of payment can be the same.
      orderBy: { periodStart: 'asc' },
    });
    expect(
      payments.map(({ amountCents, discountCents, currency }) => [amountCents, discountCents, currency]),
    ).toEqual([
      [3_600, 900, 'eur'],
      [3_600, 900, 'eur'],
      [4_500, 0, 'eur'],
    ]);
    const [first] = await prisma().receipt.findMany({
      where: { userId: viewer.id },
      orderBy: { sequence: 'asc' },
    });
    expect(first).toMatchObject({ totalCents: 3_600, currency: 'eur' });
    expect(first?.lines).toMatchObject([
      { netCents: 4_500 },
      { description: 'Promotion code NINEOFF', netCents: -900 },
    ]);
  });

  it('begins anew with the amount of another currency that its buyer chooses before paying', async () => {
    await sellFor({ eur: '45' });
    const code = await newAmountCode('SWITCH', { amountOffCents: 1_000, furtherAmountsOff: { eur: 900 } });
    const viewer = await newViewer();
    const dollars = productOf('membership') as Product;
    await secretOf(viewer, dollars, 'card_form', await takeCode(viewer, code, dollars));
    await pay(await secretOf(viewer, inEuros('membership'), 'card_form', await takeCode(viewer, code)));
    expect(await prisma().payment.findMany({ where: { userId: viewer.id } })).toMatchObject([
      { amountCents: 3_600, discountCents: 900, currency: 'eur' },
    ]);
    expect(await prisma().promotionUse.findMany({ where: { userId: viewer.id } })).toMatchObject([
      { state: 'used', amountOffCents: 900 },
    ]);
  });

  it('is given for as many months of its price in euros, and earns by that', async () => {
    await sellFor({ eur: '45' });
    const { viewer: giver, sellerId } = await newReferred();
    const option = offerOfMonths(3).key;
    const { id } = await paidGift(giver, { option, currency: 'eur' });
    expect(await prisma().payment.findMany({ where: { userId: giver.id } })).toMatchObject([
      { product: option, amountCents: 13_500, currency: 'eur' },
    ]);
    // Half of 141 dollars, which 135 euros count as.
    expect(await ledgerOf(sellerId)).toEqual(['earning 7050']);
    expect(await giftOf(id)).toMatchObject({ status: 'paid', currency: 'eur' });
    await expect(createGift(giver.id, typedGift({ option, currency: 'gbp' }))).rejects.toMatchObject({
      field: 'option',
    });
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('counts for nothing in the ledger in a currency that its product was never sold in', async () => {
    const { viewer, sellerId } = await newReferred();
    const product = { ...(productOf('ebook') as Product), currency: 'eur' };
    await pay(await secretOf(viewer, product, 'card_form'));
    expect(await ledgerOf(sellerId)).toEqual(['not_earned other_currency']);
    expect((await proveLedger()).findings).toEqual([]);
  });

  it('has its subscribers moved to a new price beside those who pay in dollars', async () => {
    await sellFor({ eur: '45' });
    const [inDollars, abroad] = [await newViewer(), await newViewer()];
    await pay(await secretOf(inDollars, productOf('membership') as Product, 'card_form'));
    await pay(await secretOf(abroad, inEuros('membership'), 'card_form'));
    const { actor } = await newActor('owner');
    await addPrice(actor, 'membership', { interval: 'month', amount: 5_700, reason });
    await sellFor({ eur: '49' });
    const pageAt = (address: string) =>
      loadMovePage({
        params: { productKey: 'membership' },
        url: new URL(address, 'http://site.example'),
      } as never);
    const dollars = await pageAt('/admin/products/membership/move');
    const other = dollars.others.find(({ text }) => text === '€49 a month');
    const euros = await pageAt(String(other?.to));
    expect(dollars.subscribers.map(({ userId }) => userId)).toEqual([inDollars.id]);
    expect(euros).toMatchObject({ price: { text: '€49 a month', currency: 'eur' } });
    expect(euros.subscribers.map(({ userId }) => userId)).toContain(abroad.id);
    for (const { price } of [dollars, euros])
      await startPriceMove(actor, 'membership', {
        price: price.key,
        day: earliestMoveDay(new Date()),
        reason,
      });
    const audited = await prisma().auditEntry.findMany({
      where: { actorId: actor.id, action: 'price_move_started' },
      orderBy: { id: 'asc' },
      select: { after: true },
    });
    expect(audited).toMatchObject([{ after: { currency: 'usd' } }, { after: { currency: 'eur' } }]);
    expect(
      await prisma().movedSubscription.findMany({
        where: { userId: { in: [inDollars.id, abroad.id] } },
        select: { fromCents: true, move: { select: { amountCents: true, currency: true } } },
        orderBy: { fromCents: 'asc' },
      }),
    ).toEqual([
      { fromCents: 4_500, move: { amountCents: 4_900, currency: 'eur' } },
      { fromCents: 4_700, move: { amountCents: 5_700, currency: 'usd' } },
    ]);
  });
});
