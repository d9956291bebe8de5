import { need, newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { applyCredit } from '#stand-ins/sandbox/stripe/balance.ts';
import { takeOff } from '#stand-ins/sandbox/stripe/discounts.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { type Line, lineObject } from '#stand-ins/sandbox/stripe/lines.ts';
import { createIntent } from '#stand-ins/sandbox/stripe/money.ts';
import { countryOf, taxLines } from '#stand-ins/sandbox/stripe/tax.ts';

type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

/** What an invoice of these lines is, before its customer's credit. Uses up the discounts that are for once. */
async function newInvoice(
  store: Store,
  subscription: SandboxObject,
  lines: readonly Line[],
  reason: BillingReason,
): Promise<SandboxObject> {
  const regular = lines.filter(({ isProration }) => !isProration);
  const start = Math.max(...lines.map(({ period }) => period.start));
  const subtotal = sum(lines);
  const offs = await takeOff(
    store,
    subscription,
    regular.map(({ amount, price }) => ({ product: price.product, cents: amount })),
    start,
  );
  const net = subtotal - sum(offs);
  const country = countryOf(await need(store, subscription.customer));
  const isTaxed = (subscription.automatic_tax as { enabled: boolean } | undefined)?.enabled ?? false;
  // What is taken once beside a subscription has no discount here, and a line of its own on the tax.
  const itemCents = sum(lines.filter(({ isItem }) => isItem));
  const itemTaxes = isTaxed && itemCents > 0 ? taxLines(itemCents, country) : [];
  const taxes = [...(isTaxed ? taxLines(net - itemCents, country) : []), ...itemTaxes];
  const total = net + sum(taxes);
  const invoice = newObject(store, 'in', 'invoice', {
    customer: subscription.customer,
    currency: subscription.currency,
    status: 'draft',
    auto_advance: true,
    automatic_tax: { enabled: isTaxed, status: isTaxed ? 'complete' : null },
    billing_reason: reason,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    amount_due: Math.max(0, total),
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    discounts: offs.map(({ discount }) => discount),
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: offs,
    total_excluding_tax: net,
    total_taxes: taxes,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    metadata: {},
  });
  invoice.lines = {
    object: 'list',
    has_more: false,
    data: lines.map((line) => lineObject(line, invoice, subscription, line.isItem ? itemTaxes : [])),
  };
  return invoice;
}

/** A new invoice of a subscription: a draft, which nobody can pay before it is finalized. */
export async function draftInvoice(
  store: Store,
  subscription: SandboxObject,
  lines: readonly Line[],
  reason: BillingReason,
): Promise<SandboxObject> {
  const invoice = await newInvoice(store, subscription, lines, reason);
  await store.put(invoice);
  await emit(store, 'invoice.created', invoice);
  return invoice;
}

/** The invoice that a change would be, its customer's credit taken into account. It is made nowhere, and uses nothing up. */
export async function previewInvoice(
  store: Store,
  subscription: SandboxObject,
  lines: readonly Line[],
  details: Record<string, unknown>,
): Promise<SandboxObject> {
  const invoice = await newInvoice(store, structuredClone(subscription), lines, 'subscription_update');
  const { balance } = await need(store, invoice.customer);
  const due = Math.max(0, Number(invoice.total) + Math.min(0, Number(balance ?? 0)));
  const parent = invoice.parent as { subscription_details: Record<string, unknown> };
  Object.assign(parent.subscription_details, details);
  return Object.assign(invoice, {
    billing_reason: 'upcoming',
    amount_due: due,
    amount_remaining: due,
    starting_balance: Number(balance ?? 0),
  });
}

/**
 * Finalizes a draft: from now on it is open, with the payment intent that is to pay it. One that leaves nothing to pay, by a
 * discount, a trial or a credit, is paid at once and has none: its payment is null.
 */
export async function finalizeInvoice(store: Store, invoice: SandboxObject): Promise<SandboxObject | null> {
  await applyCredit(store, invoice);
  markTransition(invoice, 'finalized_at', store.now);
  invoice.number = `SANDBOX-${invoice.id.slice(-8).toUpperCase()}`;
  if (invoice.amount_due === 0) {
    Object.assign(invoice, { status: 'paid', attempted: true, sandbox_intent: null });
    markTransition(invoice, 'paid_at', store.now);
    await store.put(invoice);
    await emit(store, 'invoice.finalized', invoice);
    await emit(store, 'invoice.paid', invoice);
    return null;
  }
  const intent = await createIntent(store, {
    amount: Number(invoice.amount_due),
    currency: invoice.currency,
    customer: invoice.customer,
    metadata: {},
  });
  intent.sandbox_invoice = invoice.id;
  Object.assign(invoice, { status: 'open', sandbox_intent: intent.id });
  await store.put(intent);
  await store.put(invoice);
  await emit(store, 'invoice.finalized', invoice);
  return intent;
}

/** Writes down when an invoice came to where it is. */
function markTransition(invoice: SandboxObject, name: string, at: number): void {
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

/** A draft of a time for which nothing is collected is void at once. */
export async function voidDraft(store: Store, invoice: SandboxObject): Promise<void> {
  Object.assign(invoice, { status: 'void', auto_advance: false });
  markTransition(invoice, 'voided_at', store.now);
  await store.put(invoice);
  await emit(store, 'invoice.voided', invoice);
}

/** The subscription that an invoice is of. */
export function subscriptionOf(store: Store, invoice: SandboxObject): Promise<SandboxObject> {
  const { subscription_details } = invoice.parent as { subscription_details: { subscription: string } };
  return need(store, subscription_details.subscription);
}
