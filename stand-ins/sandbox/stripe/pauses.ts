import type { SandboxObject, Store } from '#stand-ins/sandbox/store.ts';
import { asMetadata } from '#stand-ins/sandbox/stripe/endpoint.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { itemOf } from '#stand-ins/sandbox/stripe/items.ts';
import { lineOfPeriod } from '#stand-ins/sandbox/stripe/lines.ts';
import { ApiError, asRecord, type Params, wholeNumber } from '#stand-ins/sandbox/stripe/parameters.ts';
import { periodAfter } from '#stand-ins/sandbox/stripe/period.ts';
import { invoiceNow, refuseUnpayable } from '#stand-ins/sandbox/stripe/renewal.ts';

// A pause of collection: the invoices of that time are void, the periods follow each other, and the subscription stays active.

interface PauseCollection {
  behavior: string;
  resumes_at: number | null;
}

const invalid = (message: string, param: string) => new ApiError(400, 'parameter_invalid', message, param);

/** @throws {ApiError} for a behavior that the sandbox does not have, and a time that is over */
function readPause(store: Store, value: unknown): PauseCollection | null {
  if (value === '') return null;
  const { behavior, resumes_at } = asRecord(value);
  if (behavior !== 'void')
    throw invalid('The sandbox voids the invoices of a pause.', 'pause_collection[behavior]');
  const resumesAt =
    resumes_at === undefined ? null : wholeNumber(resumes_at, 'pause_collection[resumes_at]', 1);
  if (resumesAt !== null && resumesAt <= store.now)
    throw invalid(
      'Timestamp must be an integer Unix timestamp in the future.',
      'pause_collection[resumes_at]',
    );
  return { behavior, resumes_at: resumesAt };
}

/** What is left of metadata after a change of it: an empty text takes a name away. */
function changedMetadata(subscription: SandboxObject, change: unknown): Record<string, string> {
  const merged = { ...asMetadata(subscription.metadata), ...asMetadata(change) };
  return Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== ''));
}

/**
 * Pauses or resumes collection; with `billing_cycle_anchor` a period begins now and is invoiced now.
 * @throws {ApiError} where the payment of that is refused, if that is to be an error: then nothing has changed
 */
export async function changeCollection(
  store: Store,
  subscription: SandboxObject,
  params: Params,
): Promise<SandboxObject> {
  const {
    pause_collection,
    billing_cycle_anchor: anchor,
    proration_behavior,
    payment_behavior,
    metadata,
  } = params;
  const isAnchored = anchor !== undefined;
  if (isAnchored && (asRecord(anchor).type !== 'now' || proration_behavior !== 'none'))
    throw invalid('The sandbox begins a period now, without prorations.', 'billing_cycle_anchor[type]');
  const pause =
    pause_collection === undefined
      ? ((subscription.pause_collection ?? null) as PauseCollection | null)
      : readPause(store, pause_collection);
  if (isAnchored && payment_behavior === 'error_if_incomplete') await refuseUnpayable(store, subscription);
  subscription.pause_collection = pause;
  if (metadata !== undefined) subscription.metadata = changedMetadata(subscription, metadata);
  if (pause?.resumes_at) await store.schedule(pause.resumes_at, 'stripe.resume', subscription.id);
  if (isAnchored) {
    const item = itemOf(subscription);
    item.current_period_start = store.now;
    item.current_period_end = periodAfter(item.price, store.now);
    subscription.billing_cycle_anchor = store.now;
    await store.schedule(item.current_period_end, 'stripe.renew', subscription.id);
  }
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
  if (isAnchored) await invoiceNow(store, subscription, [lineOfPeriod(subscription)]);
  return subscription;
}

/** Collection resumes, if it still is to at that time. */
export async function resumeDue(store: Store, subscription: SandboxObject): Promise<void> {
  const pause = subscription.pause_collection as PauseCollection | null | undefined;
  if (!pause?.resumes_at || pause.resumes_at > store.now) return;
  subscription.pause_collection = null;
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
}
