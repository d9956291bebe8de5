import { randomUUID } from 'node:crypto';
import { RouterContextProvider } from 'react-router';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { ebook, membership, productOf } from '#app/domain/core/catalogue/products.ts';
import { addProduct } from '#app/domain/operating/products/change-products.server.ts';
import { newProductSchema } from '#app/domain/operating/products/product-forms.ts';
import { findBump } from '#app/domain/selling/billing/order-bump.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { refundPart, refundPayment } from '#app/domain/selling/billing/undo.server.ts';
import { makeOperatorCode, type OperatorCode } from '#app/domain/selling/promotions/making.server.ts';
import { reconcilePayments } from '#app/domain/selling/reconciliation/reconcile.server.ts';
import { listRuns } from '#app/domain/selling/reconciliation/runs.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import type { Promotion } from '#app/platform/payments/port.ts';
import { action, loader } from '#app/routes/checkout/checkout.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import {
  daysPass,
  forgetEvents,
  loseWebhooks,
  pay,
  payHosted,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { newSale, secondsAfter } from '#tests/integration/facts.ts';
import { newUser, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { doQueued, takeQueued } from '#tests/integration/queued-jobs.ts';
import { ledgerOf, newSeller } from '#tests/integration/sellers.ts';

withSandbox();

const settings = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' };

const form = (fields: Record<string, string> = {}) =>
  newProductSchema.parse({
    address: `kit-${randomUUID().slice(0, 8)}`,
    name: 'Seller kit',
    noun: 'seller kit',
    kind: 'reseller',
    commission: 'all_sellers',
    amount: '19',
    interval: 'once',
    reason: 'Goes with it',
    bumpFor: 'membership',
    ...fields,
  });

let owner: Awaited<ReturnType<typeof newActor>>['actor'];
beforeAll(async () => {
  owner = (await newActor('owner')).actor;
});
afterEach(async () => {
  await prisma().product.updateMany({ data: { bumpFor: null } });
});

const newBump = async (fields: Record<string, string> = {}) =>
  productOf(await addProduct(owner, form(fields))) as Product;

const tick = ({ key, amountCents }: Product) => ({ key, amountCents });

const paymentsOf = (userId: string) =>
  prisma().payment.findMany({ where: { userId }, orderBy: { amountCents: 'desc' } });

const statusOf = async (userId: string, product: Product) =>
  (await prisma().purchase.findFirst({ where: { userId, product: product.key } }))?.status;

describe('an order bump beside a subscription', () => {
  it('is a line of its own in one payment by the card form: receipt, commission, fee and refund', async () => {
    const bump = await newBump();
    const seller = await newSeller({ rate: 50 });
    const viewer = await newViewer();
    await prisma().user.update({ where: { id: viewer.id }, data: { referredById: seller.id } });
    expect(await findBump(viewer, membership)).toMatchObject({ key: bump.key });
    const begin = () => startPurchase(viewer, membership, 'card_form', null, tick(bump));
    const { clientSecret } = await begin();
    expect((await begin()).clientSecret).toBe(clientSecret);
    const intent = await stripe.paymentIntents.retrieve(String(clientSecret).split('_secret')[0] ?? '');
    expect(intent.amount).toBe(4_700 + 1_900);
    await pay(String(clientSecret));
    const [main, added] = await paymentsOf(viewer.id);
    expect(main).toMatchObject({
      amountCents: 4_700,
      product: 'membership',
      hasReceipt: true,
      kind: 'period',
    });
    expect(added).toMatchObject({
      amountCents: 1_900,
      product: bump.key,
      kind: 'one_time',
      hasReceipt: true,
      feeCents: 0,
      subscriptionId: null,
      providerPaymentId: `${main?.providerPaymentId}/${bump.key}`,
    });
    expect(await isEntitled(viewer.id, 'reseller')).toBe(true);
    expect((await ledgerOf(seller.id)).toSorted()).toEqual(['earning 2350', 'earning 950']);
    expect(await subjectsTo(viewer.email)).toContain('You have bought Seller kit');
    // Not offered again, and a page that is still open is told so.
    expect(await findBump(viewer, membership)).toBeNull();

    // What an operator refunds of it leaves the membership alone.
    const id = String(added?.providerPaymentId);
    await refundPart({ provider: 'stripe', paymentId: id, amountCents: 400, currency: 'usd', key: 'a' });
    await settled();
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountRefundedCents: 0, status: 'paid' },
      { amountRefundedCents: 400, status: 'partially_refunded' },
    ]);
    for (const _ of [1, 2]) await refundPayment({ provider: 'stripe', providerPaymentId: id });
    await settled();
    expect(await paymentsOf(viewer.id)).toMatchObject([{ status: 'paid' }, { status: 'refunded' }]);
    expect(await isEntitled(viewer.id, 'reseller')).toBe(false);
    expect(await isEntitled(viewer.id, 'membership')).toBe(true);
    await doQueued('record-fee');
    const ofLine = await prisma().paymentRefund.findMany({ where: { paymentId: String(added?.id) } });
    expect(ofLine.map(({ feeCents }) => feeCents)).toEqual([0, 0]);
    const charge = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(charge.amount_received).toBe(6_600);
    const refunds = await stripe.refunds.list({ payment_intent: intent.id });
    expect(refunds.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(1_900);
  });

  it('is on the page of the provider too, and is told by its line with tax on top', async () => {
    connectPayments(sandbox.apiPort, { ...settings, collectsTax: true });
    const bump = await newBump();
    const viewer = await newViewer();
    const address = await openPaymentPage(viewer, membership, 'card_page', null, tick(bump));
    expect(await (await fetch(address)).text()).toContain('Seller kit');
    await payHosted(address, { step: 'address', country: 'DE', postal_code: '10115' });
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountCents: 5_593, taxCents: 893, product: 'membership' },
      { amountCents: 2_261, taxCents: 361, product: bump.key },
    ]);
    expect(await statusOf(viewer.id, bump)).toBe('paid');
    // All of it given back at the provider goes back from both.
    const [main] = await paymentsOf(viewer.id);
    await stripe.refunds.create({ payment_intent: String(main?.providerPaymentId) });
    await settled();
    expect(await paymentsOf(viewer.id)).toMatchObject([{ status: 'refunded' }, { status: 'refunded' }]);
  });

  it('leaves what the guarantee gives back to the membership alone, and goes with both in a dispute', async () => {
    const bump = await newBump();
    const viewer = await newViewer();
    await payHosted(await openPaymentPage(viewer, membership, 'card_page', null, tick(bump)));
    const [main] = await paymentsOf(viewer.id);
    await refundPayment({ provider: 'stripe', providerPaymentId: String(main?.providerPaymentId) });
    await settled();
    expect(await paymentsOf(viewer.id)).toMatchObject([{ status: 'refunded' }, { status: 'paid' }]);
    const other = await newViewer();
    const address = await openPaymentPage(other, membership, 'card_page', null, tick(bump));
    const body = new URLSearchParams({ number: '4000 0000 0000 0259', expiry: '12 / 34', cvc: '123' });
    await fetch(address, { method: 'POST', body, redirect: 'manual' });
    await settled();
    await daysPass(1);
    expect((await paymentsOf(other.id)).map(({ status }) => status)).toEqual(['disputed', 'disputed']);
  });
});

/** A promotion as the checkout has it: 20 % off the first payment, by a code of the operator's or of an affiliate's. */
const promotion = (fields: Partial<Promotion> = {}): Promotion => ({
  code: 'SPRING20',
  percentOff: 20,
  isSiteOnly: true,
  providerId: null,
  ...fields,
});

describe('a promotion code beside an order bump', () => {
  it.each([
    ['a percentage of the operator’s', {}],
    ['a code of an affiliate’s', { code: 'AFFILIATE20', isSiteOnly: false }],
    ['an amount', { percentOff: 0, amountOffCents: 940 }],
  ])('takes nothing off what was added, by the form: %s', async (_, fields) => {
    const bump = await newBump();
    const seller = await newSeller({ rate: 50 });
    const viewer = await newViewer();
    await prisma().user.update({ where: { id: viewer.id }, data: { referredById: seller.id } });
    const begin = () => startPurchase(viewer, membership, 'card_form', promotion(fields), tick(bump));
    const { clientSecret } = await begin();
    expect((await begin()).clientSecret).toBe(clientSecret);
    await pay(String(clientSecret));
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountCents: 3_760, product: 'membership', hasReceipt: true },
      { amountCents: 1_900, product: bump.key, hasReceipt: true },
    ]);
    expect((await ledgerOf(seller.id)).toSorted()).toEqual(['earning 1880', 'earning 950']);
    expect(await prisma().subscription.findFirst({ where: { userId: viewer.id } })).toMatchObject({
      status: 'active',
      heldReason: null,
      amount: 4_700,
    });
    const [main] = await paymentsOf(viewer.id);
    await refundPayment({ provider: 'stripe', providerPaymentId: String(main?.providerPaymentId) });
    await settled();
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { status: 'refunded', amountRefundedCents: 3_760 },
      { status: 'paid', amountRefundedCents: 0 },
    ]);
    await takeQueued('end-subscription');
  });

  it('takes nothing off it on the page of the provider, with tax on top, either', async () => {
    connectPayments(sandbox.apiPort, { ...settings, collectsTax: true });
    const bump = await newBump();
    const viewer = await newViewer();
    const address = await openPaymentPage(viewer, membership, 'card_page', promotion(), tick(bump));
    await payHosted(address, { step: 'address', country: 'DE', postal_code: '10115' });
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountCents: 3_760 + 714, taxCents: 714, product: 'membership' },
      { amountCents: 2_261, taxCents: 361, product: bump.key },
    ]);
  });

  it('goes with what is paid once, by the form and by the page of the provider', async () => {
    const bump = await newBump({ bumpFor: 'ebook' });
    const half = promotion({ code: 'HALF', percentOff: 50 });
    const [viewer, other] = [await newViewer(), await newViewer()];
    const { clientSecret } = await startPurchase(viewer, ebook, 'card_form', half, tick(bump));
    await pay(String(clientSecret));
    await payHosted(await openPaymentPage(other, ebook, 'card_page', half, tick(bump)));
    for (const { id } of [viewer, other]) {
      expect(await paymentsOf(id)).toMatchObject([
        { amountCents: 1_900, product: bump.key },
        { amountCents: 350, product: 'ebook' },
      ]);
      expect([await statusOf(id, ebook), await statusOf(id, bump)]).toEqual(['paid', 'paid']);
    }
  });

  it('is refused where it leaves nothing to pay, and nothing is charged', async () => {
    const bump = await newBump();
    const free = promotion({ percentOff: 100 });
    await expect(
      startPurchase(await newViewer(), membership, 'card_form', free, tick(bump)),
    ).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('free') });
  });
});

describe('a refund of what was added alone', () => {
  it('is applied by the reconciliation where no webhook told of it, once and without a complaint', async () => {
    const bump = await newBump();
    const viewer = await newViewer();
    await payHosted(await openPaymentPage(viewer, membership, 'card_page', null, tick(bump)));
    const [main, added] = await paymentsOf(viewer.id);
    const refund = { payment_intent: String(main?.providerPaymentId), amount: Number(added?.amountCents) };
    let refundId = '';
    await loseWebhooks(async () => {
      refundId = (await stripe.refunds.create(refund)).id;
    });
    await forgetEvents();
    const notesOfRun = async () => {
      // PayPal is not connected here, of which it complains at the end.
      await reconcilePayments().catch(() => undefined);
      const run = (await listRuns()).find(({ provider }) => provider === 'stripe');
      return run?.notes.filter((note) => note.includes(refundId));
    };
    expect(await notesOfRun()).toEqual([`Mended refund_changed of ${refundId}.`]);
    expect(await paymentsOf(viewer.id)).toMatchObject([{ status: 'paid' }, { status: 'refunded' }]);
    expect(await notesOfRun()).toEqual([]);
  });
});

describe('a dispute of a payment with an order bump', () => {
  const newPair = async () => {
    const bump = await newBump();
    const user = await newUser();
    const sale = newSale(user.id);
    const added = { product: bump.key, amountCents: 1_900, taxCents: 0 };
    const metadata = { ...sale.metadata, bump: bump.key, bump_offer: '1900 usd once' };
    await deliverFacts([sale.created, { ...sale.paid, metadata, bump: added }, sale.linked, sale.activated]);
    const statuses = async () => (await paymentsOf(user.id)).map(({ status }) => status);
    return { user, bump, sale, statuses };
  };

  it.each([
    ['a few cents short', { amountCents: 6_300 }],
    ['in the currency of the buyer’s bank', { amountCents: 6_000, currency: 'eur' }],
    ['with the bank’s fee on top', { amountCents: 6_700 }],
  ])('is of both: %s', async (_, fields) => {
    const { user, bump, sale, statuses } = await newPair();
    await deliverFacts([sale.disputed({ ...fields, createdAt: secondsAfter(60) })]);
    expect(await statuses()).toEqual(['disputed', 'disputed']);
    await deliverFacts([sale.decided('won', { ...fields, createdAt: secondsAfter(90) })]);
    expect(await statuses()).toEqual(['paid', 'paid']);
    await deliverFacts([sale.decided('lost', { ...fields, createdAt: secondsAfter(120) })]);
    expect(await statuses()).toEqual(['charged_back', 'charged_back']);
    expect(await isEntitled(user.id, bump.gives)).toBe(false);
    await takeQueued('end-subscription');
  });

  it.each([
    ['to the cent', 1_900],
    ['a few cents short', 1_885],
  ])('is of what was added alone where that is its amount: %s', async (_, amountCents) => {
    const { user, bump, sale, statuses } = await newPair();
    const disputed = { amountCents, createdAt: secondsAfter(60) };
    await deliverFacts([sale.disputed(disputed)]);
    expect(await statuses()).toEqual(['paid', 'disputed']);
    expect(await isEntitled(user.id, 'membership')).toBe(true);
    expect(await isEntitled(user.id, bump.gives)).toBe(false);
    // Told again it changes nothing, and once it is known to be of all of it, it is.
    await deliverFacts([sale.disputed(disputed)]);
    await deliverFacts([sale.disputed({ amountCents: 6_600, createdAt: secondsAfter(70) })]);
    expect(await statuses()).toEqual(['disputed', 'disputed']);
    await deliverFacts([sale.disputed({ amountCents, createdAt: secondsAfter(80) })]);
    expect(await statuses()).toEqual(['paid', 'disputed']);
    await deliverFacts([sale.decided('lost', { amountCents, createdAt: secondsAfter(90) })]);
    expect(await statuses()).toEqual(['paid', 'charged_back']);
    expect(await takeQueued('end-subscription')).toEqual([]);
    await deliverFacts([sale.decided('won', { amountCents, createdAt: secondsAfter(120) })]);
    expect(await statuses()).toEqual(['paid', 'paid']);
    expect(await isEntitled(user.id, bump.gives)).toBe(true);
    await takeQueued('end-subscription');
  });

  it.each([
    ['to the cent', 4_700],
    ['a few cents short', 4_688],
  ])('is of what it was added to alone where that is its amount: %s', async (_, amountCents) => {
    const { user, bump, sale, statuses } = await newPair();
    await deliverFacts([sale.disputed({ amountCents, createdAt: secondsAfter(60) })]);
    expect(await statuses()).toEqual(['disputed', 'paid']);
    await deliverFacts([sale.decided('lost', { amountCents, createdAt: secondsAfter(90) })]);
    expect(await statuses()).toEqual(['charged_back', 'paid']);
    expect(await isEntitled(user.id, 'membership')).toBe(false);
    expect(await isEntitled(user.id, bump.gives)).toBe(true);
    await takeQueued('end-subscription');
  });

  it('of a part is of what it names, and leaves out what had gone back before', async () => {
    const part = await newPair();
    await deliverFacts([part.sale.disputed({ amountCents: 2_000 })]);
    expect(await part.statuses()).toEqual(['paid', 'paid']);
    const refunded = await newPair();
    await deliverFacts([refunded.sale.refunded(1_900)]);
    expect(await refunded.statuses()).toEqual(['paid', 'refunded']);
    await deliverFacts([refunded.sale.disputed({ amountCents: 4_690 })]);
    expect(await refunded.statuses()).toEqual(['disputed', 'refunded']);
    await takeQueued('end-subscription');
  });
});

async function newOperatorCode(fields: Partial<OperatorCode>): Promise<string> {
  const code = `BUMP-${randomUUID().slice(0, 6)}`.toUpperCase();
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
    ...fields,
  };
  await makeOperatorCode(commandLine, wanted, randomUUID());
  return code;
}

/** The checkout of the ebook as a viewer gets it, and what pressing its button answers. */
async function checkoutAt(viewer: Awaited<ReturnType<typeof newViewer>>, query: string) {
  const url = new URL(`/checkout?product=dmd${query}`, 'http://localhost:3000');
  const context = new RouterContextProvider();
  context.set(memberContext, viewer);
  const at = (init?: RequestInit) =>
    ({ request: new Request(url, init), context, url, params: {}, pattern: '/checkout' }) as never;
  const { data: shown, init } = await loader(at());
  return {
    shown,
    html: shown.parts.summary.html ?? '',
    status: init?.status,
    press: () => action(at({ method: 'POST' })),
  };
}

describe('the checkout with an order bump', () => {
  it('has it unticked, adds it to the total and the button, and says plainly what is stale', async () => {
    const bump = await newBump({ bumpFor: 'ebook', tagline: 'Sell it yourself.' });
    const viewer = await newViewer();
    const plain = await checkoutAt(viewer, '');
    expect(plain.html).toContain('Add Seller kit for $19');
    expect(plain.html).toContain('Sell it yourself.');
    expect(plain.html).toContain('$7 today, once.');
    expect(plain.html).not.toContain('checked=""');
    const both = await checkoutAt(viewer, `&add=${bump.key}&add_for=1900`);
    expect(both.html).toContain('$26 today, once.');
    expect(both.html).toContain('checked=""');
    expect(both.shown).toMatchObject({ wallet: null, form: { priceLabel: '$26' } });
    expect(both.shown.form.path).toContain(`add=${bump.key}&add_for=1900`);
    const pressed = (await both.press()) as Response;
    expect(pressed.status).toBe(303);
    expect(await (await fetch(String(pressed.headers.get('Location')))).text()).toContain('Pay $26.00');
    const code = await newOperatorCode({ percentOff: 50 });
    const reduced = await checkoutAt(viewer, `&add=${bump.key}&add_for=1900&code=${code}`);
    expect(reduced.html).toContain('$22.50 today, once.');
    expect(reduced.html).toContain(`name="code" value="${code}"`);
    expect(reduced.shown.form).toMatchObject({ priceLabel: '$22.50', due: '$22.50' });
    const page = ((await reduced.press()) as Response).headers.get('Location');
    expect(await (await fetch(String(page))).text()).toContain('Pay $22.50');
    const stale = await checkoutAt(viewer, `&add=${bump.key}&add_for=100`);
    expect([stale.status, stale.shown.bumpProblem]).toEqual([
      409,
      expect.stringContaining('The price of Seller kit has changed'),
    ]);
    expect(stale.html).toContain('$7 today, once.');
    expect(await stale.press()).toMatchObject({
      init: { status: 422 },
      data: { lastResult: { error: { '': [expect.stringContaining('Nothing was charged')] } } },
    });
    for (const odd of ['&add=x&add_for=', '&add=%00&add_for=1900', '&add=__proto__&add_for=1e3'])
      expect((await checkoutAt(viewer, odd)).html).toContain('$7 today, once.');
  });
});

describe('an order bump beside what is paid once', () => {
  it('is one payment of two purchases, by the form and by the page of the provider', async () => {
    const bump = await newBump({ bumpFor: 'ebook' });
    const viewer = await newViewer();
    const { id, clientSecret } = await startPurchase(viewer, ebook, 'card_form', null, tick(bump));
    // Unticked in another tab it is another payment.
    expect((await startPurchase(viewer, ebook, 'card_form')).id).not.toBe(id);
    await pay(String(clientSecret));
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountCents: 1_900, product: bump.key, providerPaymentId: `${id}/${bump.key}` },
      { amountCents: 700, product: 'ebook', providerPaymentId: id },
    ]);
    const other = await newViewer();
    await payHosted(await openPaymentPage(other, ebook, 'card_page', null, tick(bump)));
    expect((await paymentsOf(other.id)).map(({ amountCents }) => amountCents)).toEqual([1_900, 700]);
    expect(await isEntitled(other.id, 'reseller')).toBe(true);
    expect(await isEntitled(other.id, 'ebook')).toBe(true);
    connectPayments(sandbox.apiPort, { ...settings, collectsTax: true });
    const third = await newViewer();
    await payHosted(await openPaymentPage(third, ebook, 'card_page', null, tick(bump)), {
      step: 'address',
      country: 'US',
      postal_code: '10115',
    });
    expect(await paymentsOf(third.id)).toMatchObject([
      { amountCents: 2_052, taxCents: 152 },
      { amountCents: 756, taxCents: 56 },
    ]);
    connectPayments(sandbox.apiPort, settings);
  });

  it('is not taken at another price, when it is gone, owned or sold out, nor by PayPal', async () => {
    const bump = await newBump({ bumpFor: 'ebook', stock: '1' });
    const viewer = await newViewer();
    const buy = (ticked: { key: string; amountCents: number }, way: 'card_page' | 'wallet' = 'card_page') =>
      startPurchase(viewer, ebook, way, null, ticked);
    await expect(buy({ ...tick(bump), amountCents: 100 })).rejects.toThrow(
      'The price of Seller kit has changed',
    );
    await expect(buy({ key: 'membership', amountCents: 4_700 })).rejects.toThrow('no longer offered');
    await expect(buy(tick(bump), 'wallet')).rejects.toThrow();
    await payHosted(await openPaymentPage(await newViewer(), ebook, 'card_page', null, tick(bump)));
    expect(await findBump(viewer, ebook)).toBeNull();
    await expect(buy(tick(bump))).rejects.toMatchObject({ kind: 'invalid' });
    expect(await prisma().purchase.count({ where: { userId: viewer.id } })).toBe(0);
  });

  it('is paid once, beside a product that takes it', async () => {
    const wrong: Record<string, string>[] = [
      { kind: 'everything', interval: 'month' },
      { bumpFor: 'nothing_such' },
      { kind: 'selection', guides: 'on' },
    ];
    for (const fields of wrong)
      await expect(addProduct(owner, form(fields))).rejects.toMatchObject({ field: 'bumpFor' });
  });
});
