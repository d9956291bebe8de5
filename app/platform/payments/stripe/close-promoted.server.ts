import type Stripe from 'stripe';
import { unlessMissing } from '#app/platform/payments/stripe/missing-object.server.ts';
import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';
import { idOf } from '#app/platform/payments/stripe/values.ts';

/** What a buyer began, by what the site wrote to it. */
interface Begun {
  metadata: Stripe.Metadata | null;
  /** Seconds. */
  created: number;
}

/** Statuses of a payment that is made, or is being made. */
const paidStatuses: readonly string[] = ['succeeded', 'processing', 'requires_capture'];

/**
 * Has a customer's purchases that began with a code not be paid any more: hosted pages, the first invoices of subscriptions, and payments.
 * Each call refuses what was paid in this moment, so that nobody pays for what is closed. `paid` where one was.
 */
export async function closePromoted(
  stripe: Stripe,
  customer: string,
  isOfCode: (begun: Begun) => boolean,
): Promise<'closed' | 'paid'> {
  const list = { customer, limit: 100 } as const;
  const sessions = await unlessMissing(stripe.checkout.sessions.list({ ...list, status: 'open' }));
  for (const { id } of sessions?.data.filter(isOfCode) ?? [])
    await unlessRefused(stripe.checkout.sessions.expire(id));
  const subscriptions = await unlessMissing(stripe.subscriptions.list({ ...list, status: 'all' }));
  let isPaid = false;
  for (const { latest_invoice } of subscriptions?.data.filter(isOfCode) ?? [])
    isPaid = (await voidUnlessPaid(stripe, idOf(latest_invoice))) === 'paid' || isPaid;
  const intents = await unlessMissing(stripe.paymentIntents.list(list));
  for (const { id } of intents?.data.filter(isOfCode) ?? [])
    isPaid = (await cancelUnlessPaid(stripe, id)) === 'paid' || isPaid;
  return isPaid ? 'paid' : 'closed';
}

/** Canceling the subscription would end one that is paid in this moment; an invoice that is paid cannot be voided. */
export async function voidUnlessPaid(stripe: Stripe, id: string | null): Promise<'closed' | 'paid'> {
  if (!id) return 'closed';
  const read = () => stripe.invoices.retrieve(id);
  const { status } = await read();
  if (status !== 'open') return status === 'paid' ? 'paid' : 'closed';
  const last = (await unlessRefused(stripe.invoices.voidInvoice(id))) ?? (await read());
  return last.status === 'paid' ? 'paid' : 'closed';
}

async function cancelUnlessPaid(stripe: Stripe, id: string): Promise<'closed' | 'paid'> {
  const read = () => stripe.paymentIntents.retrieve(id);
  const { status } = await read();
  if (paidStatuses.includes(status)) return 'paid';
  if (status === 'canceled') return 'closed';
  const last = (await unlessRefused(stripe.paymentIntents.cancel(id))) ?? (await read());
  return paidStatuses.includes(last.status) ? 'paid' : 'closed';
}

/** What a call answers; null where it was refused for how things stand there by now. */
async function unlessRefused<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof stripeSdk().errors.StripeInvalidRequestError) return null;
    throw error;
  }
}
