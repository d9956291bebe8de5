import type {} from '#app/platform/mail/templates.ts';

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

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    /** Of a payment or of money that went back, where no other mail tells of it. */
    receipt: { name: string; receipt: MailedReceipt };
  }
}
