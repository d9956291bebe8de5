import { need, newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { move } from '#stand-ins/sandbox/stripe/balance.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { ApiError } from '#stand-ins/sandbox/stripe/parameters.ts';

/** Statuses of an inquiry, by which the bank asks and takes nothing yet. */
const isInquiry = (status: unknown) => String(status).startsWith('warning_');

const isOpen = (status: unknown) => status === 'needs_response' || status === 'warning_needs_response';

/** Whether a bank holds or has taken the money of a charge, or a part of it. */
export async function isHeld(store: Store, charge: SandboxObject): Promise<boolean> {
  const disputes = await store.find('dispute', { charge: charge.id });
  return disputes.some(({ status }) => !isInquiry(status) && status !== 'won');
}

/** The cardholder's bank takes a charge back, or a part of it, or (an inquiry) only asks about it. */
export async function dispute(
  store: Store,
  charge: SandboxObject,
  input: { amount?: number; isInquiry?: boolean } = {},
): Promise<SandboxObject> {
  const amount = input.amount ?? Number(charge.amount);
  if (amount > Number(charge.amount))
    throw new ApiError(400, 'amount_too_large', 'That is more than was charged.', 'amount');
  const created = newObject(store, 'dp', 'dispute', {
    amount,
    balance_transactions: [],
    charge: charge.id,
    payment_intent: charge.payment_intent,
    currency: charge.currency,
    is_charge_refundable: input.isInquiry ?? false,
    reason: input.isInquiry ? 'general' : 'fraudulent',
    status: input.isInquiry ? 'warning_needs_response' : 'needs_response',
    metadata: {},
  });
  if (!input.isInquiry) await withdraw(store, created);
  await store.put({ ...charge, disputed: true });
  await store.put(created);
  await emit(store, 'charge.dispute.created', created);
  if (!input.isInquiry) await emit(store, 'charge.dispute.funds_withdrawn', created);
  return created;
}

/** Writes to a dispute what it moved of the seller's balance. */
async function addMove(
  store: Store,
  disputed: SandboxObject,
  kind: 'dispute' | 'dispute_reversal',
  cents: number,
): Promise<void> {
  const transaction = await move(store, disputed, kind, cents);
  disputed.balance_transactions = [...(disputed.balance_transactions as SandboxObject[]), transaction];
}

const withdraw = (store: Store, disputed: SandboxObject) =>
  addMove(store, disputed, 'dispute', -Number(disputed.amount));

/** An inquiry becomes a dispute: now the bank takes the money. */
export async function escalate(store: Store, disputed: SandboxObject): Promise<SandboxObject> {
  if (disputed.status !== 'warning_needs_response') return disputed;
  Object.assign(disputed, { status: 'needs_response', reason: 'fraudulent', is_charge_refundable: false });
  await withdraw(store, disputed);
  await store.put(disputed);
  await emit(store, 'charge.dispute.updated', disputed);
  await emit(store, 'charge.dispute.funds_withdrawn', disputed);
  return disputed;
}

/** The bank decides a dispute, or closes an inquiry. One that is decided stays so. */
export async function closeDispute(
  store: Store,
  disputed: SandboxObject,
  status: string,
): Promise<SandboxObject> {
  if (!isOpen(disputed.status)) return disputed;
  disputed.status = status;
  if (status === 'won') await addMove(store, disputed, 'dispute_reversal', Number(disputed.amount));
  await store.put(disputed);
  if (status === 'won') {
    await store.put({ ...(await need(store, disputed.charge)), disputed: false });
    await emit(store, 'charge.dispute.funds_reinstated', disputed);
  }
  await emit(store, 'charge.dispute.closed', disputed);
  return disputed;
}
