import { periodAfter } from '#app/platform/payments/interval.ts';
import { find } from '#stand-ins/sandbox/paypal/find.ts';
import { centsOf, newPaypalId } from '#stand-ins/sandbox/paypal/money.ts';
import {
  type Addresses,
  type Sale,
  type Subscription,
  saleJson,
  subscriptionJson,
} from '#stand-ins/sandbox/paypal/objects.ts';
import { Refused } from '#stand-ins/sandbox/paypal/requests.ts';
import { emit } from '#stand-ins/sandbox/paypal/signature.ts';
import type { Store } from '#stand-ins/sandbox/store.ts';

/** A subscription that nobody approves is forgotten after this many days. */
const daysToApprove = 3;

/** When a subscription's next payment follows one that is due at `from`, in seconds; `periods` later. */
export function nextDue(
  { interval = 'month' }: Pick<Subscription, 'interval'>,
  from: number,
  anchor: number,
  periods = 1,
): number {
  return periodAfter(new Date(from * 1000), interval, new Date(anchor * 1000), periods).getTime() / 1000;
}

/** What happens to subscriptions at the sandbox's PayPal, within one transaction of the store. */
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

  /** Takes the money of an interval, and what was left of those before. */
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
    if (isDue) subscription.nextAt = nextDue(subscription, subscription.nextAt ?? anchor, anchor);
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
    async begin(request: Pick<Subscription, 'planId' | 'customId' | 'returnUrl' | 'cancelUrl'>) {
      const { price, currency, interval, freeMonths } = await find(store, 'paypal_plan', request.planId);
      const subscription: Subscription = {
        id: newPaypalId('I-'),
        object: 'paypal_subscription',
        created: store.now,
        status: 'APPROVAL_PENDING',
        ...request,
        cents: centsOf(price),
        currency,
        ...(interval ? { interval } : {}),
        freeMonths,
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
      const { freeMonths } = subscription;
      const nextAt = nextDue(subscription, store.now, store.now, Math.max(freeMonths, 1));
      const lastPaidAt = freeMonths > 0 ? null : store.now;
      Object.assign(subscription, { startedAt: store.now, nextAt, lastPaidAt, runsDry });
      await setStatus(subscription, 'ACTIVE', 'ACTIVATED');
      await store.schedule(nextAt, 'paypal.bill', id);
      if (freeMonths === 0) await charge(id);
      return returnAddress(subscription);
    },

    async cancel(id: string): Promise<void> {
      const subscription = await subscriptionOf(id);
      const { status } = subscription;
      if (status !== 'ACTIVE' && status !== 'SUSPENDED')
        throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
      await setStatus(subscription, 'CANCELLED', 'CANCELLED');
    },

    async suspend(id: string): Promise<void> {
      const subscription = await subscriptionOf(id);
      if (subscription.status !== 'ACTIVE') throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
      await setStatus(subscription, 'SUSPENDED', 'SUSPENDED');
    },

    /** Goes on with the next payment that is due: those that were left out are not taken. */
    async reactivate(id: string): Promise<void> {
      const subscription = await subscriptionOf(id);
      const { status, startedAt } = subscription;
      if (status !== 'SUSPENDED') throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
      while (subscription.nextAt !== null && subscription.nextAt <= store.now)
        subscription.nextAt = nextDue(subscription, subscription.nextAt, startedAt);
      await setStatus(subscription, 'ACTIVE', 'RE-ACTIVATED');
      if (subscription.nextAt !== null) await store.schedule(subscription.nextAt, 'paypal.bill', id);
    },
  };
}

/** Where the buyer goes after the approval. */
export function returnAddress({ id, returnUrl }: Subscription): string {
  const to = new URL(returnUrl);
  to.searchParams.set('subscription_id', id);
  return to.href;
}
