/**
 * What became of an event: `retry` asks the provider to send it again later, because it came before what it is about; `unapplied`
 * too, because it could not be applied, which the log tells as an error.
 */
export type EventOutcome = 'applied' | 'duplicate' | 'ignored' | 'retry' | 'unapplied';

/** Why an event was ignored, as it is kept with the event. */
export type IgnoreNote =
  /** Names nothing of the catalogue: the account at the provider sells other things too. */
  | 'not_ours'
  /** Names something of ours, but nobody we know. */
  | 'payer_unknown';

/** What an event came to, inside its transaction. */
export type EventResult = { outcome: 'applied' | 'duplicate' } | { outcome: 'ignored'; note: IgnoreNote };

export const applied: EventResult = { outcome: 'applied' };
export const duplicate: EventResult = { outcome: 'duplicate' };
export const ignored = (note: IgnoreNote): EventResult => ({ outcome: 'ignored', note });

/** Thrown for an event that came before what it is about: nothing of it is kept. */
export class TooEarly extends Error {}

/** Thrown for an event about a payment that is not known: it came before its payment, or is none of the site's. Nothing is kept. */
export class UnknownPayment extends Error {}
