/**
 * The mails the product sends and what each is made from. Each is declared by the room that sends it, by `declare module` in a file
 * `mails.ts`; app/emails words them, and does not compile while one is missing.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it.
export interface MailTemplates {}

export type MailTemplate = keyof MailTemplates;

/** A mail ready to be sent. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** Header fields besides the usual ones. */
  headers: Record<string, string>;
}

export type MailRenderer = <T extends MailTemplate>(template: T, data: MailTemplates[T]) => RenderedMail;
