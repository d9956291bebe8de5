import type { MailedReceipt, Mails } from '#app/platform/mail/content.ts';
import { mailMoney as money } from '#app/platform/mail/wording.ts';

export const receiptMails = {
  /** Of a payment or of money that went back, where no other mail tells of it. */
  receipt: ({ receipt }: { name: string; receipt: MailedReceipt }) => ({
    subject:
      receipt.kind === 'receipt'
        ? `Your receipt ${receipt.number}: ${money(receipt.totalCents, receipt.currency)}`
        : `Your credit note ${receipt.number}: ${money(receipt.totalCents, receipt.currency)}`,
    paragraphs: [
      receipt.kind === 'receipt'
        ? receipt.reference
          ? 'Here is your receipt.'
          : `We have received your payment of ${money(receipt.totalCents, receipt.currency)}. Thank you!`
        : `${money(receipt.totalCents, receipt.currency)} of what you paid went back. Here is the credit note.`,
    ],
    receipt,
  }),
} satisfies Mails;
