import { emit } from '#app/sandbox/stripe/events.ts';
import {
  need,
  newId,
  newObject,
  nowSeconds,
  type Store,
  type StripeObject,
} from '#app/sandbox/stripe/store.ts';

/** A payment that waits for a card. */
export async function createIntent(
  store: Store,
  fields: { amount: number; currency: unknown; customer: unknown; metadata: Record<string, string> },
): Promise<StripeObject> {
  const intent = newObject('pi', 'payment_intent', {
    ...fields,
    amount_received: 0,
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: null,
    latest_charge: null,
  });
  intent.client_secret = `${intent.id}_secret_${newId('x').slice(2)}`;
  await store.put(intent);
  return intent;
}

/** The payment goes through: intent, charge, invoice and subscription move on together, in the provider's order of events. */
export async function settle(store: Store, intent: StripeObject): Promise<void> {
  if (intent.status === 'succeeded') return;
  const paidAt = nowSeconds();
  const charge = newObject('ch', 'charge', {
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    customer: intent.customer,
    payment_intent: intent.id,
    paid: true,
    refunded: false,
    status: 'succeeded',
    metadata: intent.metadata,
  });
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    next_action: null,
    last_payment_error: null,
    latest_charge: charge.id,
  });
  if (intent.sandbox_invoice) return settleInvoice(store, intent, charge, paidAt);
  for (const changed of [charge, intent]) await store.put(changed);
  await emit(store, 'charge.succeeded', charge);
  await emit(store, 'payment_intent.succeeded', intent);
}

/** The payment of an invoice goes through. */
async function settleInvoice(
  store: Store,
  intent: StripeObject,
  charge: StripeObject,
  paidAt: number,
): Promise<void> {
  const invoice = await need(store, intent.sandbox_invoice);
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    status_transitions: { paid_at: paidAt },
  });
  const payment = newObject('inpay', 'invoice_payment', {
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
  // As asked for when it was begun (save_default_payment_method), and as the hosted checkout does.
  subscription.default_payment_method ??= intent.payment_method ?? null;
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
  if (intent.sandbox_invoice)
    await emit(store, 'invoice.payment_failed', await need(store, intent.sandbox_invoice));
}

/** Gives money of a charge back. */
export async function refund(store: Store, charge: StripeObject, amount: number): Promise<StripeObject> {
  const refunded = Number(charge.amount_refunded) + amount;
  Object.assign(charge, { amount_refunded: refunded, refunded: refunded === charge.amount });
  const created = newObject('re', 'refund', {
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
  const created = newObject('dp', 'dispute', {
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

/** The bank decides a dispute, or closes an inquiry. One that is decided stays so. */
export async function closeDispute(
  store: Store,
  disputed: StripeObject,
  status: string,
): Promise<StripeObject> {
  if (disputed.status !== 'needs_response') return disputed;
  disputed.status = status;
  await store.put(disputed);
  await emit(store, 'charge.dispute.closed', disputed);
  return disputed;
}
