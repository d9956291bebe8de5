import type { z } from 'zod';
import type { Answer } from '#stand-ins/sandbox/idempotent-answer.ts';
import { find } from '#stand-ins/sandbox/paypal/find.ts';
import { centsOf, newPaypalId } from '#stand-ins/sandbox/paypal/money.ts';
import type { Addresses } from '#stand-ins/sandbox/paypal/objects.ts';
import { checkSums, type orderBody } from '#stand-ins/sandbox/paypal/order-body.ts';
import {
  approvalPage,
  type Capture,
  captureJson,
  type Funding,
  type Order,
  orderJson,
} from '#stand-ins/sandbox/paypal/order-objects.ts';
import { Refused } from '#stand-ins/sandbox/paypal/requests.ts';
import { emit } from '#stand-ins/sandbox/paypal/signature.ts';
import type { Store } from '#stand-ins/sandbox/store.ts';

/** An order is forgotten that is not approved, or whose money is not taken, for so long. */
const secondsToGoOn = 6 * 3600;

/** How long PayPal looks into a payment. */
const secondsToCheck = 24 * 3600;

/** What happens to orders at the sandbox's PayPal, within one transaction of the store. */
export function ordersOn(store: Store, addresses: Addresses) {
  const orderOf = (id: string) => find(store, 'paypal_order', id);

  async function show(order: Order, isMinimal = false) {
    const capture = order.captureId ? await find(store, 'paypal_capture', order.captureId) : null;
    return orderJson(order, capture, addresses, isMinimal);
  }

  /** A refusal with a page on which the buyer can mend it: it is an answer, and comes again for the same call. */
  const refusal = (issue: string, rel: string, order: Order): Answer => ({
    status: 422,
    body: {
      name: 'UNPROCESSABLE_ENTITY',
      details: [{ issue }],
      debug_id: newPaypalId(),
      links: [{ rel, href: approvalPage(order, addresses), method: 'GET' }],
    },
  });

  async function take(order: Order): Promise<void> {
    const [unit] = order.asked.purchase_units;
    const invoiceId = unit?.invoice_id ?? null;
    if (invoiceId !== null && (await store.find('paypal_capture', { invoiceId })).length > 0)
      throw new Refused(422, 'DUPLICATE_INVOICE_ID');
    const isChecked = order.funding === 'pending' || order.funding === 'denied';
    const capture: Capture = {
      id: newPaypalId(),
      object: 'paypal_capture',
      created: store.now,
      status: isChecked ? 'PENDING' : 'COMPLETED',
      orderId: order.id,
      customId: unit?.custom_id ?? null,
      invoiceId,
      cents: order.cents,
      currency: order.currency,
      refundedCents: 0,
      isReversed: false,
      isToBeDenied: order.funding === 'denied',
    };
    Object.assign(order, { status: 'COMPLETED', captureId: capture.id });
    await store.put(capture);
    await store.put(order);
    if (isChecked) await store.schedule(store.now + secondsToCheck, 'paypal.settle-capture', capture.id);
    await emit(store, `PAYMENT.CAPTURE.${capture.status}`, captureJson(capture, addresses));
  }

  return {
    show: async (id: string) => show(await orderOf(id)),

    /** Begins an order that waits for the buyer. */
    async create(request: z.infer<typeof orderBody>, isMinimal: boolean) {
      checkSums(request);
      const total = request.purchase_units[0]?.amount;
      const { return_url, cancel_url } = request.payment_source.paypal.experience_context;
      const order: Order = {
        id: newPaypalId(),
        object: 'paypal_order',
        created: store.now,
        status: 'PAYER_ACTION_REQUIRED',
        asked: request,
        cents: centsOf(total?.value ?? '0'),
        currency: total?.currency_code ?? '',
        returnUrl: return_url,
        cancelUrl: cancel_url,
        funding: null,
        isDeclined: false,
        approvedAt: null,
        captureId: null,
      };
      await store.put(order);
      await store.schedule(store.now + secondsToGoOn, 'paypal.forget-order', order.id);
      return show(order, isMinimal);
    },

    /** What the buyer's press of the button does; where they are sent then. */
    async approve(id: string, funding: Funding = 'pays'): Promise<string> {
      const order = await orderOf(id);
      if (!isWaiting(order)) throw new Refused(422, 'ORDER_ALREADY_APPROVED');
      const confirmed = order.funding === 'confirm' && funding === 'confirm' ? 'pays' : funding;
      Object.assign(order, {
        status: 'APPROVED',
        funding: confirmed,
        isDeclined: false,
        approvedAt: store.now,
      });
      await store.put(order);
      await store.schedule(store.now + secondsToGoOn, 'paypal.forget-order', id);
      await emit(store, 'CHECKOUT.ORDER.APPROVED', await show(order));
      return returnAddress(order);
    },

    /** Takes an order's money. */
    async capture(id: string, isMinimal: boolean): Promise<Answer> {
      const order = await orderOf(id);
      if (order.status === 'COMPLETED') throw new Refused(422, 'ORDER_ALREADY_CAPTURED');
      if (order.status !== 'APPROVED') throw new Refused(422, 'ORDER_NOT_APPROVED');
      switch (order.funding) {
        case 'declined':
          await store.put({ ...order, isDeclined: true });
          return refusal('INSTRUMENT_DECLINED', 'redirect', order);
        case 'confirm':
          await store.put({ ...order, status: 'PAYER_ACTION_REQUIRED' });
          return refusal('PAYER_ACTION_REQUIRED', 'payer-action', order);
        case 'compliance':
          throw new Refused(422, 'COMPLIANCE_VIOLATION');
        default:
          await take(order);
          return { status: 201, body: await show(order, isMinimal) };
      }
    },

    showCapture: async (id: string) => captureJson(await find(store, 'paypal_capture', id), addresses),

    /** PayPal has looked into a payment. */
    async settle(id: string): Promise<void> {
      const capture = await find(store, 'paypal_capture', id);
      if (capture.status !== 'PENDING') return;
      capture.status = capture.isToBeDenied ? 'DECLINED' : 'COMPLETED';
      await store.put(capture);
      const outcome = capture.isToBeDenied ? 'DENIED' : 'COMPLETED';
      await emit(store, `PAYMENT.CAPTURE.${outcome}`, captureJson(capture, addresses));
    },

    /** Forgets an order that nobody has gone on with. */
    async forget(id: string): Promise<void> {
      const { status, created, approvedAt } = await orderOf(id);
      if (status === 'COMPLETED' || (approvedAt ?? created) + secondsToGoOn > store.now) return;
      await store.query('DELETE FROM sandbox.objects WHERE id = $1', [id]);
    },
  };
}

/** Whether the buyer may choose what to pay an order with. */
export const isWaiting = ({ status, isDeclined }: Order) =>
  status === 'PAYER_ACTION_REQUIRED' || (status === 'APPROVED' && isDeclined);

/** Where the buyer goes after the approval. */
export function returnAddress({ id, returnUrl }: Order): string {
  const to = new URL(returnUrl);
  to.searchParams.set('token', id);
  to.searchParams.set('PayerID', 'SANDBOXPAYER');
  return to.href;
}
