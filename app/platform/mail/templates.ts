/** What every mail that thanks for a purchase is made from. */
export interface PurchaseConfirmation {
  name: string;
  /** What was bought. */
  title: string;
  amountCents: number;
  currency: string;
  guaranteeDays: number;
  /** Where what was bought is. */
  openUrl: string;
}

/** The mails the product sends and what each is made from. Rendered by app/emails. */
export interface MailTemplates {
  'verify-email': { name: string; verifyUrl: string };
  'reset-password': { name: string; resetUrl: string; expiresInMinutes: number };
  'password-changed': { name: string; resetUrl: string };
  'already-registered': { name: string; signInUrl: string; resetUrl: string };
  'membership-started': PurchaseConfirmation;
  'payment-failed': { name: string; amountCents: number; currency: string; billingUrl: string };
  'membership-canceled': {
    name: string;
    /** Canceled on the site's own page, not at the provider. */
    isAskedHere: boolean;
    /** Null when it ends at once, or the provider has not told the day. */
    accessEndsAt: Date | null;
    endsAtOnce: boolean;
    canBeKept: boolean;
    /** Nothing is open until a dispute is settled. */
    isDisputed: boolean;
    billingUrl: string;
  };
  'membership-kept': {
    name: string;
    amountCents: number;
    currency: string;
    nextPaymentAt: Date | null;
    billingUrl: string;
  };
  'membership-ended': { name: string; pricingUrl: string };
  'ebook-bought': PurchaseConfirmation;
  'payment-refunded': { name: string; amountCents: number; currency: string };
  'email-course-letter': {
    name: string;
    subject: string;
    preheader: string;
    title: string;
    month: number;
    monthCount: number;
    letter: { html: string; text: string };
    readUrl: string;
    unsubscribeUrl: string;
  };
}

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
