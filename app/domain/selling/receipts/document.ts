import { formatDay } from '#app/platform/date-format.ts';
import { isPlaceholderAddress } from '#app/platform/mail/placeholder-address.ts';

/** Whom a receipt is from or for. Address on as many lines as it was typed. */
export interface Party {
  name: string;
  address: string;
  /** Empty where none is known. */
  taxId: string;
}

/** A user's name, address and tax id as receipts of today show them; `details` is what they typed for that, if anything. */
export function partyOf(
  user: { name: string; email: string },
  details: { name: string; address: string; taxId: string } | null,
): Party {
  const { name = '', address = '', taxId = '' } = details ?? {};
  // The address of an erased account is a placeholder, and names nobody.
  const fallback = isPlaceholderAddress(user.email) ? 'Deleted account' : user.email;
  return { name: name || user.name || fallback, address, taxId };
}

/** Whether two parties read the same. */
export const isSameParty = (a: Party, b: Party): boolean =>
  a.name === b.name && a.address === b.address && a.taxId === b.taxId;

/** What was paid for: integer cents before tax. */
export interface ReceiptLine {
  description: string;
  /** The period that was paid for, as ISO times, where there is one. */
  periodStart: string | null;
  periodEnd: string | null;
  netCents: number;
}

/** A receipt or credit note, as it is shown. Money is integer cents; a credit note's too stands above zero. */
export interface ReceiptDocument {
  kind: 'receipt' | 'credit_note';
  number: string;
  reason: 'payment' | 'replacement' | 'refund' | 'chargeback' | 'returned';
  seller: Party;
  buyer: Party;
  lines: ReceiptLine[];
  netCents: number;
  taxCents: number;
  totalCents: number;
  currency: string;
  /** How it was paid, in words. */
  paidWith: string;
  paidAt: Date;
  issuedAt: Date;
  /** The number of the receipt it replaces or takes back from, or of the credit note whose money came back. */
  refersTo: string | null;
}

/** What a document says of the one it refers to; null where it refers to none. */
export function referenceText({
  reason,
  refersTo,
}: Pick<ReceiptDocument, 'reason' | 'refersTo'>): string | null {
  if (!refersTo) return null;
  const texts: Record<ReceiptDocument['reason'], string | null> = {
    payment: null,
    replacement: `Replaces receipt ${refersTo}, which is no longer valid.`,
    refund: `Refund. Refers to receipt ${refersTo}.`,
    chargeback: `Payment reversed by the bank after a dispute. Refers to receipt ${refersTo}.`,
    returned: `The money of credit note ${refersTo} came back to us.`,
  };
  return texts[reason];
}

/** Integer cents as receipts write money, always with cents. */
export const receiptMoney = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);

/** The period that a line is for, in words; null where it is for none. */
export function periodText({
  periodStart,
  periodEnd,
}: Pick<ReceiptLine, 'periodStart' | 'periodEnd'>): string | null {
  if (!periodStart || !periodEnd) return null;
  return `${formatDay(new Date(periodStart))} to ${formatDay(new Date(periodEnd))}`;
}

/** The number of a document: R-2026-000042, CN-2026-000007. */
export function receiptNumber(kind: ReceiptDocument['kind'], year: number, sequence: number): string {
  return `${kind === 'receipt' ? 'R' : 'CN'}-${year}-${String(sequence).padStart(6, '0')}`;
}

/** How much of a payment's tax goes back with so much of its amount: all of it with the whole. Integer cents. */
export function taxShare(payment: { amountCents: number; taxCents: number }, cents: number): number {
  return Math.round((payment.taxCents * cents) / payment.amountCents);
}
