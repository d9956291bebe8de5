import { need, newId, newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { move } from '#stand-ins/sandbox/stripe/balance.ts';
import { behaviourOfCard } from '#stand-ins/sandbox/stripe/cards.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';

/** A payment that waits for a card. */
export async function createIntent(
  store: Store,
  fields: { amount: number; currency: unknown; customer: unknown; metadata: Record<string, string> },
): Promise<SandboxObject> {
  const intent = newObject(store, 'pi', 'payment_intent', {
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
export async function settle(store: Store, intent: SandboxObject): Promise<void> {
  if (intent.status === 'succeeded') return;
  if (intent.object === 'setup_intent') return settleSetup(store, intent);
  const paidAt = store.now;
  const charge = newObject(store, 'ch', 'charge', {
    amount: intent.amount,
    amount_refunded: 0,
    disputed: false,
    currency: intent.currency,
    customer: intent.customer,
    payment_intent: intent.id,
    payment_method: intent.payment_method ?? null,
    payment_method_details: await detailsOf(store, intent),
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
  charge.balance_transaction = (await move(store, charge, 'charge', Number(charge.amount))).id;
  await scheduleDispute(store, intent, charge);
  if (intent.sandbox_invoice) return settleInvoice(store, intent, charge, paidAt);
  for (const changed of [charge, intent]) await store.put(changed);
  await emit(store, 'charge.succeeded', charge);
  await emit(store, 'payment_intent.succeeded', intent);
}

/** What a charge says of the card that paid it. */
async function detailsOf(store: Store, intent: SandboxObject): Promise<object | null> {
  const method = intent.payment_method ? await store.get(String(intent.payment_method)) : undefined;
  return method ? { type: 'card', card: method.card } : null;
}

/** A card is kept that nothing is taken from yet. */
async function settleSetup(store: Store, intent: SandboxObject): Promise<void> {
  Object.assign(intent, { status: 'succeeded', next_action: null, last_setup_error: null });
  await store.put(intent);
  await emit(store, 'setup_intent.succeeded', intent);
}

/** The bank of some cards comes back on a payment within the hour. */
async function scheduleDispute(store: Store, intent: SandboxObject, charge: SandboxObject): Promise<void> {
  const method = intent.payment_method ? await store.get(String(intent.payment_method)) : undefined;
  const behaviour = behaviourOfCard(method);
  const at = store.now + 3600;
  if (behaviour === 'disputed') await store.schedule(at, 'stripe.dispute', charge.id);
  if (behaviour === 'inquired') await store.schedule(at, 'stripe.inquire', charge.id);
}

function markPaid(invoice: SandboxObject, paidAt: number): void {
  invoice.status_transitions = { ...(invoice.status_transitions as object), paid_at: paidAt };
}

/** The payment of an invoice goes through. */
async function settleInvoice(
  store: Store,
  intent: SandboxObject,
  charge: SandboxObject,
  paidAt: number,
): Promise<void> {
  const invoice = await need(store, intent.sandbox_invoice);
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
  markPaid(invoice, paidAt);
  const payment = newObject(store, 'inpay', 'invoice_payment', {
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
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return;
  subscription.status = 'active';
  // As asked for when it was begun (save_default_payment_method), and as the hosted checkout does.
  subscription.default_payment_method ??= intent.payment_method ?? null;
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
}

/** The payment is refused; the invoice stays open and may be tried again. */
export async function refuse(
  store: Store,
  intent: SandboxObject,
  error: { code: string; message: string; decline_code?: string },
): Promise<void> {
  const isSetup = intent.object === 'setup_intent';
  Object.assign(intent, {
    status: 'requires_payment_method',
    next_action: null,
    [isSetup ? 'last_setup_error' : 'last_payment_error']: { type: 'card_error', ...error },
  });
  await store.put(intent);
  await emit(store, isSetup ? 'setup_intent.setup_failed' : 'payment_intent.payment_failed', intent);
  if (intent.sandbox_invoice)
    await emit(store, 'invoice.payment_failed', await need(store, intent.sandbox_invoice));
}
