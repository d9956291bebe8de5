import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { ebook, membership } from '#app/domain/core/catalogue/products.ts';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { findSubscriptionStates } from '#app/domain/selling/billing/billing-overview.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { makeOperatorCode, type OperatorCode } from '#app/domain/selling/promotions/making.server.ts';
import { releaseUses } from '#app/domain/selling/promotions/release.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { pay, payHosted, renew, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { paymentsOf } from '#tests/integration/ebook-buyers.ts';
import { newUser, newViewer } from '#tests/integration/people.ts';

withSandbox();

let count = 0;
/** A code of the operator's: 20 % off the first payment, unless told otherwise. */
async function newCode(terms: Partial<OperatorCode> = {}): Promise<string> {
  count += 1;
  const code = `OPERATOR-${count}`;
  const wanted = {
    code,
    purpose: '',
    percentOff: terms.amountOffCents ? 0 : 20,
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
  } as const;
  await makeOperatorCode(commandLine, wanted, crypto.randomUUID());
  return code;
}

const promotionOf = (viewer: Viewer, code: string, product: Product = membership) =>
  claimSale(viewer, product, { code, referral: null });

async function begin(viewer: Viewer, code: string, product: Product = membership): Promise<string> {
  const promotion = await promotionOf(viewer, code, product);
  const { clientSecret } = await startPurchase(viewer, product, 'card_form', promotion);
  return String(clientSecret);
}

async function buyHosted(viewer: Viewer, code: string, product: Product = membership): Promise<void> {
  const promotion = await promotionOf(viewer, code, product);
  await payHosted(await openPaymentPage(viewer, product, 'card_page', promotion));
}

const usesOf = (code: string) =>
  prisma().promotionUse.findMany({
    where: { code },
    orderBy: { id: 'asc' },
    select: { state: true, userId: true },
  });

/** Lets the hour for which uses are reserved pass, and gives back what was not used. */
async function releaseAll(): Promise<void> {
  await prisma().promotionUse.updateMany({
    where: { state: 'reserved' },
    data: { reservedUntil: new Date(Date.now() - 1_000) },
  });
  await releaseUses();
}

/** What the billing page says will be paid next. */
async function nextCents(userId: string): Promise<number | null> {
  const { membership: state } = await findSubscriptionStates(userId);
  return state.kind === 'active' ? state.nextPayment.amountCents : null;
}

const lastReceipt = (userId: string) =>
  prisma().receipt.findFirstOrThrow({ where: { userId }, orderBy: { issuedAt: 'desc' } });

describe('the last use of a code', () => {
  it('is one buyer’s, however many begin to pay at once', async () => {
    const code = await newCode({ maxUses: 1 });
    const viewers = await Promise.all(Array.from({ length: 8 }, () => newViewer()));
    // All of them have seen that there is one left.
    const brought = await Promise.all(viewers.map((viewer) => promotionOf(viewer, code)));
    const begun = await Promise.allSettled(
      viewers.map((viewer, index) => startPurchase(viewer, membership, 'card_form', brought[index])),
    );
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of begun)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ kind: 'invalid', field: 'code', message: /used up/ });
    expect(await usesOf(code)).toMatchObject([{ state: 'reserved' }]);
  });

  it('is one of a buyer’s who presses twice, and by two ways to pay', async () => {
    const code = await newCode({ maxUses: 1 });
    const viewer = await newViewer();
    const promotion = await promotionOf(viewer, code);
    const begun = await Promise.all([
      startPurchase(viewer, membership, 'card_form', promotion),
      openPaymentPage(viewer, membership, 'card_page', promotion),
      openPaymentPage(viewer, membership, 'card_page', promotion),
    ]);
    await pay(String(begun[0].clientSecret));
    expect(await usesOf(code)).toMatchObject([{ state: 'used', userId: viewer.id }]);
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 3_760 }]);
  });

  it('comes free when it was not paid in time, and what was begun with it cannot be paid any more', async () => {
    const code = await newCode({ maxUses: 1 });
    const [slow, quick] = [await newViewer(), await newViewer()];
    const secret = await begin(slow, code);
    const page = await openPaymentPage(slow, membership, 'card_page', await promotionOf(slow, code));
    await expect(begin(quick, code)).rejects.toMatchObject({ message: /used up/ });
    await releaseAll();
    expect(await usesOf(code)).toMatchObject([{ state: 'released' }]);
    await buyHosted(quick, code);
    await expect(pay(secret)).rejects.toThrow();
    expect(await payHosted(page)).toMatchObject({ status: 410 });
    expect(await paymentsOf(slow.id)).toEqual([]);
    expect(await paymentsOf(quick.id)).toMatchObject([{ amountCents: 3_760 }]);
    await expect(begin(slow, code)).rejects.toMatchObject({ message: /used up/ });
  });

  it('is kept for no longer than three hours, however often its buyer begins to pay again', async () => {
    const code = await newCode({ maxUses: 1 });
    const viewer = await newViewer();
    const began = Date.now();
    await begin(viewer, code);
    const later = (minutes: number) =>
      withClock(
        () => new Date(began + minutes * 60_000),
        () => begin(viewer, code),
      );
    for (const minutes of [50, 100, 150]) await later(minutes);
    const { reservedAt, reservedUntil } = await prisma().promotionUse.findFirstOrThrow({ where: { code } });
    expect(reservedUntil.getTime() - reservedAt.getTime()).toBe(3 * 3_600_000);
    await expect(later(181)).rejects.toMatchObject({ kind: 'invalid', field: 'code' });
  });

  it('of what is paid once comes free, too, and can be taken again by who let it go', async () => {
    const code = await newCode({ maxUses: 1 });
    const viewer = await newViewer();
    const secret = await begin(viewer, code, ebook);
    await releaseAll();
    await expect(pay(secret)).rejects.toThrow();
    await pay(await begin(viewer, code, ebook));
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountCents: 560, discountCents: 140, discountCode: code },
    ]);
    expect((await usesOf(code)).map(({ state }) => state)).toEqual(['released', 'used']);
  });

  it('is not given back while its payment is under way', async () => {
    const code = await newCode({ maxUses: 1 });
    const viewer = await newViewer();
    await pay(await begin(viewer, code));
    // As if the provider's word of it had not come.
    await prisma().promotionUse.updateMany({
      where: { code },
      data: { state: 'reserved', usedAt: null, paymentId: null, subscriptionId: null },
    });
    await releaseAll();
    expect(await usesOf(code)).toMatchObject([{ state: 'reserved' }]);
  });

  it('is given back at once where the provider refuses to begin', async () => {
    const code = await newCode({ maxUses: 1, percentOff: 33 });
    await stripe.coupons.create({ id: 'first_payment_33_percent', percent_off: 34, duration: 'once' });
    await expect(begin(await newViewer(), code)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await usesOf(code)).toMatchObject([{ state: 'released' }]);
  });
});

describe('a code of the operator’s', () => {
  it('takes an amount off the first payment alone, and the receipt says so', async () => {
    const code = await newCode({ amountOffCents: 500 });
    const viewer = await newViewer();
    await buyHosted(viewer, code);
    await renew(viewer.id);
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountCents: 4_200, discountCents: 500, discountCode: code },
      { amountCents: 4_700, discountCents: 0, discountCode: null },
    ]);
    const [first] = await prisma().receipt.findMany({
      where: { userId: viewer.id },
      orderBy: { sequence: 'asc' },
    });
    expect(first).toMatchObject({ netCents: 4_200, totalCents: 4_200 });
    expect(first?.lines).toMatchObject([
      { description: 'Membership', netCents: 4_700 },
      { description: `Promotion code ${code}`, netCents: -500 },
    ]);
  });

  it('takes a part off as many months as it says', async () => {
    const code = await newCode({ percentOff: 50, months: 2 });
    const viewer = await newViewer();
    await pay(await begin(viewer, code));
    expect(await nextCents(viewer.id)).toBe(2_350);
    await renew(viewer.id);
    expect(await nextCents(viewer.id)).toBe(4_700);
    await renew(viewer.id);
    const payments = await paymentsOf(viewer.id);
    expect(payments.map(({ amountCents }) => amountCents)).toEqual([2_350, 2_350, 4_700]);
    expect(payments.map(({ discountCode }) => discountCode)).toEqual([code, code, null]);
    expect(await usesOf(code)).toHaveLength(1);
    expect((await lastReceipt(viewer.id)).lines).toHaveLength(1);
  });

  it('cannot be typed on the provider’s own page, where its limits would not hold', async () => {
    const code = await newCode({ maxUses: 1 });
    const viewer = await newViewer();
    await buyHosted(viewer, code);
    expect((await stripe.promotionCodes.list({ code })).data).toEqual([]);
  });

  it.each<[string, Partial<OperatorCode>, RegExp]>([
    ['of another product', { products: ['ebook'] }, /not for the membership/],
    ['that has not begun', { startsAt: new Date(Date.now() + 24 * 3_600_000) }, /cannot be used yet/],
    ['for people who have paid before', { audience: 'returning_buyers' }, /have bought something/],
  ])('%s is refused at the checkout', async (_, terms, words) => {
    const code = await newCode(terms);
    await expect(promotionOf(await newViewer(), code)).rejects.toMatchObject({
      kind: 'invalid',
      field: 'code',
      message: words,
    });
  });

  it('for new people is refused to who has bought before', async () => {
    const viewer = await newViewer();
    await pay(await begin(viewer, await newCode(), ebook));
    await expect(promotionOf(viewer, await newCode({ audience: 'new_buyers' }))).rejects.toMatchObject({
      message: /not bought anything/,
    });
    expect(await promotionOf(viewer, await newCode({ audience: 'returning_buyers' }))).toMatchObject({
      percentOff: 20,
    });
  });

  it('once for each person is refused the second time', async () => {
    const code = await newCode({ maxUsesPerPerson: 1 });
    const viewer = await newViewer();
    await pay(await begin(viewer, code, ebook));
    await expect(promotionOf(viewer, code)).rejects.toMatchObject({ message: /already used/ });
    expect(await promotionOf(await newViewer(), code)).not.toBeNull();
  });

  it('of an affiliate’s makes the sale theirs, and pays on what was paid; nobody else’s is nobody’s', async () => {
    const { id: referrerId, username } = await newUser({ role: 'affiliate' });
    const [theirs, nobodys] = [await newCode({ affiliate: username }), await newCode()];
    const [one, other] = [await newViewer(), await newViewer()];
    await buyHosted(one, theirs);
    await buyHosted(other, nobodys);
    expect(await prisma().saleReferral.findMany({ where: { userId: one.id } })).toMatchObject([
      { referrerId, rule: 'promotion_code' },
    ]);
    expect(await prisma().saleReferral.count({ where: { userId: other.id } })).toBe(0);
    const [commission] = await prisma().commission.findMany({ where: { referrerId } });
    expect(commission).toMatchObject({ basisCents: 3_760 });
  });

  it('is not for its own affiliate', async () => {
    const viewer = await newViewer();
    const { username } = await prisma().user.update({
      where: { id: viewer.id },
      data: { role: 'affiliate', assignedRole: 'affiliate' },
    });
    const code = await newCode({ affiliate: username });
    await expect(promotionOf(viewer, code)).rejects.toMatchObject({ message: /your own/ });
  });

  it('is not found by trying', async () => {
    const viewer = await newViewer();
    const code = await newCode();
    for (let tries = 0; tries < 30; tries += 1)
      await expect(promotionOf(viewer, `GUESS-${tries}`)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(promotionOf(viewer, code)).rejects.toThrow('Too many attempts');
  });

  it.each<[string, Partial<OperatorCode>, string]>([
    ['takes nothing off', { percentOff: 0 }, 'percentOff'],
    ['takes all off', { percentOff: 91 }, 'percentOff'],
    ['leaves nothing of a product it names', { amountOffCents: 700, products: ['ebook'] }, 'amountOff'],
    ['leaves nothing of anything', { amountOffCents: 1_000_000 }, 'amountOff'],
    ['takes an amount off in other currencies alone', { furtherAmountsOff: { eur: 900 } }, 'amountOff'],
    ['is of something we do not sell', { products: ['reseller_pro_free3'] }, 'products'],
    ['ends before it begins', { startsAt: new Date(9e12), expiresAt: new Date(8e12) }, 'until'],
    ['has ended already', { expiresAt: new Date(1e12) }, 'until'],
    ['is of nobody in the program', { affiliate: 'no-such-affiliate' }, 'affiliate'],
    ['has a name that cannot be', { code: 'A B' }, 'promotionCode'],
  ])('that %s is not made', async (_, terms, field) => {
    await expect(newCode(terms)).rejects.toMatchObject({ kind: 'invalid', field });
  });
});
