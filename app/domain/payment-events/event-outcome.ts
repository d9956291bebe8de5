/** What became of an event: `retry` asks the provider to send it again later, because it came before what it is about. */
export type EventOutcome = 'applied' | 'duplicate' | 'ignored' | 'retry';

/** Thrown for an event that came before what it is about: nothing of it is kept. */
export class TooEarly extends Error {}

/** Thrown for an event about a payment that is not known: it came before its payment, or is none of the site's. Nothing is kept. */
export class UnknownPayment extends Error {}
