import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPaypalClient } from '#app/platform/payments/paypal/client.server.ts';
import { fake, withPaypal } from '#tests/integration/paypal-buyers.ts';

withPaypal();

type Json = Record<string, unknown>;

/** A token of the site's; the sandbox's clock may have outlived an earlier one. */
async function newToken(): Promise<string> {
  const { apiBase, clientId, clientSecret } = fake.settings;
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const given = await fetch(`${apiBase}/v1/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${credentials}` },
    body: 'grant_type=client_credentials',
  });
  return ((await given.json()) as { access_token: string }).access_token;
}

/** A call of the API, as a program makes it; a request id of its own where none is given. */
async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(path, fake.settings.apiBase), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${await newToken()}`,
      'Content-Type': 'application/json',
      'PayPal-Request-Id': randomUUID(),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Json & { details?: { issue: string }[] } };
}

const orders = '/v2/checkout/orders';
const usd = (value: string) => ({ currency_code: 'USD', value });

function orderOf(change: Json = {}) {
  const unit = {
    custom_id: 'somebody',
    invoice_id: randomUUID(),
    amount: { ...usd('7.00'), breakdown: { item_total: usd('7.00') } },
    items: [{ name: 'A book', quantity: '1', unit_amount: usd('7.00') }],
    ...change,
  };
  const experience_context = { return_url: 'https://site.example/a', cancel_url: 'https://site.example/b' };
  return {
    intent: 'CAPTURE',
    purchase_units: [unit],
    payment_source: { paypal: { experience_context } },
  };
}

/** The id of a new order. */
const begin = async (change?: Json) => String((await call(orders, orderOf(change))).body.id);

const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.details?.[0]?.issue];

describe('an order at the sandbox’s PayPal', () => {
  it('waits for the buyer, and shows all of itself when asked to', async () => {
    const minimal = await call(orders, orderOf());
    expect(minimal.status).toBe(201);
    expect(Object.keys(minimal.body).toSorted()).toEqual(['id', 'links', 'payment_source', 'status']);
    expect(minimal.body).toMatchObject({
      status: 'PAYER_ACTION_REQUIRED',
      links: expect.arrayContaining([expect.objectContaining({ rel: 'payer-action' })]),
    });
    const whole = await call(orders, orderOf(), { Prefer: 'return=representation' });
    expect(whole.body).toMatchObject({ intent: 'CAPTURE', purchase_units: [{ amount: usd('7.00') }] });
    expect((await call(`${orders}/${minimal.body.id}`)).body).toMatchObject({ id: minimal.body.id });
  });

  it.each<[string, Json, string]>([
    [
      'an amount that is not the sum of its parts',
      { amount: { ...usd('8.00'), breakdown: { item_total: usd('7.00') } } },
      'AMOUNT_MISMATCH',
    ],
    [
      'items of another sum',
      { amount: { ...usd('8.00'), breakdown: { item_total: usd('8.00') } } },
      'ITEM_TOTAL_MISMATCH',
    ],
    ['items without their sum', { amount: usd('7.00') }, 'ITEM_TOTAL_REQUIRED'],
    ['nothing to pay', { amount: usd('0.00'), items: undefined }, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['parts of a cent', { amount: usd('7.001'), items: undefined }, 'DECIMAL_PRECISION'],
    [
      'two currencies',
      { amount: { ...usd('7.00'), breakdown: { item_total: { currency_code: 'EUR', value: '7.00' } } } },
      'CURRENCY_MISMATCH',
    ],
    [
      'a currency that PayPal has not',
      { amount: { currency_code: 'XXX', value: '7.00' }, items: undefined },
      'CURRENCY_NOT_SUPPORTED',
    ],
  ])('is refused with %s', async (_, change, issue) => {
    expect(refusal(await call(orders, orderOf(change)))).toEqual([422, issue]);
  });

  it.each<[string, Json]>([
    ['a field that PayPal does not know', { colour: 'red' }],
    ['a number that is too long', { invoice_id: 'x'.repeat(128) }],
    ['no amount', { amount: undefined }],
  ])('is refused with %s', async (_, change) => {
    expect((await call(orders, orderOf(change))).status).toBe(400);
  });

  it('is refused without a page to come back to, and without a request id', async () => {
    const { payment_source: _, ...bare } = orderOf();
    expect((await call(orders, bare)).status).toBe(400);
    expect(refusal(await call(orders, orderOf(), { 'PayPal-Request-Id': '' }))).toEqual([
      400,
      'PAYPAL_REQUEST_ID_REQUIRED',
    ]);
  });

  it('is one for one request id, which takes no other words', async () => {
    const id = { 'PayPal-Request-Id': randomUUID() };
    const asked = orderOf();
    const [first, again] = [await call(orders, asked, id), await call(orders, asked, id)];
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    expect(refusal(await call(orders, orderOf(), id))).toEqual([422, 'DUPLICATE_REQUEST_ID']);
  });
});

describe('taking its money', () => {
  it('is refused before the buyer has approved, and a second time', async () => {
    const id = await begin();
    expect(refusal(await call(`${orders}/${id}/capture`, {}))).toEqual([422, 'ORDER_NOT_APPROVED']);
    await fake.approveOrder(id);
    const whole = await call(`${orders}/${id}/capture`, {}, { Prefer: 'return=representation' });
    expect(whole).toMatchObject({
      status: 201,
      body: {
        status: 'COMPLETED',
        purchase_units: [{ payments: { captures: [{ status: 'COMPLETED', amount: usd('7.00') }] } }],
      },
    });
    expect(refusal(await call(`${orders}/${id}/capture`, {}))).toEqual([422, 'ORDER_ALREADY_CAPTURED']);
    expect(refusal(await call(`${orders}/NOBODYS/capture`, {}))).toEqual([404, 'INVALID_RESOURCE_ID']);
  });

  it('is answered to a request id as the first time, a refusal too, whatever the buyer chose since', async () => {
    const id = await begin();
    await fake.approveOrder(id, 'declined');
    const key = { 'PayPal-Request-Id': randomUUID() };
    const declined = await call(`${orders}/${id}/capture`, {}, key);
    expect(refusal(declined)).toEqual([422, 'INSTRUMENT_DECLINED']);
    expect(declined.body.links).toMatchObject([{ rel: 'redirect' }]);
    await fake.approveOrder(id, 'pays');
    expect(refusal(await call(`${orders}/${id}/capture`, {}, key))).toEqual([422, 'INSTRUMENT_DECLINED']);
    expect((await call(`${orders}/${id}/capture`, {})).status).toBe(201);
  });

  it('takes the money of one number once', async () => {
    const invoice_id = randomUUID();
    const [first, second] = [await begin({ invoice_id }), await begin({ invoice_id })];
    for (const id of [first, second]) await fake.approveOrder(id);
    expect((await call(`${orders}/${first}/capture`, {})).status).toBe(201);
    expect(refusal(await call(`${orders}/${second}/capture`, {}))).toEqual([422, 'DUPLICATE_INVOICE_ID']);
  });

  it('is forgotten where nobody goes on for six hours', async () => {
    const [open, approved] = [await begin(), await begin()];
    await fake.passDays(0.2);
    await fake.approveOrder(approved);
    await fake.passDays(0.1);
    expect((await call(`${orders}/${open}`)).status).toBe(404);
    expect((await call(`${orders}/${approved}`)).status).toBe(200);
    await fake.passDays(0.3);
    expect((await call(`${orders}/${approved}`)).status).toBe(404);
  });

  it('tells what PayPal tells, in its shapes', async () => {
    await fake.take();
    const id = await begin();
    await fake.approveOrder(id);
    await fake.captureOrder(id);
    const captureId = (await fake.order(id))?.captureId ?? '';
    await fake.refund(captureId, '2.00');
    const told = (await fake.take()).map(({ type, body }) => [type, JSON.parse(body).resource]);
    expect(told).toMatchObject([
      ['CHECKOUT.ORDER.APPROVED', { id, status: 'APPROVED', purchase_units: [{ custom_id: 'somebody' }] }],
      [
        'PAYMENT.CAPTURE.COMPLETED',
        {
          id: captureId,
          final_capture: true,
          custom_id: 'somebody',
          supplementary_data: { related_ids: { order_id: id } },
          seller_receivable_breakdown: { gross_amount: usd('7.00'), paypal_fee: usd('0.73') },
        },
      ],
      ['PAYMENT.CAPTURE.REFUNDED', { status: 'COMPLETED', amount: usd('2.00') }],
    ]);
    expect((await call(`/v2/payments/captures/${captureId}`)).body.status).toBe('PARTIALLY_REFUNDED');
  });
});

describe('what is shown', () => {
  it('is what the SDK’s own types say', async () => {
    const id = await begin();
    await fake.approveOrder(id);
    const client = createPaypalClient(fake.settings);
    const captured = await client.call(({ orders: api }) =>
      api.captureOrder({ id, paypalRequestId: randomUUID(), prefer: 'return=representation', body: {} }),
    );
    const captureId = captured.result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? '';
    const refunded = await client.call(({ payments }) =>
      payments.refundCapturedPayment({ captureId, paypalRequestId: randomUUID(), body: {} }),
    );
    const refundId = refunded.result.id ?? '';
    const planId = fake.settings.planIds.PAYPAL_PLAN_ID_FREE ?? '';
    const shown = await Promise.all([
      client.call(({ orders: api }) => api.getOrder({ id })),
      client.call(({ payments }) => payments.getCapturedPayment({ captureId })),
      client.call(({ payments }) => payments.getRefund({ refundId })),
      client.call(({ subscriptions }) => subscriptions.getBillingPlan(planId)),
      client.call(({ subscriptions }) => subscriptions.listBillingPlans({ prefer: 'return=representation' })),
    ]);
    expect(shown.map(({ result }) => result)).toMatchObject([
      { id, status: 'COMPLETED', intent: 'CAPTURE' },
      { id: captureId, status: 'REFUNDED', supplementaryData: { relatedIds: { orderId: id } } },
      { id: refundId, status: 'COMPLETED', amount: { value: '7.00' } },
      { id: planId, billingCycles: [{ tenureType: 'TRIAL', totalCycles: 1 }, { tenureType: 'REGULAR' }] },
      { plans: expect.arrayContaining([expect.objectContaining({ id: planId })]) },
    ]);
  });
});

describe('plans', () => {
  const price = (value: string) => ({ fixed_price: usd(value) });
  const cycle = (tenure_type: string, sequence: number, change: Json = {}) => ({
    tenure_type,
    sequence,
    total_cycles: tenure_type === 'TRIAL' ? 1 : 0,
    frequency: { interval_unit: 'MONTH', interval_count: 1 },
    pricing_scheme: price('97.00'),
    ...change,
  });

  it('are refused without a product, a regular cycle or a price', async () => {
    const product_id = `PROD-${randomUUID()}`;
    const plan = (billing_cycles: unknown[], change: Json = {}) => ({
      product_id,
      name: 'A plan',
      billing_cycles,
      payment_preferences: {},
      ...change,
    });
    const plans = '/v1/billing/plans';
    expect((await call(plans, plan([cycle('REGULAR', 1)]))).status).toBe(404);
    const product = { id: product_id, name: 'A site', type: 'DIGITAL' };
    expect((await call('/v1/catalogs/products', product)).status).toBe(201);
    expect(refusal(await call('/v1/catalogs/products', product))[1]).toBe('DUPLICATE_RESOURCE_IDENTIFIER');
    expect((await call(plans, plan([cycle('REGULAR', 1)]))).status).toBe(201);
    expect(refusal(await call(plans, plan([cycle('TRIAL', 1)])))[1]).toBe('MISSING_REGULAR_BILLING_CYCLE');
    expect(refusal(await call(plans, plan([cycle('REGULAR', 2)])))[1]).toBe('INVALID_BILLING_CYCLE_SEQUENCE');
    const free = cycle('REGULAR', 1, { pricing_scheme: undefined });
    expect(refusal(await call(plans, plan([free])))[1]).toBe('MISSING_PRICING_SCHEME');
    expect((await call(plans, plan([], { colour: 'red' }))).status).toBe(400);
  });
});
