import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { loadCatalogue } from '#app/domain/core/catalogue/current.server.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { addProduct } from '#app/domain/operating/products/change-products.server.ts';
import { setPriceAmounts } from '#app/domain/operating/products/currencies.server.ts';
import { newProductSchema, priceAmountsSchema } from '#app/domain/operating/products/product-forms.ts';
import { findAfterOffer } from '#app/domain/selling/billing/after-offer.server.ts';
import { startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { withDeadline } from '#app/platform/payments/deadline.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import { shownOffer } from '#app/routes/checkout/shown-offer.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newCardMember, pay, sandbox, settled, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { newViewer, subjectsTo } from '#tests/integration/people.ts';
import { ledgerOf, newSeller } from '#tests/integration/sellers.ts';
import { startUnresponsive } from '#tests/integration/unresponsive-provider.ts';

withSandbox();

const form = (fields: Record<string, string> = {}) =>
  newProductSchema.parse({
    address: `role-${randomUUID().slice(0, 8)}`,
    name: 'Seller kit',
    noun: 'seller kit',
    kind: 'reseller',
    commission: 'all_sellers',
    amount: '27',
    interval: 'once',
    reason: 'Goes with the membership',
    offeredAfter: 'membership',
    ...fields,
  });

const owner = async () => (await newActor('owner')).actor;

async function newOffer(fields: Record<string, string> = {}): Promise<Product> {
  await prisma().product.updateMany({ data: { offeredAfter: null } });
  return productOf(await addProduct(await owner(), form(fields))) as Product;
}

const paidBy = (userId: string, product: Product) =>
  prisma().payment.findMany({ where: { userId, product: product.key } });

describe('an offer after a purchase', () => {
  it('is bought with one press by who pays by card, once, earned on and receipted', async () => {
    const product = await newOffer();
    const seller = await newSeller({ rate: 50 });
    const viewer = await newCardMember();
    await prisma().user.update({ where: { id: viewer.id }, data: { referredById: seller.id } });
    expect(await findAfterOffer(viewer, 'membership', 'usd')).toMatchObject({
      product: { key: product.key },
      isOneClick: true,
    });
    const presses = await Promise.allSettled([
      startPurchase(viewer, product, 'saved_card'),
      startPurchase(viewer, product, 'saved_card'),
    ]);
    expect(presses.some(({ status }) => status === 'fulfilled')).toBe(true);
    await settled();
    await expect(startPurchase(viewer, product, 'saved_card')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await paidBy(viewer.id, product)).toMatchObject([
      { amountCents: 2_700, kind: 'one_time', status: 'paid', hasReceipt: true },
    ]);
    expect(await isEntitled(viewer.id, 'reseller')).toBe(true);
    expect(await ledgerOf(seller.id)).toEqual(['earning 1350']);
    expect(await subjectsTo(viewer.email)).toContain('You have bought Seller kit');
    expect(await findAfterOffer(viewer, 'membership', 'usd')).toBeNull();
  });

  it('takes nothing from a card that is refused, and can still be paid at the checkout', async () => {
    const product = await newOffer();
    const viewer = await newCardMember();
    const { providerSubscriptionId } = await prisma().subscription.findFirstOrThrow({
      where: { userId: viewer.id },
    });
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(providerSubscriptionId);
    await databasePool().query(
      `UPDATE sandbox.objects SET data = data || '{"sandbox_behaviour":"attaches_only"}' WHERE id = $1`,
      [method],
    );
    await expect(startPurchase(viewer, product, 'saved_card')).rejects.toThrow('Your card was declined');
    await settled();
    expect(await paidBy(viewer.id, product)).toEqual([]);
    expect((await startPurchase(viewer, product, 'card_form')).clientSecret).toBeTruthy();
  });

  it('is asked anew of a card that was refused before', async () => {
    const product = await newOffer();
    const viewer = await newCardMember();
    const { providerSubscriptionId } = await prisma().subscription.findFirstOrThrow({
      where: { userId: viewer.id },
    });
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(providerSubscriptionId);
    const behave = (behaviour: string) =>
      databasePool().query(
        `UPDATE sandbox.objects SET data = data || jsonb_build_object('sandbox_behaviour', $2::text) WHERE id = $1`,
        [method, behaviour],
      );
    await behave('attaches_only');
    await expect(startPurchase(viewer, product, 'saved_card')).rejects.toThrow('Your card was declined');
    await behave('pays');
    await startPurchase(viewer, product, 'saved_card');
    await settled();
    expect(await paidBy(viewer.id, product)).toMatchObject([{ amountCents: 2_700, status: 'paid' }]);
  });

  it('is paid once by presses in two minutes, neither of which had an answer in time', async () => {
    const product = await newOffer();
    const viewer = await newCardMember();
    const { customerId } = await prisma().providerCustomer.findFirstOrThrow({ where: { userId: viewer.id } });
    const standIn = await startUnresponsive(
      sandbox.apiPort,
      ({ method, path }) => method === 'POST' && path === '/v1/payment_intents',
    );
    connectPayments(standIn.port, { ...config().stripe, retries: 0 });
    const press = async (at: Date) => {
      const deadline = new AbortController();
      const start = () => withDeadline(deadline.signal, () => startPurchase(viewer, product, 'saved_card'));
      const told = expect(withClock(() => at, start)).rejects.toMatchObject({ kind: 'unavailable' });
      await standIn.untilHeld();
      deadline.abort();
      await told;
    };
    try {
      const pressedAt = new Date();
      await press(pressedAt);
      await press(new Date(pressedAt.getTime() + 60_000));
      expect(new Set(standIn.calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      await standIn.answer();
      await settled();
      const { data } = await stripe.paymentIntents.list({ customer: customerId });
      expect(data.filter(({ amount }) => amount === 2_700)).toHaveLength(1);
      expect(await paidBy(viewer.id, product)).toMatchObject([{ amountCents: 2_700, status: 'paid' }]);
    } finally {
      await standIn.stop();
      connectPayments(sandbox.apiPort);
    }
  });

  it('costs what its button says, whatever code the address carries', async () => {
    const product = await newOffer();
    const viewer = await newCardMember();
    await startPurchase(viewer, product, 'saved_card', { code: 'HALF', percentOff: 50, providerId: null });
    await settled();
    expect(
      await prisma().purchase.findFirst({ where: { userId: viewer.id, product: product.key } }),
    ).toMatchObject({
      amountCents: 2_700,
      status: 'paid',
    });
  });

  it('is in the currency of its buyer’s subscription, which the saved card pays as the button says', async () => {
    const product = await newOffer();
    const actor = await owner();
    const euros = (price: string, eur: string) =>
      priceAmountsSchema.parse({ price, reason: 'For Europe', eur });
    await setPriceAmounts(actor, product.productKey, euros(product.key, '25'));
    await setPriceAmounts(actor, 'membership', euros('membership', '45'));
    const viewer = await newViewer();
    const membershipInEuros = inCurrency(productOf('membership') as Product, 'eur') as Product;
    await pay(String((await startPurchase(viewer, membershipInEuros, 'card_form')).clientSecret));
    const offer = await findAfterOffer(viewer, 'membership', 'usd');
    expect(offer).toMatchObject({ isOneClick: true, product: { amountCents: 2_500, currency: 'eur' } });
    expect(offer && shownOffer(offer, false)).toMatchObject({
      price: '€25',
      checkout: expect.stringMatching(/currency=eur$/),
    });
    await startPurchase(viewer, offer?.product as Product, 'saved_card');
    await settled();
    expect(
      await prisma().payment.findMany({ where: { userId: viewer.id, product: product.key } }),
    ).toMatchObject([{ amountCents: 2_500, currency: 'eur' }]);
    // Who pays nothing by card yet is offered it in the currency they have chosen, if it is sold in that.
    const other = await newViewer();
    expect(await findAfterOffer(other, 'membership', 'eur')).toMatchObject({
      isOneClick: false,
      product: { currency: 'eur' },
    });
    expect(await findAfterOffer(other, 'membership', 'cad')).toMatchObject({ product: { currency: 'usd' } });
    await prisma().price.deleteMany({ where: { currency: { not: 'usd' } } });
    await loadCatalogue();
  });

  it('leads everyone else to the checkout, and is of what is paid once', async () => {
    const product = await newOffer();
    const viewer = await newViewer();
    expect(await findAfterOffer(viewer, 'membership', 'usd')).toMatchObject({ isOneClick: false });
    expect(await findAfterOffer(viewer, 'ebook', 'usd')).toBeNull();
    await expect(startPurchase(viewer, product, 'saved_card')).rejects.toThrow('no card of yours');
    const wrong: Record<string, string>[] = [
      { kind: 'everything', interval: 'month' },
      { offeredAfter: 'nothing_such' },
    ];
    for (const fields of wrong)
      await expect(addProduct(await owner(), form(fields))).rejects.toMatchObject({ field: 'offeredAfter' });
  });
});
