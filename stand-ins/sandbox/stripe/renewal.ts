import { need, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { asksEachTime, chargesFail } from '#stand-ins/sandbox/stripe/cards.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import {
  draftInvoice,
  finalizeInvoice,
  subscriptionOf,
  voidDraft,
} from '#stand-ins/sandbox/stripe/invoices.ts';
import { itemOf } from '#stand-ins/sandbox/stripe/items.ts';
import { cancel, hasEnded } from '#stand-ins/sandbox/stripe/lifecycle.ts';
import { type Line, lineOfPeriod } from '#stand-ins/sandbox/stripe/lines.ts';
import { refuse, settle } from '#stand-ins/sandbox/stripe/money.ts';
import { ApiError } from '#stand-ins/sandbox/stripe/parameters.ts';
import { periodAfter } from '#stand-ins/sandbox/stripe/period.ts';
import { enterPhase } from '#stand-ins/sandbox/stripe/schedules.ts';

/** How long the invoice of a renewal is a draft. */
const draftSeconds = 3600;

const day = 24 * 3600;

/** The pauses before a renewal is tried again; after the last the subscription ends. */
const retrySeconds = [3 * day, 5 * day, 7 * day];

const declined = {
  code: 'card_declined',
  message: 'Your card was declined.',
  decline_code: 'generic_decline',
};

/** What is said of a payment that its payer is not there to confirm. */
const unconfirmed = {
  code: 'card_declined',
  message: 'Your card was declined. This transaction requires authentication.',
  decline_code: 'authentication_required',
};

/**
 * Moves a subscription to its next period, with a draft of its invoice, which is void where nothing is collected; null for one that was to end,
 * and ends.
 */
async function startNextPeriod(store: Store, subscription: SandboxObject): Promise<SandboxObject | null> {
  const { cancel_at } = subscription;
  const item = itemOf(subscription);
  if (typeof cancel_at === 'number' && cancel_at <= item.current_period_end) {
    await cancel(store, subscription);
    return null;
  }
  await enterPhase(store, subscription);
  item.current_period_start = item.current_period_end;
  item.current_period_end = periodAfter(
    item.price,
    item.current_period_end,
    Number(subscription.billing_cycle_anchor),
  );
  // A trial is over.
  if (subscription.status === 'trialing') subscription.status = 'active';
  // What was changed in the period before, and not invoiced yet, goes along.
  const changes = (subscription.sandbox_changes ?? []) as Line[];
  subscription.sandbox_changes = [];
  const lines = [...changes, lineOfPeriod(subscription)];
  const invoice = await draftInvoice(store, subscription, lines, 'subscription_cycle');
  if (subscription.pause_collection) await voidDraft(store, invoice);
  subscription.latest_invoice = invoice.id;
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
  await store.schedule(item.current_period_end, 'stripe.renew', subscription.id);
  return invoice;
}

/** A month is over: the next one begins, and its invoice stays a draft for an hour. */
export async function renewDue(store: Store, subscription: SandboxObject): Promise<void> {
  const isRunning = ['active', 'past_due', 'trialing'].includes(String(subscription.status));
  if (!isRunning || itemOf(subscription).current_period_end > store.now) return;
  const invoice = await startNextPeriod(store, subscription);
  if (invoice?.status === 'draft')
    await store.schedule(store.now + draftSeconds, 'stripe.finalize', invoice.id);
}

/** The draft's hour is over: the invoice is finalized, and its payment tried. */
export async function finalizeDue(store: Store, invoice: SandboxObject): Promise<void> {
  if (invoice.status !== 'draft' || hasEnded(await subscriptionOf(store, invoice))) return;
  if (await finalizeInvoice(store, invoice)) await tryPayment(store, invoice);
}

/** A payment that was refused is tried again. */
export async function retryDue(store: Store, invoice: SandboxObject): Promise<void> {
  if (invoice.status !== 'open' || hasEnded(await subscriptionOf(store, invoice))) return;
  await tryPayment(store, invoice);
}

/** The card that pays an invoice: the subscription's own, else the customer's. */
async function cardOf(store: Store, subscription: SandboxObject): Promise<SandboxObject | undefined> {
  const customer = await need(store, subscription.customer);
  const { default_payment_method: usual } = (customer.invoice_settings ?? {}) as Record<string, unknown>;
  const id = subscription.default_payment_method ?? usual;
  return id ? store.get(String(id)) : undefined;
}

/** @throws {ApiError} where the card that pays a subscription would not pay now, its holder away */
export async function refuseUnpayable(store: Store, subscription: SandboxObject): Promise<void> {
  const card = await cardOf(store, subscription);
  const refusal = !card || chargesFail(card) ? declined : asksEachTime(card) ? unconfirmed : null;
  if (refusal) throw new ApiError(402, refusal.code, refusal.message, undefined, 'card_error');
}

/** Makes an invoice out of turn, and tries to take its money at once. */
export async function invoiceNow(
  store: Store,
  subscription: SandboxObject,
  lines: readonly Line[],
): Promise<void> {
  const invoice = await draftInvoice(store, subscription, lines, 'subscription_update');
  subscription.latest_invoice = invoice.id;
  await store.put(subscription);
  // While nothing is collected every new invoice is void, whatever it is for.
  if (subscription.pause_collection) return voidDraft(store, invoice);
  if (await finalizeInvoice(store, invoice)) await tryPayment(store, invoice);
}

/** Tries to take the money of an open invoice; `succeeds` decides where given, else the card. */
async function tryPayment(store: Store, invoice: SandboxObject, succeeds?: boolean): Promise<void> {
  const subscription = await subscriptionOf(store, invoice);
  const card = await cardOf(store, subscription);
  const intent = await need(store, invoice.sandbox_intent);
  const attempts = Number(invoice.attempt_count) + 1;
  const wait = retrySeconds[attempts - 1];
  const isAsked = card !== undefined && asksEachTime(card);
  const isPaid = succeeds ?? (card !== undefined && !chargesFail(card) && !isAsked);
  Object.assign(invoice, {
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: isPaid || wait === undefined ? null : store.now + wait,
  });
  await store.put(invoice);
  if (isPaid) {
    intent.payment_method = card?.id ?? null;
    return settle(store, intent);
  }
  await refuse(store, intent, isAsked ? unconfirmed : declined);
  if (wait === undefined) return cancel(store, subscription, 'payment_failed');
  if (subscription.status !== 'past_due') {
    subscription.status = 'past_due';
    await store.put(subscription);
    await emit(store, 'customer.subscription.updated', subscription);
  }
  await store.schedule(store.now + wait, 'stripe.retry', invoice.id);
}

/**
 * Takes the money of an open invoice at once, as its payer asks. One that is refused is told to who asked, and to nobody else. Where
 * the bank wants to hear of a payer who is there (`isOffSession` says they are not), they are to go to the invoice's page.
 * @throws {ApiError} where there is nothing to pay, the card is refused, or the payer is to be asked
 */
export async function payInvoice(
  store: Store,
  invoice: SandboxObject,
  isOffSession = true,
): Promise<SandboxObject> {
  if (invoice.status === 'paid') throw new ApiError(400, 'invoice_already_paid', 'Invoice is already paid');
  const subscription = await subscriptionOf(store, invoice);
  if (invoice.status !== 'open' || hasEnded(subscription))
    throw new ApiError(400, 'invoice_not_editable', `Invoice is ${String(invoice.status)}`);
  const card = await cardOf(store, subscription);
  if (!card || chargesFail(card))
    throw new ApiError(402, declined.code, declined.message, undefined, 'card_error');
  if (asksEachTime(card))
    throw isOffSession
      ? new ApiError(402, unconfirmed.code, unconfirmed.message, undefined, 'card_error')
      : new ApiError(
          402,
          'invoice_payment_intent_requires_action',
          'This payment requires additional user action before it can be completed successfully.',
          undefined,
          'card_error',
        );
  await tryPayment(store, invoice);
  return need(store, invoice.id);
}

/** Whether an invoice waits for its payer to confirm it at their bank. */
export async function isToBeConfirmed(store: Store, invoice: SandboxObject): Promise<boolean> {
  const subscription = await subscriptionOf(store, invoice);
  if (invoice.status !== 'open' || hasEnded(subscription)) return false;
  const card = await cardOf(store, subscription);
  return card !== undefined && asksEachTime(card);
}

/** The payer has confirmed the payment of an invoice at their bank. */
export async function confirmInvoice(store: Store, invoice: SandboxObject): Promise<void> {
  if (await isToBeConfirmed(store, invoice)) await tryPayment(store, invoice, true);
}

/** Renews a subscription before its time, without the draft's hour: paid, or (card declined) left open. */
export async function renewNow(
  store: Store,
  subscription: SandboxObject,
  succeeds: boolean,
): Promise<SandboxObject> {
  const { latest_invoice } = subscription;
  const invoice = await startNextPeriod(store, subscription);
  if (!invoice) return need(store, latest_invoice);
  if (invoice.status !== 'draft') return invoice;
  if (await finalizeInvoice(store, invoice)) await tryPayment(store, invoice, succeeds);
  return need(store, invoice.id);
}
