import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { mayReadCourse, mayReadGuides, mayReadPiece } from '#app/domain/core/access/policy.server.ts';
import { loadCatalogue } from '#app/domain/core/catalogue/current.server.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { membership, productOf, productOfSlug } from '#app/domain/core/catalogue/products.ts';
import { loadSettings } from '#app/domain/core/site-settings/current.server.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findRevenue } from '#app/domain/operating/analytics/revenue.server.ts';
import { rebuildFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import {
  addProduct,
  editProduct,
  setProductArchived,
} from '#app/domain/operating/products/change-products.server.ts';
import { addPrice, setPriceArchived } from '#app/domain/operating/products/prices.server.ts';
import { editProductSchema, newProductSchema } from '#app/domain/operating/products/product-forms.ts';
import { findProduct } from '#app/domain/operating/products/products.server.ts';
import { provisionPrices } from '#app/domain/operating/products/provision.server.ts';
import { settleCommissions } from '#app/domain/programme/commissions/settle.server.ts';
import { archiveCourse, unarchiveCourse } from '#app/domain/publishing/course-archive.server.ts';
import { publishedOverrides } from '#app/domain/publishing/loading.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { planRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { collectPurchase } from '#app/domain/selling/payment-events/collect.server.ts';
import { setOverrides } from '#app/platform/content/files.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { pay, rowOf, settled, withSandbox } from '#tests/integration/card-buyers.ts';
import { deliver, fake, idIn, orderIn, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { at, mailsTo, newViewer } from '#tests/integration/people.ts';
import { ledgerOf, newSeller } from '#tests/integration/sellers.ts';

withSandbox();
withPaypal();

beforeAll(async () => {
  const gate = { section: 'membership', value: { gate: 'always' }, version: 1, changedAt: new Date() };
  await prisma().siteSetting.create({ data: gate });
  await loadSettings();
});

const owner = async () => (await newActor('owner')).actor;

/** A form as the page sends it, filled in but for what a test is about. */
const form = (fields: Record<string, string> = {}) =>
  newProductSchema.parse({
    address: `bundle-${randomUUID().slice(0, 8).replace(/^\d/, 'a')}`,
    name: 'SEO bundle',
    noun: 'SEO bundle',
    kind: 'selection',
    courses: 'seo\nads',
    commission: 'all_sellers',
    amount: '97',
    interval: 'once',
    reason: 'Asked for by many',
    ...fields,
  });

async function newProduct(fields: Record<string, string> = {}): Promise<Product> {
  const key = await addProduct(await owner(), form(fields));
  return productOf(key) as Product;
}

async function newReferred() {
  const seller = await newSeller({ rate: 50 });
  const viewer = await newViewer();
  await prisma().user.update({ where: { id: viewer.id }, data: { referredById: seller.id } });
  return { viewer, sellerId: seller.id };
}

const edit = (product: Product, version: number, fields: Record<string, string> = {}) =>
  editProductSchema.parse({
    name: product.name,
    noun: product.noun,
    courses: 'seo',
    commission: 'all_sellers',
    version: String(version),
    reason: 'A better name',
    ...fields,
  });

afterEach(async () => {
  await prisma().price.deleteMany({ where: { key: 'membership', version: { gt: 1 } } });
  await prisma().price.deleteMany({ where: { key: 'membership_yearly' } });
  await prisma().price.updateMany({
    where: { key: 'membership' },
    data: { replacedAt: null, archivedAt: null },
  });
  await loadCatalogue();
});

it('knows who asks on connections that have asked before a membership was added', async () => {
  const ask = () => Promise.all(Array.from({ length: 10 }, () => findViewer('of nobody')));
  await ask();
  await newProduct({ kind: 'everything', courses: '', interval: 'year' });
  expect(await ask()).toEqual(Array(10).fill(null));
});

describe('a product that an operator adds and no code names', () => {
  it('is bought by card, receipted, unlocked, earned on, counted and given back', async () => {
    const product = await newProduct({ tagline: 'Two courses.' });
    const { viewer, sellerId } = await newReferred();
    expect(await mayReadCourse(viewer, 'seo')).toBe(false);
    const { clientSecret } = await startPurchase(viewer, product, 'card_form');
    await pay(String(clientSecret));
    expect(await mayReadCourse(viewer, 'seo')).toBe(true);
    expect(await mayReadPiece(viewer, 'courses/ads/module-1')).toBe(true);
    expect(await mayReadCourse(viewer, 'email-marketing')).toBe(false);
    expect(await mayReadGuides(viewer)).toBe(false);
    expect(await isEntitled(viewer.id, 'membership')).toBe(false);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.subject).toBe('You have bought SEO bundle');
    expect(mail?.text).toContain('$97.00');
    expect(mail?.text).toContain(`${product.pages.sales}/yours`);
    const [receipt] = await prisma().receipt.findMany({ where: { userId: viewer.id } });
    expect(receipt).toMatchObject({ totalCents: 9_700 });
    expect(JSON.stringify(receipt?.lines)).toContain('SEO bundle');
    expect(await ledgerOf(sellerId)).toEqual(['earning 4850']);
    await expect(startPurchase(viewer, product, 'card_form')).rejects.toMatchObject({ kind: 'conflict' });
    const payment = await prisma().payment.findFirstOrThrow({ where: { userId: viewer.id } });
    expect(payment).toMatchObject({ product: product.key, amountCents: 9_700 });
    expect(await planRefund(viewer.id, payment.id)).toMatchObject({ chance: { kind: 'on_request' } });
    await provider('stripe').refundPayment(String(payment.providerPaymentId));
    await settled();
    expect(await mayReadCourse(viewer, 'seo')).toBe(false);
    expect(await ledgerOf(sellerId)).toEqual(['earning 4850', 'reversal -4850 refund']);
  });

  it('is bought with PayPal, and part of the membership', async () => {
    const product = await newProduct({ courses: '', guides: 'on' });
    const viewer = await newViewer();
    const id = orderIn(await openPaymentPage(viewer, product, 'wallet'));
    await fake.approveOrder(id);
    await collectPurchase({ provider: 'paypal', providerPaymentId: id });
    await deliver();
    expect(await mayReadGuides(viewer)).toBe(true);
    expect(await mayReadCourse(viewer, 'seo')).toBe(false);
    const member = await newViewer({ hasMembership: true });
    await expect(startPurchase(member, product, 'card_form')).rejects.toThrow('is part of your membership');
  });

  it('pays every seller the rate of the product, where it has one', async () => {
    const product = await newProduct({ commissionPercent: '10' });
    const { viewer, sellerId } = await newReferred();
    await pay(String((await startPurchase(viewer, product, 'card_form')).clientSecret));
    expect(await ledgerOf(sellerId)).toEqual(['earning 970']);
  });

  it('pays for a sale what it paid when it was sold, whatever it pays today', async () => {
    const product = await newProduct({ commissionPercent: '40' });
    const { viewer, sellerId } = await newReferred();
    await pay(String((await startPurchase(viewer, product, 'card_form')).clientSecret));
    expect(await ledgerOf(sellerId)).toEqual(['earning 3880']);
    await editProduct(await owner(), product.key, edit(product, 1, { commission: 'nobody' }));
    const payment = await prisma().payment.findFirstOrThrow({ where: { userId: viewer.id } });
    await transaction((tx) =>
      settleCommissions(tx, payment.id, { key: 'test', reason: 'refund', at: new Date() }),
    );
    expect(await ledgerOf(sellerId)).toEqual(['earning 3880']);
  });

  it('that gives the reseller role is sold to members, who do not have that', async () => {
    const product = await newProduct({ kind: 'reseller', courses: '' });
    const member = await newViewer({ hasMembership: true });
    const { clientSecret } = await startPurchase(member, product, 'card_form');
    expect(clientSecret).toBeTruthy();
  });

  it('counts its own sales alone, not those of whatever gives the same', async () => {
    const buyer = await newViewer();
    await pay(String((await startPurchase(buyer, membership, 'card_form')).clientSecret));
    const product = await newProduct({ kind: 'everything', courses: '', interval: 'month', stock: '1' });
    const { clientSecret } = await startPurchase(await newViewer(), product, 'card_form');
    expect(clientSecret).toBeTruthy();
  });

  it('is sold until it is sold out, and in its time', async () => {
    const product = await newProduct({ stock: '1', saleEndsAt: '2999-01-01T00:00' });
    const buyer = await newViewer();
    await pay(String((await startPurchase(buyer, product, 'card_form')).clientSecret));
    await expect(startPurchase(await newViewer(), product, 'card_form')).rejects.toThrow('is sold out');
    const late = () => newViewer().then((viewer) => startPurchase(viewer, product, 'card_form'));
    await expect(at(new Date('2999-01-01T00:00:01Z'), late)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('is archived, and stays with who has it', async () => {
    const product = await newProduct();
    const buyer = await newViewer();
    await pay(String((await startPurchase(buyer, product, 'card_form')).clientSecret));
    const actor = await owner();
    await setProductArchived(actor, product.key, true);
    expect(await mayReadCourse(buyer, 'seo')).toBe(true);
    const archived = productOf(product.key) as Product;
    await expect(startPurchase(await newViewer(), archived, 'card_form')).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await setProductArchived(actor, product.key, false);
    expect(productOf(product.key)?.isArchived).toBe(false);
    expect((await auditOf(product.key)).map(({ action }) => action)).toEqual([
      'product_added',
      'product_archived',
      'product_restored',
    ]);
  });
});

it('does not unlock an archived course by itself while it is on sale', async () => {
  const product = await newProduct({ courses: 'outsourcing' });
  const [actor, { actor: manager }] = [await owner(), await newActor('manager')];
  await setProductArchived(actor, product.key, true);
  await archiveCourse(manager, 'outsourcing', '');
  setOverrides(await publishedOverrides(prisma()));
  await expect(setProductArchived(actor, product.key, false)).rejects.toMatchObject({ kind: 'conflict' });
  await expect(addProduct(actor, form({ courses: 'outsourcing' }))).rejects.toMatchObject({
    kind: 'invalid',
    field: 'courses',
  });
  // What is not sold can still be corrected.
  await editProduct(actor, product.key, edit(product, 1, { courses: 'outsourcing', name: 'Old bundle' }));
  await unarchiveCourse(manager, 'outsourcing', '');
  setOverrides(await publishedOverrides(prisma()));
  await setProductArchived(actor, product.key, false);
});

describe('the forms of a product', () => {
  it.each([
    [{ courses: 'no-such-course' }, 'courses', 'no-such-course'],
    [{ courses: '' }, 'courses', 'Please name a course'],
    [{ commission: 'pro_resellers', commissionPercent: '90' }, 'commissionPercent', 'at most 80%'],
    [{ interval: 'month' }, 'interval', 'Only a membership'],
    [{ kind: 'everything' }, 'interval', 'every month or every year'],
    [{ isGuaranteed: 'on' }, 'isGuaranteed', 'covers memberships'],
  ])('are refused beside the field: %j', async (fields, field, message) => {
    const attempt = addProduct(await owner(), form(fields));
    await expect(attempt).rejects.toMatchObject({
      kind: 'invalid',
      field,
      message: expect.stringContaining(message),
    });
  });

  it('add an address once, also one that the site’s own products have', async () => {
    const actor = await owner();
    const sent = form();
    await addProduct(actor, sent);
    for (const address of [sent.address, 'dmd', 'membership', 'reseller-pro-free3'])
      await expect(addProduct(actor, { ...sent, address })).rejects.toMatchObject({ field: 'address' });
  });

  it('change what is said, and not over what somebody else has changed', async () => {
    const product = await newProduct();
    const actor = await owner();
    await editProduct(actor, product.key, edit(product, 1, { name: 'Search bundle' }));
    expect(productOf(product.key)).toMatchObject({ name: 'Search bundle', unlocks: ['course:seo'] });
    await expect(editProduct(actor, product.key, edit(product, 1))).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  it('leave the products of the site’s own pages as they are', async () => {
    const actor = await owner();
    await expect(editProduct(actor, 'membership', edit(membership, 1))).rejects.toMatchObject({
      kind: 'conflict',
    });
    await expect(setProductArchived(actor, 'membership', true)).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('a new price', () => {
  it('is paid by new buyers; subscribers keep theirs', async () => {
    const early = await newViewer();
    await pay(String((await startPurchase(early, membership, 'card_form')).clientSecret));
    await addPrice(await owner(), 'membership', { interval: 'month', amount: 5_700, reason: 'Costs' });
    expect(membership.amountCents).toBe(5_700);
    const later = await newViewer();
    await pay(String((await startPurchase(later, membership, 'card_form')).clientSecret));
    expect(await rowOf(later.id)).toMatchObject({ product: 'membership', amount: 5_700, status: 'active' });
    expect(await rowOf(early.id)).toMatchObject({ amount: 4_700, status: 'active' });
    await settled();
    expect(await rowOf(early.id)).toMatchObject({ amount: 4_700, heldReason: null });
    const again = addPrice(await owner(), 'membership', {
      interval: 'month',
      amount: 5_700,
      reason: 'Costs',
    });
    await expect(again).rejects.toThrow('It costs that already');
  });

  it('of another interval is sold beside the first: a yearly membership counts a twelfth a month', async () => {
    await addPrice(await owner(), 'membership', { interval: 'year', amount: 47_000, reason: 'Asked for' });
    await provisionPrices();
    const yearly = productOfSlug('membership-yearly') as Product;
    expect(yearly).toMatchObject({ key: 'membership_yearly', interval: 'year', gives: 'membership' });
    expect(yearly.pages.checkout).toBe('/checkout?product=membership-yearly');
    await rebuildFigures();
    const range = readRange(new URLSearchParams(), new Date());
    const before = (await findRevenue(range, 'usd')).whole.endCents;
    const { viewer, sellerId } = await newReferred();
    await pay(String((await startPurchase(viewer, yearly, 'card_form')).clientSecret));
    expect(await isEntitled(viewer.id, 'membership')).toBe(true);
    expect(await ledgerOf(sellerId)).toEqual(['earning 23500']);
    await rebuildFigures();
    expect((await findRevenue(range, 'usd')).whole.endCents - before).toBe(Math.round(47_000 / 12));
    await expect(startPurchase(viewer, membership, 'card_form')).rejects.toMatchObject({ kind: 'conflict' });
    const payer = await newViewer();
    await fake.approve(idIn(await openPaymentPage(payer, yearly, 'wallet')));
    await deliver();
    expect(await rowOf(payer.id)).toMatchObject({
      product: 'membership_yearly',
      interval: 'year',
      status: 'active',
    });
  });

  it('that somebody began at PayPal before is not taken for the one they choose now', async () => {
    await addPrice(await owner(), 'membership', { interval: 'year', amount: 47_000, reason: 'Asked for' });
    await provisionPrices();
    const yearly = productOfSlug('membership-yearly') as Product;
    const payer = await newViewer();
    const ofYear = idIn(await openPaymentPage(payer, yearly, 'wallet'));
    const ofMonth = idIn(await openPaymentPage(payer, membership, 'wallet'));
    expect(ofMonth).not.toBe(ofYear);
    await fake.approve(ofMonth);
    await deliver();
    expect(await rowOf(payer.id)).toMatchObject({ product: 'membership', interval: 'month' });
    // Nor is the price before: what was begun is of its own plan.
    const late = await newViewer();
    const before = idIn(await openPaymentPage(late, membership, 'wallet'));
    expect(idIn(await openPaymentPage(late, membership, 'wallet'))).toBe(before);
    await addPrice(await owner(), 'membership', { interval: 'month', amount: 5_700, reason: 'Costs' });
    await provisionPrices();
    expect(idIn(await openPaymentPage(late, membership, 'wallet'))).not.toBe(before);
  });

  it('is refused where nobody could cancel it, or another product has its address', async () => {
    const actor = await owner();
    await expect(
      addPrice(actor, 'ebook', { interval: 'month', amount: 700, reason: 'A mistake' }),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'interval' });
    await newProduct({ address: 'masters-yearly', kind: 'everything', courses: '', interval: 'month' });
    await newProduct({ address: 'masters', kind: 'everything', courses: '', interval: 'month' });
    await expect(
      addPrice(actor, 'masters', { interval: 'year', amount: 9_700, reason: 'Asked for' }),
    ).rejects.toMatchObject({ kind: 'conflict', field: 'interval' });
  });

  it('is not offered any more, unless it is the last one', async () => {
    const actor = await owner();
    await expect(setPriceArchived(actor, 'membership', 'membership', true)).rejects.toThrow('only price');
    await addPrice(actor, 'membership', { interval: 'year', amount: 47_000, reason: 'Asked for' });
    await setPriceArchived(actor, 'membership', 'membership_yearly', true);
    expect(productOf('membership_yearly')?.isArchived).toBe(true);
    expect(productOf('membership')?.isArchived).toBe(false);
  });

  it('is made at both providers once, and what fails is said and tried again', async () => {
    const product = await newProduct({ kind: 'everything', courses: '', interval: 'month' });
    const states = async () =>
      (await findProduct(product.key))?.product.prices.flatMap(({ provisions }) =>
        provisions.map(({ provider: name, state, planId }) => `${name} ${state} ${planId !== null}`),
      );
    expect(await states()).toEqual(['stripe waiting false', 'paypal waiting false']);
    await provisionPrices();
    expect(await states()).toEqual(['stripe ready false', 'paypal ready true']);
    const planId = productOf(product.key)?.planId;
    await prisma().priceProvision.updateMany({ data: { state: 'waiting', planId: null } });
    await provisionPrices();
    expect(productOf(product.key)?.planId).toBe(planId);
  });
});
