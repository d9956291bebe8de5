/**
 * What became of an event. Three kinds wait, and are tried again: `retry` came before what it is about, and is asked for again;
 * `orphan` names something of ours, but nobody we know; `unapplied` could not be applied, and is asked for again too.
 */
export type EventOutcome = 'applied' | 'duplicate' | 'ignored' | 'retry' | 'orphan' | 'unapplied';

/** An outcome, with what was said where something went wrong. */
export interface Tried {
  outcome: EventOutcome;
  error: string | null;
}

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

/** Thrown for an event about something of ours whose payer is not known: nothing of it is applied. */
export class PayerUnknown extends Error {}
