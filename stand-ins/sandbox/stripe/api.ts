import { need, type Store } from '#stand-ins/sandbox/store.ts';
import { afterSaleCalls } from '#stand-ins/sandbox/stripe/after-sale-calls.ts';
import { catalogueCalls } from '#stand-ins/sandbox/stripe/catalogue-calls.ts';
import { checkoutCalls } from '#stand-ins/sandbox/stripe/checkout-calls.ts';
import { couponCalls } from '#stand-ins/sandbox/stripe/coupons.ts';
import { pageOf } from '#stand-ins/sandbox/stripe/listing.ts';
import { ApiError, asRecord, type Params, refuseUnknown } from '#stand-ins/sandbox/stripe/parameters.ts';
import { paymentCalls } from '#stand-ins/sandbox/stripe/payment-calls.ts';
import { scheduleCalls } from '#stand-ins/sandbox/stripe/schedules.ts';
import { subscriptionCalls } from '#stand-ins/sandbox/stripe/subscription-calls.ts';

const endpoints = [
  ...catalogueCalls,
  ...subscriptionCalls,
  ...scheduleCalls,
  ...paymentCalls,
  ...afterSaleCalls,
  ...checkoutCalls,
  ...couponCalls,
];

/** The object of an id; what is none stays as it is. @throws {ApiError} for an id of nothing */
async function expanded(store: Store, value: unknown, path: string): Promise<unknown> {
  if (typeof value !== 'string') return value;
  const object = await store.get(value);
  if (!object)
    throw new ApiError(400, 'parameter_invalid', `This property cannot be expanded (${path}).`, 'expand');
  return structuredClone(object);
}

/** The page on which an invoice that was finalized can be paid. */
function withPage(value: unknown, publicBase: string): unknown {
  const record = asRecord(value);
  const hasPage = record.object === 'invoice' && record.status !== 'draft';
  return hasPage
    ? { ...record, hosted_invoice_url: `${publicBase}/sandbox/invoice/${String(record.id)}` }
    : value;
}

/** Puts objects in the place of ids that the caller asked to have expanded. */
async function expand(store: Store, result: unknown, paths: unknown, publicBase: string): Promise<unknown> {
  if (!Array.isArray(paths)) return result;
  const copy = structuredClone(result) as Params;
  for (const path of paths as string[]) {
    // Of each object in a list: `data.customer`.
    if (path.startsWith('data.') && Array.isArray(copy.data)) {
      const items: unknown[] = [];
      for (const item of copy.data)
        items.push(await expand(store, item, [path.slice('data.'.length)], publicBase));
      copy.data = items;
      continue;
    }
    let place = copy;
    for (const name of path.split('.')) {
      if (name === 'confirmation_secret') {
        // One that leaves nothing to pay has none.
        const intent = place.sandbox_intent ? await need(store, place.sandbox_intent) : null;
        place.confirmation_secret = intent && {
          type: 'payment_intent',
          client_secret: intent.client_secret,
        };
      } else if (name === 'payments' && place.object === 'invoice') {
        const url = `/v1/invoice_payments?invoice=${String(place.id)}`;
        const params = { invoice: place.id, limit: '10' };
        place.payments = await pageOf(store, { url, kind: 'invoice_payment', params, by: ['invoice'] });
      } else if (Array.isArray(place[name])) {
        const expandedItems: unknown[] = [];
        for (const id of place[name]) expandedItems.push(await expanded(store, id, path));
        place[name] = expandedItems;
      } else place[name] = withPage(await expanded(store, place[name], path), publicBase);
      place = asRecord(place[name]);
    }
  }
  return copy;
}

/** Answers one call of the API. @throws {ApiError} */
export async function answerCall(
  store: Store,
  method: string,
  path: string,
  params: Params,
  publicBase: string,
): Promise<unknown> {
  const endpoint = endpoints.find((candidate) => candidate.method === method && candidate.path.test(path));
  if (!endpoint) throw new ApiError(404, 'url_invalid', `Unrecognized request URL (${method}: ${path}).`);
  const { expand: paths, ...otherParams } = params;
  refuseUnknown(otherParams, endpoint.takes);
  const id = endpoint.path.exec(path)?.[1] ?? '';
  return expand(store, await endpoint.run({ store, id, params: otherParams, publicBase }), paths, publicBase);
}
