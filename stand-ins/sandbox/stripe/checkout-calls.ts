import type { SandboxObject } from '#stand-ins/sandbox/store.ts';
import {
  firstPrice,
  firstQuantity,
  onceBought,
  refuseInactive,
} from '#stand-ins/sandbox/stripe/catalogue-calls.ts';
import { reductionsIn } from '#stand-ins/sandbox/stripe/coupons.ts';
import { asMetadata, type Call, create, type Endpoint, find } from '#stand-ins/sandbox/stripe/endpoint.ts';
import { refuseOtherCurrency } from '#stand-ins/sandbox/stripe/lifecycle.ts';
import { pageOf, pageParams } from '#stand-ins/sandbox/stripe/listing.ts';
import { ApiError, asRecord, flag, type Params, required } from '#stand-ins/sandbox/stripe/parameters.ts';
import { expireSession } from '#stand-ins/sandbox/stripe/payment.ts';
import { takesCards } from '#stand-ins/sandbox/stripe/payment-calls.ts';
import { countTotals, linesOf } from '#stand-ins/sandbox/stripe/session-totals.ts';
import { countryOf } from '#stand-ins/sandbox/stripe/tax.ts';

/** A hosted checkout is open for a day. */
const secondsToPay = 24 * 3600;

/** @throws {ApiError} when a hosted checkout's mode is none, or not that of what it sells. */
function checkMode(params: Params, price: SandboxObject): void {
  const { mode } = params;
  if (mode !== 'subscription' && mode !== 'payment')
    throw new ApiError(400, 'parameter_invalid', 'Invalid mode.', 'mode');
  if (mode === 'payment' && price.recurring)
    throw new ApiError(
      400,
      'parameter_invalid',
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'mode',
    );
  if (mode === 'subscription' && !price.recurring)
    throw new ApiError(
      400,
      'parameter_invalid',
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    );
  const foreign = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (params[foreign] !== undefined)
    throw new ApiError(
      400,
      'parameter_invalid',
      `You can not pass \`${foreign}\` in \`${mode}\` mode.`,
      foreign,
    );
}

/** @throws {ApiError} where tax is asked for, and it cannot be told where the customer is, or whether it is in the price */
function checkTax(params: Params, customer: SandboxObject, price: SandboxObject): void {
  const updates = asRecord(params.customer_update);
  const { enabled: takesIds } = asRecord(params.tax_id_collection);
  if (takesIds === 'true' && updates.name !== 'auto')
    throw new ApiError(
      400,
      undefined,
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      'tax_id_collection',
    );
  if (asRecord(params.automatic_tax).enabled !== 'true') return;
  if (!countryOf(customer) && updates.address !== 'auto')
    throw new ApiError(
      400,
      'customer_tax_location_invalid',
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      'automatic_tax',
    );
  if (price.tax_behavior === 'unspecified')
    throw new ApiError(
      400,
      undefined,
      `The price ${price.id} has no \`tax_behavior\` set. You must specify a \`tax_behavior\` to use automatic tax.`,
      'automatic_tax',
    );
}

/** The coupon or the code that a checkout begins with. @throws {ApiError} beside a box for codes, or for one that is none */
async function reductionsOf({ store, params }: Call, currency: unknown): Promise<object[]> {
  const { discounts, allow_promotion_codes } = params;
  if (discounts === undefined) return [];
  if (allow_promotion_codes !== undefined)
    throw new ApiError(
      400,
      'parameter_invalid',
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      'allow_promotion_codes',
    );
  return reductionsIn(store, discounts, currency);
}

async function createSession(call: Call): Promise<SandboxObject> {
  const { store, params, publicBase } = call;
  const customer = await find(store, 'customer', required(params, 'customer'), 'customer');
  const price = await firstPrice(store, params.line_items, 'line_items');
  const added = await onceBought(
    store,
    Array.isArray(params.line_items) ? params.line_items.slice(1) : [],
    'line_items[1]',
  );
  if (added && added.currency !== price.currency)
    throw new ApiError(400, 'parameter_invalid', 'All prices must have the same currency.', 'line_items');
  checkMode(params, price);
  takesCards(params);
  refuseInactive(price, 'line_items[0][price]');
  checkTax(params, customer, price);
  if (params.mode === 'subscription') await refuseOtherCurrency(store, customer.id, price.currency);
  const { allow_promotion_codes: codes, payment_method_collection: collection, automatic_tax } = params;
  if (collection !== undefined && params.mode !== 'subscription')
    throw new ApiError(
      400,
      'parameter_invalid',
      'You can only set `payment_method_collection` if there are recurring prices.',
      'payment_method_collection',
    );
  const isTaxed =
    automatic_tax !== undefined && flag(asRecord(automatic_tax).enabled, 'automatic_tax[enabled]');
  const session = await create(store, 'cs_test', 'checkout.session', {
    mode: params.mode,
    status: 'open',
    payment_status: 'unpaid',
    customer: customer.id,
    allow_promotion_codes: codes === undefined ? null : flag(codes, 'allow_promotion_codes'),
    automatic_tax: { enabled: isTaxed, liability: null, status: isTaxed ? 'requires_location_inputs' : null },
    currency: price.currency,
    success_url: required(params, 'success_url'),
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    discounts: await reductionsOf(call, price.currency),
    metadata: asMetadata(params.metadata),
    payment_method_collection: collection ?? (params.mode === 'subscription' ? 'always' : 'if_required'),
    invoice: null,
    subscription: null,
    payment_intent: null,
    setup_intent: null,
    expires_at: store.now + secondsToPay,
    sandbox_price: price.id,
    sandbox_added: added?.id ?? null,
    sandbox_quantity: firstQuantity(params.line_items, 'line_items'),
    sandbox_subscription_metadata: asMetadata(asRecord(params.subscription_data).metadata),
    sandbox_intent_metadata: asMetadata(asRecord(params.payment_intent_data).metadata),
  });
  session.url = `${publicBase}/sandbox/checkout/${session.id}`;
  await countTotals(store, session);
  await store.schedule(store.now + secondsToPay, 'stripe.expire-session', session.id);
  return session;
}

/** Hosted checkouts. */
export const checkoutCalls: readonly Endpoint[] = [
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    takes: [
      'mode',
      'customer',
      'line_items.price',
      'line_items.quantity',
      'success_url',
      'cancel_url',
      'client_reference_id',
      'metadata.*',
      'subscription_data.metadata.*',
      'allowed_payment_method_types',
      'payment_intent_data.metadata.*',
      'allow_promotion_codes',
      'discounts.coupon',
      'discounts.promotion_code',
      'automatic_tax.enabled',
      'billing_address_collection',
      'tax_id_collection.enabled',
      'customer_update.address',
      'customer_update.name',
      'payment_method_collection',
    ],
    run: createSession,
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'checkout.session', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/line_items$/,
    takes: ['limit'],
    async run({ store, id }) {
      const session = await find(store, 'checkout.session', id);
      const data = (await linesOf(store, session)).map((line, index) => ({
        id: `li_${session.id}_${index}`,
        object: 'item',
        ...line,
      }));
      return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${session.id}/line_items` };
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    takes: [],
    async run({ store, id }) {
      const session = await find(store, 'checkout.session', id);
      if (session.status !== 'open')
        throw new ApiError(
          400,
          undefined,
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${String(session.status)}.`,
        );
      await expireSession(store, session);
      return session;
    },
  },
  // Found again by what they led to.
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions$/,
    takes: ['payment_intent', 'subscription', 'customer', 'status', ...pageParams],
    run: ({ store, params }) =>
      pageOf(store, {
        url: '/v1/checkout/sessions',
        kind: 'checkout.session',
        params,
        by: ['payment_intent', 'subscription', 'customer', 'status'],
      }),
  },
];
