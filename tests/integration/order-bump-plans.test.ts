import { randomUUID } from 'node:crypto';
import { RouterContextProvider } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { membership, productOf, withSeats } from '#app/domain/core/catalogue/products.ts';
import { addProduct } from '#app/domain/operating/products/change-products.server.ts';
import { newProductSchema } from '#app/domain/operating/products/product-forms.ts';
import { findAfterOffer } from '#app/domain/selling/billing/after-offer.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { refundPart } from '#app/domain/selling/billing/undo.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { loader } from '#app/routes/checkout/checkout.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import {
  atStripe,
  card,
  confirmPayment,
  pay,
  payHosted,
  renew,
  rowOf,
  sandbox,
  settled,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';
import { doQueued } from '#tests/integration/queued-jobs.ts';

withSandbox();

afterEach(async () => {
  await prisma().product.updateMany({ data: { bumpFor: null } });
});

async function add(fields: Record<string, string>): Promise<Product> {
  const { actor } = await newActor('owner');
  const id = randomUUID().slice(0, 8);
  const form = newProductSchema.parse({
    address: `kit-${id}`,
    noun: 'kit',
    commission: 'all_sellers',
    reason: 'Asked for',
    ...fields,
  });
  return productOf(await addProduct(actor, form)) as Product;
}

const newBump = (bumpFor: string, fields: Record<string, string> = {}) =>
  add({ name: 'Seller kit', kind: 'reseller', amount: '19', interval: 'once', bumpFor, ...fields });

/** Part of the library in three payments of $49. */
const newPlan = () =>
  add({
    name: 'SEO bundle',
    kind: 'selection',
    guides: 'on',
    amount: '49',
    interval: 'installments',
    installments: '3',
  });

/** A team at $30 a seat each month. */
const newTeam = () =>
  add({
    name: 'Team membership',
    kind: 'team',
    minSeats: '2',
    maxSeats: '50',
    amount: '30',
    interval: 'month',
  });

const tick = ({ key, amountCents }: Product) => ({ key, amountCents });

const paymentsOf = async ({ id: userId }: Viewer) =>
  (
    await prisma().payment.findMany({
      where: { userId },
      orderBy: [{ paidAt: 'asc' }, { amountCents: 'desc' }],
    })
  ).map(({ product, amountCents, installment, hasReceipt }) => ({
    product,
    amountCents,
    installment,
    hasReceipt,
  }));

async function checkoutAt(viewer: Viewer, search: string) {
  const url = new URL(`http://localhost/checkout?${search}`);
  const context = new RouterContextProvider();
  context.set(memberContext, viewer);
  const args = { request: new Request(url), url, context, params: {} } as unknown as Parameters<
    typeof loader
  >[0];
  const { data } = (await loader(args)) as Extract<Awaited<ReturnType<typeof loader>>, { data: unknown }>;
  return { form: data.form, html: data.parts.summary.html ?? '' };
}

describe('an order bump beside installments', () => {
  it('is paid once with the first of them, by the form and by the page of the provider', async () => {
    const inThree = await newPlan();
    const bump = await newBump(inThree.productKey);
    for (const way of ['card_form', 'card_page'] as const) {
      const viewer = await newViewer();
      if (way === 'card_page') await payHosted(await openPaymentPage(viewer, inThree, way, null, tick(bump)));
      else {
        const { clientSecret } = await startPurchase(viewer, inThree, way, null, tick(bump));
        await pay(String(clientSecret));
      }
      await doQueued('settle-installments');
      await settled();
      const first = { product: inThree.key, amountCents: 4_900, hasReceipt: true };
      expect(await paymentsOf(viewer)).toEqual([
        { ...first, installment: 1 },
        { product: bump.key, amountCents: 1_900, installment: null, hasReceipt: true },
      ]);
      expect(await rowOf(viewer.id)).toMatchObject({ amount: 4_900, installmentsTaken: 1, heldReason: null });
      expect(await isEntitled(viewer.id, 'reseller')).toBe(true);
      await renew(viewer.id);
      await renew(viewer.id);
      await doQueued('settle-installments');
      await settled();
      expect((await paymentsOf(viewer)).map(({ product, installment }) => [product, installment])).toEqual(
        expect.arrayContaining([
          [bump.key, null],
          [inThree.key, 1],
          [inThree.key, 2],
          [inThree.key, 3],
        ]),
      );
      expect(await paymentsOf(viewer)).toHaveLength(4);
      expect((await rowOf(viewer.id)).paidOffAt).not.toBeNull();
      expect((await atStripe(viewer.id)).status).toBe('canceled');
      expect(await isEntitled(viewer.id, 'reseller')).toBe(true);
    }
  });

  it('goes back by itself, and leaves the installments alone', async () => {
    const inThree = await newPlan();
    const bump = await newBump(inThree.productKey);
    const viewer = await newViewer();
    const { clientSecret } = await startPurchase(viewer, inThree, 'card_form', null, tick(bump));
    await pay(String(clientSecret));
    const { providerPaymentId: paymentId } = await prisma().payment.findFirstOrThrow({
      where: { userId: viewer.id, product: bump.key },
    });
    await refundPart({
      provider: 'stripe',
      paymentId: String(paymentId),
      amountCents: 1_900,
      currency: 'usd',
      key: randomUUID(),
    });
    await settled();
    expect(await isEntitled(viewer.id, 'reseller')).toBe(false);
    expect(await rowOf(viewer.id)).toMatchObject({
      status: 'active',
      installmentsTaken: 1,
      isRefunded: false,
    });
  });

  it('is in the total, the button and the sum of all payments', async () => {
    const inThree = await newPlan();
    const bump = await newBump(inThree.productKey);
    const { form, html } = await checkoutAt(
      await newViewer(),
      `product=${inThree.slug}&add=${bump.key}&add_for=1900`,
    );
    expect(form.priceLabel).toBe('$68 today, with the first of 3 monthly payments of $49');
    expect(html).toContain('$68 today, then $49 each month until all 3 payments are made: $166 in all.');
  });
});

describe('an order bump beside a team', () => {
  it('is paid once, however many seats there are, which stay as they are where it is added', async () => {
    const team = await newTeam();
    const bump = await newBump(team.productKey);
    const viewer = await newViewer();
    const { form, html } = await checkoutAt(
      viewer,
      `product=${team.slug}&seats=3&add=${bump.key}&add_for=1900`,
    );
    expect(form.priceLabel).toBe('$109 today, then $90/month');
    expect(html.match(/name="seats" value="3"/g)).toHaveLength(3);
    expect(html.match(new RegExp(`name="add" value="${bump.key}"`, 'g'))).toHaveLength(2);
    const { clientSecret } = await startPurchase(viewer, withSeats(team, 3), 'card_form', null, tick(bump));
    await pay(String(clientSecret));
    expect(await paymentsOf(viewer)).toMatchObject([
      { product: team.key, amountCents: 9_000 },
      { product: bump.key, amountCents: 1_900 },
    ]);
    expect(await rowOf(viewer.id)).toMatchObject({ amount: 9_000, quantity: 3, heldReason: null });
    await renew(viewer.id);
    expect(
      (await paymentsOf(viewer)).map(({ amountCents }) => amountCents).toSorted((a, b) => a - b),
    ).toEqual([1_900, 9_000, 9_000]);
  });
});

describe('after a purchase that it was added to', () => {
  /** Delivers what is told of subscriptions, and holds everything else back. */
  async function hearOfSubscriptions(): Promise<void> {
    // What is on its way already is refused first.
    await sandbox.deliverDue();
    await databasePool().query(
      `UPDATE sandbox.deliveries d SET due_at =
         CASE WHEN o.data ->> 'type' LIKE 'customer.subscription.%' THEN now() ELSE now() + interval '1 hour' END
       FROM sandbox.objects o WHERE o.id = d.event_id`,
    );
    webhooks.areTaken = true;
    await sandbox.deliverDue();
  }

  it.each(['card_form', 'card_page'] as const)(
    'is not offered while only the subscription is known, paid by the %s',
    async (way) => {
      const bump = await newBump('membership');
      const viewer = await newViewer();
      webhooks.areTaken = false;
      if (way === 'card_form')
        await confirmPayment(
          String((await startPurchase(viewer, membership, way, null, tick(bump))).clientSecret),
        );
      else {
        const page = await openPaymentPage(viewer, membership, way, null, tick(bump));
        await fetch(page, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
      }
      await hearOfSubscriptions();
      expect(await rowOf(viewer.id)).toMatchObject({ status: 'active' });
      expect(await paymentsOf(viewer)).toEqual([]);
      expect(await findAfterOffer(viewer, 'membership', 'usd')).toBeNull();
      await settled();
      expect(await isEntitled(viewer.id, 'reseller')).toBe(true);
      expect(await prisma().purchase.findMany({ where: { userId: viewer.id } })).toMatchObject([
        { product: bump.key, status: 'paid', amountCents: 1_900 },
      ]);
      expect(await findAfterOffer(viewer, 'membership', 'usd')).toBeNull();
    },
  );

  it('is offered where its buyer began so and has paid without it', async () => {
    const bump = await newBump('membership');
    const viewer = await newViewer();
    await startPurchase(viewer, membership, 'card_form', null, tick(bump));
    await pay(String((await startPurchase(viewer, membership, 'card_form')).clientSecret));
    expect(await findAfterOffer(viewer, 'membership', 'usd')).toMatchObject({
      product: { key: bump.key },
      isOneClick: true,
    });
  });
});

describe('after a purchase that it was not added to', () => {
  it('is offered by itself, until its buyer has it', async () => {
    const bump = await newBump('ebook');
    const viewer = await newViewer();
    expect(await findAfterOffer(viewer, 'ebook', 'usd')).toMatchObject({
      product: { key: bump.key },
      isOneClick: false,
    });
    expect(await findAfterOffer(viewer, 'membership', 'usd')).toBeNull();
    const { clientSecret } = await startPurchase(viewer, bump, 'card_form');
    await pay(String(clientSecret));
    expect(await findAfterOffer(viewer, 'ebook', 'usd')).toBeNull();
  });

  it('is not offered to anybody once it is sold out', async () => {
    const bump = await newBump('ebook', { stock: '1' });
    const [viewer, other] = [await newViewer(), await newViewer()];
    expect(await findAfterOffer(other, 'ebook', 'usd')).toMatchObject({ product: { key: bump.key } });
    await pay(String((await startPurchase(viewer, bump, 'card_form')).clientSecret));
    expect(await findAfterOffer(other, 'ebook', 'usd')).toBeNull();
  });
});
