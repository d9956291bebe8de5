import { tryEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import type { EventOutcome, Tried } from '#app/domain/selling/payment-events/event-outcome.ts';
import { keepWaiting } from '#app/domain/selling/payment-events/waiting-events.server.ts';
import { log } from '#app/platform/log.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type ProviderEvent } from '#app/platform/payments/port.ts';

const words: Partial<Record<EventOutcome, string>> = {
  orphan: 'a payment event names nobody we know',
  unapplied: 'a payment event could not be applied',
};

/**
 * The one door for what providers tell, by webhook, in their list, or kept from before: reads an event and applies it, once. One that
 * cannot be applied now is kept, to be applied again. @throws while the database cannot be reached
 */
export async function receiveEvent(event: ProviderEvent): Promise<EventOutcome> {
  const { outcome, error } = await readAndTry(event);
  if (outcome !== 'retry' && outcome !== 'orphan' && outcome !== 'unapplied') return outcome;
  const attempts = await keepWaiting(event, outcome, error);
  const { id: eventId, type } = event;
  // It is tried again every few minutes, which need not be said each time.
  const said = words[outcome];
  if (said && attempts === 1) log().error({ eventId, type, error }, said);
  return outcome;
}

async function readAndTry(event: ProviderEvent): Promise<Tried> {
  try {
    return await tryEvent(await provider(event.provider).readEvent(event));
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    // The provider could not be asked for what the event leaves out; or it is of a form that this release does not know.
    return { outcome: error.code === 'bad_event' ? 'unapplied' : 'retry', error: error.code };
  }
}
