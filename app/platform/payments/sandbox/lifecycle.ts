import { monthAfter } from '#app/platform/payments/month-after.ts';
import { emit } from '#app/platform/payments/sandbox/events.ts';
import { newId, nowSeconds, type Store, type StripeObject } from '#app/platform/payments/sandbox/store.ts';

type Metadata = Record<string, string>;

const object = (prefix: string, kind: string, fields: Record<string, unknown>): StripeObject => ({
  id: newId(prefix),
  object: kind,
  created: nowSeconds(),
  livemode: false,
  ...fields,
});

const text = (value: unknown) => String(value ?? '');

/** Fetches an object that must be there. */
export async function need(store: Store, id: unknown): Promise<StripeObject> {
  const found = await store.get(text(id));
  if (!found) throw new Error(`sandbox object ${text(id)} is gone`);
  return found;
}

/** Begins a subscription: incomplete until its first invoice is paid. */
export async function createSubscription(
  store: Store,
  input: { customer: string; price: StripeObject; metadata: Metadata },
): Promise<StripeObject> {
  const started = nowSeconds();
  const subscription = object('sub', 'subscription', {
    customer: input.customer,
    status: 'incomplete',
    metadata: input.metadata,
    cancel_at_period_end: false,
    canceled_at: null,
    currency: input.price.currency,
    latest_invoice: null,
    start_date: started,
    items: {
      object: 'list',
      has_more: false,
      data: [
        object('si', 'subscription_item', {
          price: input.price,
          quantity: 1,
          current_period_start: started,
          current_period_end: monthAfter(started),
        }),
      ],
    },
  });
  const invoice = await createInvoice(store, subscription, input.price, 'subscription_create');
  subscription.latest_invoice = invoice.id;
  await store.put(subscription);
  await emit(store, 'customer.subscription.created', subscription);
  await emit(store, 'invoice.created', invoice);
  await emit(store, 'invoice.finalized', invoice);
  return subscription;
}

/** An open invoice of a subscription with the payment intent that is to pay it. */
export async function createInvoice(
  store: Store,
  subscription: StripeObject,
  price: StripeObject,
  reason: string,
): Promise<StripeObject> {
  const amount = Number(price.unit_amount);
  const intent = object('pi', 'payment_intent', {
    amount,
    amount_received: 0,
    currency: price.currency,
    customer: subscription.customer,
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: null,
    latest_charge: null,
    metadata: {},
  });
  intent.client_secret = `${intent.id}_secret_${newId('x').slice(2)}`;
  const invoice = object('in', 'invoice', {
    customer: subscription.customer,
    currency: price.currency,
    status: 'open',
    billing_reason: reason,
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    total: amount,
    total_taxes: [],
    status_transitions: { paid_at: null },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    lines: { object: 'list', has_more: false, data: [] },
    metadata: {},
  });
  intent.sandbox_invoice = invoice.id;
  invoice.sandbox_intent = intent.id;
  await store.put(intent);
  await store.put(invoice);
  return invoice;
}

/** The payment goes through: intent, charge, invoice and subscription move on together, in the provider's order of events. */
export async function settle(store: Store, intent: StripeObject): Promise<void> {
  if (intent.status === 'succeeded') return;
  const paidAt = nowSeconds();
  const charge = object('ch', 'charge', {
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    customer: intent.customer,
    payment_intent: intent.id,
    paid: true,
    refunded: false,
    status: 'succeeded',
    metadata: {},
  });
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    next_action: null,
    last_payment_error: null,
    latest_charge: charge.id,
  });
  const invoice = await need(store, intent.sandbox_invoice);
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    status_transitions: { paid_at: paidAt },
  });
  const payment = object('inpay', 'invoice_payment', {
    invoice: invoice.id,
    amount_paid: invoice.amount_paid,
    amount_requested: invoice.amount_paid,
    currency: invoice.currency,
    is_default: true,
    status: 'paid',
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status_transitions: { paid_at: paidAt, canceled_at: null },
  });
  for (const changed of [charge, intent, invoice, payment]) await store.put(changed);
  await emit(store, 'charge.succeeded', charge);
  await emit(store, 'payment_intent.succeeded', intent);
  await emit(store, 'invoice.paid', invoice);
  await emit(store, 'invoice_payment.paid', payment);
  const parent = invoice.parent as { subscription_details: { subscription: string } };
  const subscription = await need(store, parent.subscription_details.subscription);
  if (subscription.status === 'canceled') return;
  subscription.status = 'active';
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
}

/** The payment is refused; the invoice stays open and may be tried again. */
export async function refuse(
  store: Store,
  intent: StripeObject,
  error: { code: string; message: string; decline_code?: string },
): Promise<void> {
  Object.assign(intent, {
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: { type: 'card_error', ...error },
  });
  await store.put(intent);
  await emit(store, 'payment_intent.payment_failed', intent);
  await emit(store, 'invoice.payment_failed', await need(store, intent.sandbox_invoice));
}

/** A first invoice nobody paid goes with its subscription: nobody can pay it, or at its hosted checkout, any more. */
async function voidOpenInvoice(store: Store, subscription: StripeObject): Promise<void> {
  const invoice = await need(store, subscription.latest_invoice);
  if (invoice.status !== 'open') return;
  const intent = await need(store, invoice.sandbox_intent);
  Object.assign(invoice, { status: 'void' });
  Object.assign(intent, { status: 'canceled', next_action: null, canceled_at: nowSeconds() });
  await store.put(invoice);
  await store.put(intent);
  await emit(store, 'payment_intent.canceled', intent);
  await emit(store, 'invoice.voided', invoice);
  for (const session of await store.find('checkout.session', { subscription: subscription.id }))
    await store.put({ ...session, status: 'expired', url: null });
}

/** Ends a subscription at once. */
export async function cancel(store: Store, subscription: StripeObject): Promise<void> {
  if (subscription.status === 'canceled') return;
  if (subscription.status === 'incomplete') await voidOpenInvoice(store, subscription);
  Object.assign(subscription, { status: 'canceled', canceled_at: nowSeconds(), ended_at: nowSeconds() });
  await store.put(subscription);
  await emit(store, 'customer.subscription.deleted', subscription);
}

/** Gives money of a charge back. */
export async function refund(store: Store, charge: StripeObject, amount: number): Promise<StripeObject> {
  const refunded = Number(charge.amount_refunded) + amount;
  Object.assign(charge, { amount_refunded: refunded, refunded: refunded === charge.amount });
  const created = object('re', 'refund', {
    amount,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    currency: charge.currency,
    status: 'succeeded',
    metadata: {},
  });
  await store.put(charge);
  await store.put(created);
  await emit(store, 'charge.refunded', charge);
  await emit(store, 'refund.created', created);
  return created;
}

/** The cardholder's bank takes a charge back. */
export async function dispute(store: Store, charge: StripeObject): Promise<StripeObject> {
  const created = object('dp', 'dispute', {
    amount: charge.amount,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    currency: charge.currency,
    reason: 'fraudulent',
    status: 'needs_response',
    metadata: {},
  });
  await store.put(created);
  await emit(store, 'charge.dispute.created', created);
  return created;
}

/** Moves a subscription to its next month: a new invoice, paid or (card declined) left open. */
export async function renew(
  store: Store,
  subscription: StripeObject,
  succeeds: boolean,
): Promise<StripeObject> {
  const [item] = (
    subscription.items as {
      data: { price: StripeObject; current_period_start: number; current_period_end: number }[];
    }
  ).data;
  if (!item) throw new Error('a subscription without items');
  item.current_period_start = item.current_period_end;
  item.current_period_end = monthAfter(item.current_period_end, Number(subscription.start_date));
  const invoice = await createInvoice(store, subscription, item.price, 'subscription_cycle');
  subscription.latest_invoice = invoice.id;
  if (!succeeds) subscription.status = 'past_due';
  await store.put(subscription);
  const intent = await need(store, invoice.sandbox_intent);
  if (succeeds) await settle(store, intent);
  else {
    await refuse(store, intent, { code: 'card_declined', message: 'Your card was declined.' });
    await emit(store, 'customer.subscription.updated', subscription);
  }
  return need(store, invoice.id);
}
