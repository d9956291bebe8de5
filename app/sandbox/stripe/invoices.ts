import { need, newObject, type SandboxObject, type Store } from '#app/sandbox/store.ts';
import { emit } from '#app/sandbox/stripe/events.ts';
import { createIntent } from '#app/sandbox/stripe/money.ts';

export type BillingReason = 'subscription_create' | 'subscription_cycle';

/** A new invoice of a subscription: a draft, which nobody can pay before it is finalized. */
export async function draftInvoice(
  store: Store,
  subscription: SandboxObject,
  price: SandboxObject,
  reason: BillingReason,
): Promise<SandboxObject> {
  const amount = Number(price.unit_amount);
  const invoice = newObject(store, 'in', 'invoice', {
    customer: subscription.customer,
    currency: price.currency,
    status: 'draft',
    auto_advance: true,
    billing_reason: reason,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    subtotal: amount,
    total: amount,
    total_taxes: [],
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    lines: { object: 'list', has_more: false, data: [] },
    metadata: {},
  });
  await store.put(invoice);
  await emit(store, 'invoice.created', invoice);
  return invoice;
}

/** Finalizes a draft: from now on it is open, with the payment intent that is to pay it. */
export async function finalizeInvoice(store: Store, invoice: SandboxObject): Promise<SandboxObject> {
  const intent = await createIntent(store, {
    amount: Number(invoice.amount_due),
    currency: invoice.currency,
    customer: invoice.customer,
    metadata: {},
  });
  intent.sandbox_invoice = invoice.id;
  Object.assign(invoice, { status: 'open', sandbox_intent: intent.id });
  markTransition(invoice, 'finalized_at', store.now);
  await store.put(intent);
  await store.put(invoice);
  await emit(store, 'invoice.finalized', invoice);
  return intent;
}

/** Writes down when an invoice came to where it is. */
export function markTransition(invoice: SandboxObject, name: string, at: number): void {
  invoice.status_transitions = { ...(invoice.status_transitions as object), [name]: at };
}

/** An open invoice that nobody is to pay any more goes, with the payment begun for it and the hosted checkout. */
export async function voidInvoice(store: Store, invoice: SandboxObject): Promise<void> {
  if (invoice.status !== 'open') return;
  const intent = await need(store, invoice.sandbox_intent);
  Object.assign(invoice, { status: 'void' });
  markTransition(invoice, 'voided_at', store.now);
  Object.assign(intent, { status: 'canceled', next_action: null, canceled_at: store.now });
  await store.put(invoice);
  await store.put(intent);
  await emit(store, 'payment_intent.canceled', intent);
  await emit(store, 'invoice.voided', invoice);
}

/** The subscription that an invoice is of. */
export function subscriptionOf(store: Store, invoice: SandboxObject): Promise<SandboxObject> {
  const { subscription_details } = invoice.parent as { subscription_details: { subscription: string } };
  return need(store, subscription_details.subscription);
}
