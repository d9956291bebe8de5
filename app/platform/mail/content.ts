/** A receipt or credit note, as a mail shows it. Money is integer cents. */
export interface MailedReceipt {
  kind: 'receipt' | 'credit_note';
  number: string;
  /** What it says of the document it refers to. */
  reference: string | null;
  issuedAt: Date;
  paidAt: Date;
  /** Such as "by card". */
  paidWith: string;
  seller: { name: string; address: string; taxId: string };
  lines: { description: string; netCents: number }[];
  taxCents: number;
  totalCents: number;
  currency: string;
  url: string;
}

/** Keeps the mails about one ticket together, in a mail program and here. */
export interface MailThreading {
  messageId: string;
  /** Of the mail that this one answers, and of those before. */
  inReplyTo?: string;
  references?: string;
  /** Where a reply by mail finds its ticket; left out if the site reads no mailbox. */
  replyTo?: string;
}

/** What a mail says, before it is HTML or text. */
export interface MailContent {
  subject: string;
  /** What mail programs show beside the subject. */
  preheader?: string;
  /** Shown above the greeting. */
  title?: { eyebrow: string; text: string };
  /** Left out, the recipient is greeted by the `name` among the mail's data. */
  greeting?: string;
  paragraphs: string[];
  /** Long content: HTML with inline styles, and the same as text. */
  body?: { html: string; text: string };
  /** The receipt or credit note that belongs to the mail; shown below the button. */
  receipt?: MailedReceipt | null;
  action?: { label: string; url: string };
  /** Shown below the button. */
  closing?: string;
  /** A second link, below that. */
  further?: { text: string; label: string; url: string };
  /** For bulk mail: the one-click unsubscribe link, shown with the sender at the foot and sent in the headers too. */
  unsubscribeUrl?: string;
  /** Where replies go, if not to the site. */
  replyTo?: string;
  threading?: MailThreading;
}

/** The mails of a room: a template's name, and the function that writes it. The function's parameter is the template's data. */
export type Mails = Record<string, (data: never) => MailContent>;
