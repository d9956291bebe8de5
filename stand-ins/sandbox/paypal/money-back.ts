import { find } from '#stand-ins/sandbox/paypal/find.ts';
import { centsOf, decimal, money, newPaypalId } from '#stand-ins/sandbox/paypal/money.ts';
import {
  type Addresses,
  type Case,
  caseFee,
  caseJson,
  type Refund,
  refundJson,
  type Sale,
} from '#stand-ins/sandbox/paypal/objects.ts';
import { type Capture, captureRefundJson } from '#stand-ins/sandbox/paypal/order-objects.ts';
import { Refused } from '#stand-ins/sandbox/paypal/requests.ts';
import { emit } from '#stand-ins/sandbox/paypal/signature.ts';
import type { Store } from '#stand-ins/sandbox/store.ts';

/** What takes money back at the sandbox's PayPal, of a sale or a capture, within one transaction of the store. */
export function moneyBackOn(store: Store, addresses: Addresses) {
  async function paymentOf(id: string): Promise<Sale | Capture> {
    const object = await store.get(id);
    if (object?.object === 'paypal_capture') return object as Capture;
    return find(store, 'paypal_sale', id);
  }

  const kindOf = ({ object }: Sale | Capture) => (object === 'paypal_sale' ? 'SALE' : 'CAPTURE');

  return {
    /** Gives a part of a payment back, or what is left of it. `isBare`: the event leaves out which it is of, as PayPal's may. `named`: the currency that was asked for. */
    async refund(paymentId: string, amount?: string, isBare = false, named?: string) {
      const payment = await paymentOf(paymentId);
      const refundCents = amount ? centsOf(amount) : payment.cents - payment.refundedCents;
      if (named !== undefined && named !== payment.currency)
        throw new Refused(422, 'REFUND_CURRENCY_MISMATCH');
      const cases = await store.find('paypal_case', { paymentId, isOpen: true });
      if (payment.object === 'paypal_capture' && payment.status !== 'COMPLETED')
        throw new Refused(422, 'INVALID_RESOURCE_STATUS');
      if (payment.isReversed) throw new Refused(422, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK');
      if (cases.length > 0 && refundCents < payment.cents) throw new Refused(422, 'TRANSACTION_DISPUTED');
      if (payment.refundedCents === payment.cents) throw new Refused(422, 'CAPTURE_FULLY_REFUNDED');
      if (payment.refundedCents + refundCents > payment.cents)
        throw new Refused(422, 'REFUND_AMOUNT_EXCEEDED');
      payment.refundedCents += refundCents;
      const { currency } = payment;
      const refund: Refund = {
        id: newPaypalId(),
        object: 'paypal_refund',
        created: store.now,
        paymentId,
        cents: refundCents,
        currency,
      };
      await store.put(payment);
      await store.put(refund);
      const kind = kindOf(payment);
      const resource =
        kind === 'SALE' ? refundJson(refund, isBare) : captureRefundJson(refund, addresses, isBare);
      await emit(store, `PAYMENT.${kind}.REFUNDED`, resource);
      return { id: refund.id, status: 'COMPLETED' };
    },

    /** A refund, as the API of sales (v1) or of captures (v2) shows it. */
    async showRefund(id: string, version: 'v1' | 'v2') {
      const refund = await find(store, 'paypal_refund', id);
      return version === 'v1' ? refundJson(refund) : captureRefundJson(refund, addresses);
    },

    /** The buyer's bank takes the money back. */
    async reverse(paymentId: string): Promise<void> {
      const payment = await paymentOf(paymentId);
      payment.isReversed = true;
      await store.put(payment);
      const { cents, currency } = payment;
      const id = newPaypalId();
      const resource =
        payment.object === 'paypal_sale'
          ? {
              id,
              state: 'completed',
              amount: { total: `-${decimal(cents)}`, currency },
              sale_id: paymentId,
            }
          : {
              id,
              status: 'COMPLETED',
              amount: money(decimal(cents), currency),
              note_to_payer: 'Payment reversed',
              links: [
                { rel: 'self', method: 'GET', href: `${addresses.apiBase}/v2/payments/refunds/${id}` },
                { rel: 'up', method: 'GET', href: `${addresses.apiBase}/v2/payments/captures/${paymentId}` },
              ],
            };
      await emit(store, `PAYMENT.${kindOf(payment)}.REVERSED`, resource);
    },

    /** The buyer opens a case in the resolution center, about a payment or a part of it. */
    async dispute(paymentId: string, amount?: string): Promise<string> {
      const payment = await paymentOf(paymentId);
      const opened: Case = {
        id: newPaypalId('PP-D-'),
        object: 'paypal_case',
        created: store.now,
        paymentId,
        cents: amount ? centsOf(amount) : payment.cents,
        currency: payment.currency,
        isOpen: true,
      };
      await store.put(opened);
      await emit(store, 'CUSTOMER.DISPUTE.CREATED', { ...caseJson(opened), status: 'OPEN' });
      return opened.id;
    },

    /** A case is decided. */
    async resolve(id: string, outcome_code: string): Promise<void> {
      const decided = await find(store, 'paypal_case', id);
      decided.isOpen = false;
      await store.put(decided);
      await emit(store, 'CUSTOMER.DISPUTE.RESOLVED', {
        ...caseJson(decided),
        status: 'RESOLVED',
        dispute_outcome: { outcome_code },
        ...(outcome_code === 'RESOLVED_BUYER_FAVOUR' ? { fund_movements: caseFee(decided) } : {}),
      });
    },
  };
}
