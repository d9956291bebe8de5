import type { Case, Plan, Product, Refund, Sale, Subscription } from '#stand-ins/sandbox/paypal/objects.ts';
import type { Capture, Order } from '#stand-ins/sandbox/paypal/order-objects.ts';
import type { Payout, PayoutItem } from '#stand-ins/sandbox/paypal/payout-objects.ts';
import { Refused } from '#stand-ins/sandbox/paypal/requests.ts';
import type { Store } from '#stand-ins/sandbox/store.ts';

type PaypalObject =
  | Payout
  | PayoutItem
  | Product
  | Plan
  | Subscription
  | Sale
  | Order
  | Capture
  | Refund
  | Case;

/** The object of a kind and id. @throws {Refused} where PayPal knows none */
export async function find<K extends PaypalObject['object']>(
  store: Store,
  kind: K,
  id: string,
): Promise<Extract<PaypalObject, { object: K }>> {
  const object = await store.get(id);
  if (object?.object !== kind) throw new Refused(404, 'INVALID_RESOURCE_ID');
  return object as Extract<PaypalObject, { object: K }>;
}
