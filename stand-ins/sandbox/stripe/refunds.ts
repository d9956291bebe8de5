import { need, newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { move } from '#stand-ins/sandbox/stripe/balance.ts';
import { behaviourOfCard } from '#stand-ins/sandbox/stripe/cards.ts';
import { isHeld } from '#stand-ins/sandbox/stripe/disputes.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { ApiError } from '#stand-ins/sandbox/stripe/parameters.ts';

/** How long a bank takes to take a refund, or to send it back. */
const bankSeconds = 24 * 3600;

/** Gives money of a charge back. @throws {ApiError} when the bank holds it, or no more of it is left. */
export async function refund(
  store: Store,
  charge: SandboxObject,
  input: { amount?: number; reason?: unknown; metadata: Record<string, string> },
): Promise<SandboxObject> {
  const open = Number(charge.amount) - Number(charge.amount_refunded);
  const amount = input.amount ?? open;
  if (await isHeld(store, charge))
    throw new ApiError(
      400,
      'charge_disputed',
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    );
  if (open === 0)
    throw new ApiError(400, 'charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  if (amount > open)
    throw new ApiError(
      400,
      'amount_too_large',
      'Refund amount is greater than unrefunded amount on charge.',
      'amount',
    );
  const method = charge.payment_method ? await store.get(String(charge.payment_method)) : undefined;
  const behaviour = behaviourOfCard(method);
  const created = newObject(store, 're', 'refund', {
    amount,
    balance_transaction: null,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method ?? null,
    currency: charge.currency,
    customer: charge.customer,
    reason: input.reason ?? null,
    receipt_number: null,
    status: behaviour === 'refunds_later' ? 'pending' : 'succeeded',
    metadata: input.metadata,
  });
  if (created.status === 'succeeded')
    created.balance_transaction = (await move(store, created, 'refund', -amount)).id;
  setRefunded(charge, Number(charge.amount_refunded) + amount);
  await store.put(charge);
  await store.put(created);
  await emit(store, 'charge.refunded', charge);
  await emit(store, 'refund.created', created);
  if (behaviour === 'refunds_later' || behaviour === 'refuses_refund')
    await store.schedule(store.now + bankSeconds, 'stripe.settle-refund', created.id);
  return created;
}

function setRefunded(charge: SandboxObject, amount: number): void {
  Object.assign(charge, { amount_refunded: amount, refunded: amount === charge.amount });
}

/** What becomes of a refund at the bank: it takes it, or sends the money back to the seller. */
export async function settleRefund(store: Store, refunded: SandboxObject): Promise<void> {
  if (refunded.status === 'pending') {
    refunded.status = 'succeeded';
    refunded.balance_transaction = (await move(store, refunded, 'refund', -Number(refunded.amount))).id;
    await store.put(refunded);
    await emit(store, 'refund.updated', refunded);
    return;
  }
  if (refunded.status !== 'succeeded') return;
  const charge = await need(store, refunded.charge);
  const { id: back } = await move(store, refunded, 'refund_failure', Number(refunded.amount));
  Object.assign(refunded, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: back,
  });
  setRefunded(charge, Number(charge.amount_refunded) - Number(refunded.amount));
  await store.put(charge);
  await store.put(refunded);
  await emit(store, 'refund.updated', refunded);
  await emit(store, 'refund.failed', refunded);
}
