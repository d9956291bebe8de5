import { createHash } from 'node:crypto';
import { need, newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import type { CardInput, CardProblem } from '#stand-ins/sandbox/stripe/cards.ts';
import { behaviourOf, cardProblems } from '#stand-ins/sandbox/stripe/cards.ts';
import { countRedemption } from '#stand-ins/sandbox/stripe/discounts.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { createSubscription } from '#stand-ins/sandbox/stripe/lifecycle.ts';
import { createIntent, refuse, settle } from '#stand-ins/sandbox/stripe/money.ts';
import { isTaxed, reductionsOf } from '#stand-ins/sandbox/stripe/session-totals.ts';

/** What became of an attempt to pay. */
type PaymentOutcome =
  | { kind: 'succeeded' }
  | { kind: 'requires_action'; intentId: string }
  | { kind: 'refused'; problems: CardProblem[] };

const declined: CardProblem = { code: 'card_declined', message: 'Your card was declined.', field: 'number' };

/** The same for the same card, whoever pays with it. There are few test numbers: date and check number tell them apart too. */
const fingerprintOf = ({ number, expiry, cvc }: CardInput) =>
  createHash('sha256')
    .update([number, expiry, cvc].map((text) => text.replace(/\D/g, '')).join(' '))
    .digest('base64url')
    .slice(0, 16);

/** The provider's object for a card; of its number it holds the last digits alone. */
async function keepCard(store: Store, card: CardInput, customer: string): Promise<SandboxObject> {
  const [, month, year] = /^\s*(\d{1,2})\s*(?:\/\s*)?(\d+)\s*$/.exec(card.expiry) ?? [];
  const method = newObject(store, 'pm', 'payment_method', {
    type: 'card',
    customer,
    sandbox_behaviour: behaviourOf(card.number),
    card: {
      last4: card.number.replace(/\D/g, '').slice(-4),
      brand: 'visa',
      exp_month: Number(month),
      exp_year: Number(year) + (year?.length === 2 ? 2000 : 0),
      fingerprint: fingerprintOf(card),
      country: 'US',
    },
  });
  await store.put(method);
  return method;
}

/** Puts a card in the place of the customer's. What is still to be paid is tried with it the next time that the provider tries. */
export async function replaceCard(store: Store, customer: string, card: CardInput): Promise<CardProblem[]> {
  const problems = cardProblems(card, new Date(store.now * 1000));
  if (problems.length > 0) return problems;
  if (behaviourOf(card.number) === 'declined') return [declined];
  const method = await keepCard(store, card, customer);
  await setDefaultCard(store, customer, method.id);
  return [];
}

/** Makes a card the one that pays a customer's invoices. */
export async function setDefaultCard(store: Store, id: string, method: string): Promise<SandboxObject> {
  const customer = await need(store, id);
  customer.invoice_settings = { default_payment_method: method };
  await store.put(customer);
  await emit(store, 'customer.updated', customer);
  return customer;
}

/** Tries a card on a payment intent. Paying twice pays once. */
export async function tryCard(
  store: Store,
  intent: SandboxObject,
  card: CardInput,
  returnUrl: string,
): Promise<PaymentOutcome> {
  if (intent.status === 'succeeded') return { kind: 'succeeded' };
  const problems = cardProblems(card, new Date(store.now * 1000));
  if (problems.length > 0) return { kind: 'refused', problems };
  const behaviour = behaviourOf(card.number);
  const isKeptOnly = intent.object === 'setup_intent';
  if (behaviour === 'declined' || (behaviour === 'attaches_only' && !isKeptOnly)) {
    await refuse(store, intent, {
      code: declined.code,
      message: declined.message,
      decline_code: 'generic_decline',
    });
    return { kind: 'refused', problems: [declined] };
  }
  intent.payment_method = (await keepCard(store, card, String(intent.customer))).id;
  if (behaviour === 'requires_action' || behaviour === 'always_requires_action') {
    Object.assign(intent, {
      status: 'requires_action',
      sandbox_return_url: returnUrl,
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { url: `/sandbox/confirm/${intent.id}`, return_url: returnUrl },
      },
    });
    await store.put(intent);
    return { kind: 'requires_action', intentId: intent.id };
  }
  await settle(store, intent);
  return { kind: 'succeeded' };
}

/** The answer to the confirmation step: goes through, or counts as a refusal. A second answer changes nothing. */
export async function completeAction(store: Store, intent: SandboxObject, succeeds: boolean): Promise<void> {
  if (intent.status !== 'requires_action') return;
  if (succeeds) {
    await settle(store, intent);
    // The browser may never come back from here; what was bought at a hosted checkout is bought.
    const sessions = await store.find('checkout.session', await soldBy(store, intent));
    for (const session of sessions) await completeSession(store, session);
  } else
    await refuse(store, intent, {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
}

/** By what a hosted checkout is found from its payment intent. */
async function soldBy(store: Store, intent: SandboxObject): Promise<Record<string, unknown>> {
  if (intent.object === 'setup_intent') return { setup_intent: intent.id };
  if (!intent.sandbox_invoice) return { payment_intent: intent.id };
  const { parent } = await need(store, intent.sandbox_invoice);
  const { subscription_details } = parent as { subscription_details: { subscription: string } };
  return { subscription: subscription_details.subscription };
}

/** The payment intent of a hosted checkout: made at the first attempt to pay, with the subscription if it is one. */
export async function intentOfSession(store: Store, session: SandboxObject): Promise<SandboxObject> {
  if (session.mode === 'payment') return singleIntent(store, session);
  if (session.amount_total === 0) return setupIntent(store, session);
  if (!session.subscription) {
    await beginSubscription(store, session, null);
  }
  const subscription = await need(store, session.subscription);
  const invoice = await need(store, subscription.latest_invoice);
  return need(store, invoice.sandbox_intent);
}

/** Begins what a hosted checkout sells by subscription. */
async function beginSubscription(store: Store, session: SandboxObject, card: string | null): Promise<void> {
  const subscription = await createSubscription(store, {
    customer: String(session.customer),
    price: await need(store, session.sandbox_price),
    quantity: Number(session.sandbox_quantity ?? 1),
    ...(session.sandbox_added ? { added: await need(store, session.sandbox_added) } : {}),
    metadata: session.sandbox_subscription_metadata as Record<string, string>,
    reductions: reductionsOf(session),
    isTaxed: isTaxed(session),
    card,
  });
  session.subscription = subscription.id;
  await store.put(session);
}

/** The card that is to pay what costs nothing today is kept by a setup intent. */
async function setupIntent(store: Store, session: SandboxObject): Promise<SandboxObject> {
  if (session.setup_intent) return need(store, session.setup_intent);
  const intent = newObject(store, 'seti', 'setup_intent', {
    customer: session.customer,
    metadata: {},
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: null,
    usage: 'off_session',
  });
  await store.put(intent);
  session.setup_intent = intent.id;
  await store.put(session);
  return intent;
}

async function singleIntent(store: Store, session: SandboxObject): Promise<SandboxObject> {
  if (session.payment_intent) return need(store, session.payment_intent);
  const { currency, customer } = session;
  const intent = await createIntent(store, {
    amount: Number(session.amount_total),
    currency,
    customer,
    metadata: session.sandbox_intent_metadata as Record<string, string>,
  });
  session.payment_intent = intent.id;
  await store.put(session);
  return intent;
}

/** Closes a hosted checkout whose payment went through, once. */
export async function completeSession(store: Store, session: SandboxObject): Promise<void> {
  if (session.status === 'complete') return;
  const isFree = session.amount_total === 0;
  if (isFree && session.mode === 'subscription') {
    const { payment_method } = await need(store, session.setup_intent);
    await beginSubscription(store, session, String(payment_method));
  }
  const subscription = session.subscription ? await need(store, session.subscription) : undefined;
  // Those of a subscription are counted with it.
  if (!subscription) for (const reduction of reductionsOf(session)) await countRedemption(store, reduction);
  Object.assign(session, {
    status: 'complete',
    payment_status: isFree ? 'no_payment_required' : 'paid',
    invoice: subscription?.latest_invoice ?? null,
  });
  await store.put(session);
  await emit(store, 'checkout.session.completed', session);
}

/** A hosted checkout that nobody paid within a day is over; so is the subscription begun by it. */
export async function expireSession(store: Store, session: SandboxObject): Promise<void> {
  if (session.status !== 'open') return;
  Object.assign(session, { status: 'expired', url: null });
  await store.put(session);
  await emit(store, 'checkout.session.expired', session);
}
