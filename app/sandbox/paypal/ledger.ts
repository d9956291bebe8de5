import { monthAfter } from '#app/platform/payments/month-after.ts';
import { centsOf, decimal, newPaypalId } from '#app/sandbox/paypal/money.ts';
import {
  type Addresses,
  type Case,
  caseJson,
  find,
  type Refund,
  refundJson,
  type Sale,
  type Subscription,
  saleJson,
  subscriptionJson,
} from '#app/sandbox/paypal/objects.ts';
import { Refused } from '#app/sandbox/paypal/requests.ts';
import { emit } from '#app/sandbox/paypal/signature.ts';
import type { Store } from '#app/sandbox/store.ts';

/** A subscription that nobody approves is forgotten after this many days. */
const daysToApprove = 3;

/** What happens to subscriptions and money at the sandbox's PayPal, within one transaction of the store. */
export function ledgerOn(store: Store, addresses: Addresses) {
  const subscriptionOf = (id: string) => find(store, 'paypal_subscription', id);

  async function setStatus(
    subscription: Subscription,
    status: Subscription['status'],
    event: string,
  ): Promise<void> {
    subscription.status = status;
    await store.put(subscription);
    await emit(store, `BILLING.SUBSCRIPTION.${event}`, subscriptionJson(subscription, addresses));
  }

  /** Takes a month's money, and what was left of months before. */
  async function charge(id: string): Promise<string> {
    const subscription = await subscriptionOf(id);
    const { cents, currency, outstandingCents, startedAt: anchor } = subscription;
    const sale: Sale = {
      id: newPaypalId(),
      object: 'paypal_sale',
      created: store.now,
      subscriptionId: id,
      cents: outstandingCents || cents,
      currency,
      refundedCents: 0,
      isReversed: false,
    };
    subscription.saleIds.push(sale.id);
    Object.assign(subscription, { lastPaidAt: store.now, failures: 0, outstandingCents: 0 });
    const isDue = subscription.nextAt === null || subscription.nextAt <= store.now;
    if (isDue) subscription.nextAt = monthAfter(subscription.nextAt ?? anchor, anchor);
    await store.put(sale);
    await store.put(subscription);
    if (isDue) await store.schedule(Number(subscription.nextAt), 'paypal.bill', id);
    await emit(store, 'PAYMENT.SALE.COMPLETED', saleJson(sale, subscription.customId));
    return sale.id;
  }

  return {
    setStatus,
    charge,

    /** Begins a subscription that waits for the buyer. */
    async begin(asked: Pick<Subscription, 'planId' | 'customId' | 'returnUrl' | 'cancelUrl'>) {
      const { price, currency } = await find(store, 'paypal_plan', asked.planId);
      const subscription: Subscription = {
        id: newPaypalId('I-'),
        object: 'paypal_subscription',
        created: store.now,
        status: 'APPROVAL_PENDING',
        ...asked,
        cents: centsOf(price),
        currency,
        saleIds: [],
        startedAt: store.now,
        nextAt: null,
        lastPaidAt: null,
        failures: 0,
        outstandingCents: 0,
        runsDry: false,
      };
      await store.put(subscription);
      await store.schedule(store.now + daysToApprove * 24 * 3600, 'paypal.forget', subscription.id);
      return subscriptionJson(subscription, addresses);
    },

    /** What the buyer's press of the button does; where they are sent then. */
    async approve(id: string, runsDry = false): Promise<string> {
      const subscription = await subscriptionOf(id);
      if (subscription.status !== 'APPROVAL_PENDING') throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
      const periodEnd = monthAfter(store.now);
      Object.assign(subscription, {
        startedAt: store.now,
        nextAt: periodEnd,
        lastPaidAt: store.now,
        runsDry,
      });
      await setStatus(subscription, 'ACTIVE', 'ACTIVATED');
      await store.schedule(periodEnd, 'paypal.bill', id);
      await charge(id);
      return returnAddress(subscription);
    },

    async cancel(id: string): Promise<void> {
      const subscription = await subscriptionOf(id);
      const { status } = subscription;
      if (status !== 'ACTIVE' && status !== 'SUSPENDED')
        throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
      await setStatus(subscription, 'CANCELLED', 'CANCELLED');
    },

    suspend: async (id: string) => setStatus(await subscriptionOf(id), 'SUSPENDED', 'SUSPENDED'),
    reactivate: async (id: string) => setStatus(await subscriptionOf(id), 'ACTIVE', 'RE-ACTIVATED'),

    /** Gives a part of a sale back, or what is left of it. `isBare`: the event leaves out which sale it is of, as PayPal's may. */
    async refund(saleId: string, amount?: string, isBare = false) {
      const sale = await find(store, 'paypal_sale', saleId);
      const given = amount ? centsOf(amount) : sale.cents - sale.refundedCents;
      const cases = await store.find('paypal_case', { saleId, isOpen: true });
      if (sale.isReversed) throw new Refused(422, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK');
      if (cases.length > 0 && given < sale.cents) throw new Refused(422, 'TRANSACTION_DISPUTED');
      if (sale.refundedCents === sale.cents) throw new Refused(422, 'CAPTURE_FULLY_REFUNDED');
      if (sale.refundedCents + given > sale.cents) throw new Refused(422, 'REFUND_AMOUNT_EXCEEDED');
      sale.refundedCents += given;
      const { currency } = sale;
      const refund: Refund = {
        id: newPaypalId(),
        object: 'paypal_refund',
        created: store.now,
        saleId,
        cents: given,
        currency,
      };
      await store.put(sale);
      await store.put(refund);
      await emit(store, 'PAYMENT.SALE.REFUNDED', refundJson(refund, isBare));
      return { id: refund.id, status: 'COMPLETED' };
    },

    /** The buyer's bank takes the money back. */
    async reverse(saleId: string): Promise<void> {
      const sale = await find(store, 'paypal_sale', saleId);
      sale.isReversed = true;
      await store.put(sale);
      const amount = { total: `-${decimal(sale.cents)}`, currency: sale.currency };
      await emit(store, 'PAYMENT.SALE.REVERSED', {
        id: newPaypalId(),
        state: 'completed',
        amount,
        sale_id: saleId,
      });
    },

    /** The buyer opens a case in the resolution center, about a sale or a part of it. */
    async dispute(saleId: string, amount?: string): Promise<string> {
      const sale = await find(store, 'paypal_sale', saleId);
      const opened: Case = {
        id: newPaypalId('PP-D-'),
        object: 'paypal_case',
        created: store.now,
        saleId,
        cents: amount ? centsOf(amount) : sale.cents,
        currency: sale.currency,
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
      });
    },
  };
}

/** Where the buyer goes after the approval. */
export function returnAddress({ id, returnUrl }: Subscription): string {
  const to = new URL(returnUrl);
  to.searchParams.set('subscription_id', id);
  return to.href;
}
