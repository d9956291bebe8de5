import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { loadCatalogue } from '#app/domain/core/catalogue/current.server.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { membership, productOf } from '#app/domain/core/catalogue/products.ts';
import { addProduct } from '#app/domain/operating/products/change-products.server.ts';
import { addPrice } from '#app/domain/operating/products/prices.server.ts';
import { newPriceSchema, newProductSchema } from '#app/domain/operating/products/product-forms.ts';
import { claimFree } from '#app/domain/selling/billing/free-purchase.server.ts';
import { startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { isLeft, SoldOut } from '#app/domain/selling/billing/stock.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { pay, settled, withSandbox } from '#tests/integration/card-buyers.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { newEbookSale, secondsAfter } from '#tests/integration/facts.ts';
import { activityOf, newUser, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { doQueued, takeQueued } from '#tests/integration/queued-jobs.ts';

withSandbox();

const owner = async () => (await newActor('owner')).actor;

async function newProduct(fields: Record<string, string>): Promise<Product> {
  const form = newProductSchema.parse({
    address: `bundle-${randomUUID().slice(0, 8).replace(/^\d/, 'a')}`,
    name: 'SEO bundle',
    noun: 'SEO bundle',
    kind: 'selection',
    courses: 'seo',
    commission: 'all_sellers',
    amount: '97',
    interval: 'once',
    reason: 'Asked for by many',
    ...fields,
  });
  return productOf(await addProduct(await owner(), form)) as Product;
}

const begin = async (product: Product) => startPurchase(await newViewer(), product, 'card_form');

describe('a limited number', () => {
  it('sells the last one once, of several who want it in the same moment', async () => {
    const product = await newProduct({ stock: '1' });
    const presses = await Promise.allSettled([begin(product), begin(product), begin(product)]);
    const [winner, ...others] = presses.filter(({ status }) => status === 'fulfilled');
    expect(others).toEqual([]);
    expect(winner).toBeDefined();
    for (const press of presses)
      if (press.status === 'rejected') {
        expect(press.reason.message).toContain('paying for the last');
        expect(press.reason).toBeInstanceOf(SoldOut);
      }
  });

  it('keeps one for its buyer, who may press again, and sells it to another after half an hour', async () => {
    const product = await newProduct({ stock: '1' });
    const slow = await newViewer();
    const { clientSecret } = await startPurchase(slow, product, 'card_form');
    await startPurchase(slow, product, 'card_form');
    await prisma().stockReservation.updateMany({
      where: { userId: slow.id },
      data: { reservedUntil: new Date(Date.now() - 1_000) },
    });
    const quick = await newViewer();
    await pay(String((await startPurchase(quick, product, 'card_form')).clientSecret));
    await expect(begin(product)).rejects.toThrow('sold out');
    await pay(String(clientSecret));
    await doQueued('refund-payment');
    await settled();
    const purchases = await prisma().purchase.findMany({
      where: { product: product.key },
      orderBy: { createdAt: 'asc' },
    });
    expect(purchases.map(({ userId, isGranted }) => [userId === quick.id, isGranted])).toEqual([
      [false, false],
      [true, true],
    ]);
    const payment = await prisma().payment.findFirstOrThrow({ where: { userId: slow.id } });
    expect(payment.status).toBe('refunded');
    expect(await isEntitled(slow.id, product.gives)).toBe(false);
    expect(await isEntitled(quick.id, product.gives)).toBe(true);
  });

  it('gives the last one to the buyer it is kept for, and the money back to one who pays meanwhile', async () => {
    const product = await newProduct({ stock: '1' });
    const slow = await newViewer();
    const { clientSecret } = await startPurchase(slow, product, 'card_form');
    await prisma().stockReservation.updateMany({
      where: { userId: slow.id },
      data: { reservedUntil: new Date(Date.now() - 1_000) },
    });
    const quick = await newViewer();
    const begun = await startPurchase(quick, product, 'card_form');
    await pay(String(clientSecret));
    await pay(String(begun.clientSecret));
    await doQueued('refund-payment');
    await settled();
    expect(await isEntitled(slow.id, product.gives)).toBe(false);
    expect(await isEntitled(quick.id, product.gives)).toBe(true);
    const payment = await prisma().payment.findFirstOrThrow({ where: { userId: slow.id } });
    expect(payment.status).toBe('refunded');
  });

  it('keeps one for half an hour, however often its buyer begins again', async () => {
    const product = await newProduct({ stock: '1' });
    const viewer = await newViewer();
    await startPurchase(viewer, product, 'card_form');
    const until = async () =>
      (await prisma().stockReservation.findFirstOrThrow({ where: { userId: viewer.id } })).reservedUntil;
    const first = await until();
    const begin = (minutes: number) =>
      withClock(
        () => new Date(Date.now() + minutes * 60_000),
        () => startPurchase(viewer, product, 'card_form'),
      );
    await begin(20);
    expect(await until()).toEqual(first);
    await begin(31);
    expect((await until()).getTime()).toBeGreaterThan(first.getTime());
  });

  it('holds for what is paid again and again too', async () => {
    const product = await newProduct({ kind: 'everything', courses: '', interval: 'month', stock: '1' });
    const [slow, quick] = [await newViewer(), await newViewer()];
    const first = await startPurchase(slow, product, 'card_form');
    await prisma().stockReservation.updateMany({
      where: { userId: slow.id },
      data: { reservedUntil: new Date(Date.now() - 1_000) },
    });
    const second = await startPurchase(quick, product, 'card_form');
    for (const { clientSecret } of [first, second]) await pay(String(clientSecret));
    await settled();
    await doQueued('undo-subscription');
    await settled();
    const has = await Promise.all([slow, quick].map(({ id }) => isEntitled(id, 'membership')));
    expect(has).toEqual([false, true]);
    expect(await prisma().subscription.findFirst({ where: { userId: slow.id } })).toMatchObject({
      status: 'canceled',
      subscribedAt: null,
    });
    expect(await prisma().payment.findFirst({ where: { userId: slow.id } })).toMatchObject({
      status: 'refunded',
    });
  });

  it('gives no more than there are where their number was lowered while somebody paid', async () => {
    const product = await newProduct({ stock: '2' });
    const [first, second] = [await newViewer(), await newViewer()];
    const begun = [
      await startPurchase(first, product, 'card_form'),
      await startPurchase(second, product, 'card_form'),
    ];
    await prisma().product.update({ where: { key: product.productKey }, data: { stock: 1 } });
    await loadCatalogue();
    for (const { clientSecret } of begun) await pay(String(clientSecret));
    await doQueued('refund-payment');
    await settled();
    const has = await Promise.all([first, second].map(({ id }) => isEntitled(id, product.gives)));
    expect(has.filter(Boolean)).toHaveLength(1);
  });
});

describe('one of a limited number whose money goes back', () => {
  const sell = async (product: Product) => {
    const user = await newUser();
    const sale = newEbookSale(user.id, {
      amountCents: product.amountCents,
      metadata: { user_id: user.id, product: product.key, offer: `${product.amountCents} usd once` },
    });
    await deliverFacts([sale.paid]);
    return { user, sale, refundId: `re_${user.id}` };
  };
  const isOnSale = async (product: Product) => isLeft(product, (await newUser()).id);
  const toOperator = async () =>
    (await subjectsTo(config().supportEmail)).filter((it) => it.includes('more sold'));

  it('is free once the refund has arrived, and not while it is on its way', async () => {
    const product = await newProduct({ stock: '1' });
    const { user, sale, refundId } = await sell(product);
    await deliverFacts([sale.refunded(product.amountCents, 'pending', refundId)]);
    expect(await isEntitled(user.id, product.gives)).toBe(false);
    expect(await isOnSale(product)).toBe(false);
    await expect(begin(product)).rejects.toThrow('sold out');
    // It fails: its buyer has it as before, and nobody has it besides.
    await deliverFacts([sale.refunded(product.amountCents, 'failed', refundId)]);
    expect(await isEntitled(user.id, product.gives)).toBe(true);
    expect(await isOnSale(product)).toBe(false);
    await deliverFacts([sale.refunded(product.amountCents, 'succeeded', `${refundId}_again`)]);
    expect(await isOnSale(product)).toBe(true);
    expect(await toOperator()).toEqual([]);
  });

  it('is reported to the operator where it was sold again before the refund failed, or the dispute was won', async () => {
    const product = await newProduct({ name: 'Last seat', stock: '1' });
    const first = await sell(product);
    await deliverFacts([first.sale.refunded(product.amountCents, 'succeeded', first.refundId)]);
    const second = await sell(product);
    expect(await isEntitled(second.user.id, product.gives)).toBe(true);
    await deliverFacts([first.sale.refunded(product.amountCents, 'failed', first.refundId)]);
    expect(await isEntitled(first.user.id, product.gives)).toBe(true);
    expect(await toOperator()).toEqual(['Last seat: 1 more sold than there are']);
    expect((await activityOf(first.user.id)).filter((it) => it.includes('sold again'))).toHaveLength(1);

    const disputed = await newProduct({ name: 'Last chair', stock: '1' });
    const third = await sell(disputed);
    await deliverFacts([third.sale.disputed({ createdAt: secondsAfter(60) })]);
    expect(await isOnSale(disputed)).toBe(false);
    await deliverFacts([third.sale.decided('lost', { createdAt: secondsAfter(90) })]);
    await sell(disputed);
    await deliverFacts([third.sale.decided('won', { createdAt: secondsAfter(120) })]);
    expect((await toOperator()).toSorted()).toEqual([
      'Last chair: 1 more sold than there are',
      'Last seat: 1 more sold than there are',
    ]);
  });

  it('is not taken by a payment that came too late, while that is in dispute', async () => {
    const product = await newProduct({ stock: '1' });
    const first = await sell(product);
    const late = await sell(product);
    expect(await isEntitled(late.user.id, product.gives)).toBe(false);
    await deliverFacts([late.sale.disputed(), first.sale.refunded(product.amountCents)]);
    expect(await isOnSale(product)).toBe(true);
    await takeQueued('refund-payment');
  });
});

describe('a price of nothing', () => {
  it('is given once, pressed twice, told once, and asked of no provider', async () => {
    const product = await newProduct({ amount: '0' });
    const viewer = await newViewer();
    const presses = await Promise.all([claimFree(viewer, product), claimFree(viewer, product)]);
    expect(presses.filter(Boolean)).toHaveLength(1);
    expect(await claimFree(viewer, product)).toBe(false);
    expect(await isEntitled(viewer.id, product.gives)).toBe(true);
    expect(await subjectsTo(viewer.email)).toEqual(['You have bought SEO bundle']);
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(0);
    expect(await prisma().priceProvision.count({ where: { price: { key: product.key } } })).toBe(0);
    await expect(startPurchase(await newViewer(), product, 'card_form')).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });

  it('counts against a limited number, and stays with who has it when it costs something', async () => {
    const product = await newProduct({ amount: '0', stock: '1' });
    const [first, second] = [await newViewer(), await newViewer()];
    const claims = await Promise.allSettled([claimFree(first, product), claimFree(second, product)]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await addPrice(
      await owner(),
      product.key,
      newPriceSchema.parse({ interval: 'once', amount: '20', reason: 'Worth it' }),
    );
    const has = await Promise.all([first, second].map(({ id }) => isEntitled(id, product.gives)));
    expect(has.filter(Boolean)).toHaveLength(1);
    const paid = productOf(product.key) as Product;
    await expect(claimFree(second, paid)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('is for what is paid once, and has no page of its own', async () => {
    await expect(
      newProduct({ kind: 'everything', courses: '', interval: 'month', amount: '0' }),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'amount' });
    const free = newPriceSchema.parse({ interval: 'once', amount: '0', reason: 'For nothing' });
    await expect(addPrice(await owner(), 'ebook', free)).rejects.toMatchObject({ field: 'amount' });
    await expect(claimFree(await newViewer(), membership)).rejects.toMatchObject({ kind: 'conflict' });
    expect(newPriceSchema.safeParse({ interval: 'once', amount: '0.5', reason: 'Too little' }).success).toBe(
      false,
    );
  });
});
