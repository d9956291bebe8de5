/**
 * The mails the product sends and what each is made from: a template's data is the parameter of the function that writes it.
 * app/program/mails.ts lists the functions and fills this in, by `declare module`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: app/program/mails.ts fills it.
export interface MailTemplates {}

export type MailTemplate = keyof MailTemplates;

/**
 * Which mails wait behind each other. Each lane has connections of its own: what lets people into their accounts never waits behind
 * receipts, and neither waits behind letters to many.
 */
export type MailLane = 'security' | 'transactional' | 'bulk';

/** What is known of whom a mail goes to. */
export interface MailRecipient {
  /** Whether somebody has proven that the address is theirs. One that is not gets fixed words only: nobody's own (P189). */
  isVerified: boolean;
}

/** A mail ready to be sent. */
export interface RenderedMail {
  /** `transactional` where left out. */
  lane?: MailLane;
  subject: string;
  html: string;
  text: string;
  /** Header fields besides the usual ones. */
  headers: Record<string, string>;
}

export type MailRenderer = <T extends MailTemplate>(
  template: T,
  data: MailTemplates[T],
  recipient: MailRecipient,
) => RenderedMail;
