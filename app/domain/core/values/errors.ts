/** What a domain command can refuse with; one place (app/routes/http/domain-errors.server.ts) turns it into a status and words. */
export type RefusalKind = 'not_found' | 'not_allowed' | 'conflict' | 'invalid' | 'unavailable';

/** A request the domain refuses, with a message meant for the user. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  /** The form field the message belongs to, if it is about one. */
  readonly field: string | undefined;

  constructor(kind: RefusalKind, message: string, field?: string) {
    super(message);
    this.kind = kind;
    this.field = field;
  }
}
