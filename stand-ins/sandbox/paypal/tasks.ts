import type { Tasks } from '#stand-ins/sandbox/agenda.ts';
import { ledgerOn, nextDue } from '#stand-ins/sandbox/paypal/ledger.ts';
import { type Addresses, type Subscription, subscriptionJson } from '#stand-ins/sandbox/paypal/objects.ts';
import { ordersOn } from '#stand-ins/sandbox/paypal/orders.ts';
import { payoutsOn } from '#stand-ins/sandbox/paypal/payouts.ts';
import { emit } from '#stand-ins/sandbox/paypal/signature.ts';
import type { Store } from '#stand-ins/sandbox/store.ts';

/** PayPal tries again so many days later, and suspends a subscription after so many failures in a row. */
const daysToRetry = 5;
const failuresToSuspend = 3;

/** What falls due by itself at the sandbox's PayPal. */
export function paypalTasks(addresses: Addresses): Tasks {
  async function fail(store: Store, subscription: Subscription): Promise<void> {
    subscription.failures += 1;
    await store.put(subscription);
    await emit(store, 'BILLING.SUBSCRIPTION.PAYMENT.FAILED', subscriptionJson(subscription, addresses));
    if (subscription.failures >= failuresToSuspend)
      await ledgerOn(store, addresses).setStatus(subscription, 'SUSPENDED', 'SUSPENDED');
    else await store.schedule(store.now + daysToRetry * 24 * 3600, 'paypal.retry', subscription.id);
  }

  return {
    async 'paypal.bill'(store, object) {
      const subscription = object as Subscription;
      const { status, nextAt, id, startedAt, runsDry } = subscription;
      if (status !== 'ACTIVE' || nextAt === null || nextAt > store.now) return;
      if (!runsDry) return void (await ledgerOn(store, addresses).charge(id));
      subscription.outstandingCents += subscription.cents;
      subscription.nextAt = nextDue(subscription, nextAt, startedAt);
      await store.schedule(subscription.nextAt, 'paypal.bill', id);
      await fail(store, subscription);
    },

    async 'paypal.retry'(store, object) {
      const subscription = object as Subscription;
      if (subscription.status !== 'ACTIVE' || subscription.outstandingCents === 0) return;
      if (subscription.runsDry) await fail(store, subscription);
      else await ledgerOn(store, addresses).charge(subscription.id);
    },

    'paypal.process-payout': (store, { id }) => payoutsOn(store, addresses).process(id),
    'paypal.settle-payout-item': (store, { id }) => payoutsOn(store, addresses).settle(id),
    'paypal.settle-capture': (store, { id }) => ordersOn(store, addresses).settle(id),
    'paypal.forget-order': (store, { id }) => ordersOn(store, addresses).forget(id),

    async 'paypal.forget'(store, object) {
      if ((object as Subscription).status !== 'APPROVAL_PENDING') return;
      await store.query('DELETE FROM sandbox.objects WHERE id = $1', [object.id]);
    },
  };
}
