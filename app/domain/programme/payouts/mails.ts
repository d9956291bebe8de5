import { type LastPayout, lastPayoutSteps } from '#app/domain/programme/payouts/last-payout-mails.ts';
import type { Mails } from '#app/platform/mail/content.ts';
import { mailDay as day, mailMoney as money } from '#app/platform/mail/wording.ts';

/** A payout, as every mail about it needs it; integer cents. */
interface PayoutSummary {
  name: string;
  number: number;
  cents: number;
  currency: string;
  email: string;
  statementUrl: string;
}

export const payoutMails = {
  'confirm-payout-address': ({ confirmUrl, hours }: { name: string; confirmUrl: string; hours: number }) => ({
    subject: 'Please confirm where your commissions are paid',
    paragraphs: [
      'Somebody, hopefully you, entered this address as the PayPal account to which their commissions are paid. Nothing is paid to it before it is confirmed:',
    ],
    action: { label: 'Confirm this address', url: confirmUrl },
    closing: `The link works once, for ${hours} hours. If you do not know what this is about, ignore this email.`,
  }),
  'payout-address-changed': (mail: { name: string; email: string; usableFrom: Date; centreUrl: string }) => ({
    subject: `Your commissions will be paid to another address from ${day(mail.usableFrom)}`,
    paragraphs: [
      `The PayPal address of your account was changed${mail.email ? ` to ${mail.email}` : ''}. Until ${day(mail.usableFrom)} nothing is paid to the new one.`,
      'If that was not you, undo the change in the affiliate center, choose a new password, and write to us:',
    ],
    action: { label: 'Look at the change', url: mail.centreUrl },
  }),
  'payout-paid': (mail: PayoutSummary & { isByHand: boolean }) => ({
    subject: `${money(mail.cents, mail.currency)} of commission was paid to you`,
    paragraphs: [
      mail.isByHand
        ? `We have paid you ${money(mail.cents, mail.currency)}. Statement ${mail.number} names the payment and every commission in it.`
        : `We have paid you ${money(mail.cents, mail.currency)} by PayPal${mail.email ? `, to ${mail.email}` : ''}. Statement ${mail.number} lists every commission in it.`,
    ],
    action: { label: `Open statement ${mail.number}`, url: mail.statementUrl },
  }),
  'payout-unclaimed': ({ cents, currency, email, statementUrl }: PayoutSummary) => ({
    subject: `${money(cents, currency)} wait for you at PayPal`,
    paragraphs: [
      `We have sent ${money(cents, currency)} to ${email || 'your PayPal address'}, and PayPal says that nobody has claimed them: there is no account of this address, or it was not confirmed there.`,
      'Sign in to PayPal, or open an account with this address. After 30 days PayPal sends the money back, and it is in your balance again.',
    ],
    action: { label: 'Open the statement', url: statementUrl },
  }),
  /** To the operator: `isOver` where nothing of it can have been paid, or nobody can know. */
  'payouts-refused': (mail: {
    batchId: string;
    count: number;
    /** Integer cents of the catalogue's currency. */
    cents: number;
    why: string;
    isOver: boolean;
    siteUrl: string;
  }) => ({
    subject: `${mail.count === 1 ? 'A payout' : `${mail.count} payouts`} of ${money(mail.cents, 'usd')} could not be sent`,
    greeting: 'Hello,',
    paragraphs: [
      `PayPal did not take batch ${mail.batchId}. ${mail.why}`,
      mail.isOver
        ? 'Nothing of it is on its way through this site. It can be sent again, paid by hand, or taken back into the balances. What was merely refused is also tried again by itself, once a day.'
        : 'An earlier try of the same batch may have arrived, so it is tried again by the same id, every quarter of an hour: nothing is paid twice. Please look at the activity of the PayPal account.',
    ],
    action: { label: 'Open the site', url: mail.siteUrl },
  }),
  'payout-returned': (mail: PayoutSummary & { why: string | null }) => ({
    subject: `A payout of ${money(mail.cents, mail.currency)} came back`,
    paragraphs: [
      `Payout ${mail.number} of ${money(mail.cents, mail.currency)}${mail.email ? ` to ${mail.email}` : ''} did not arrive.${mail.why ? ` The reason given: ${mail.why}` : ''}`,
      'The money is in your approved balance again. Please look at the payout address before you ask for it once more.',
    ],
    action: { label: 'Open the statement', url: mail.statementUrl },
  }),
  'last-payout': (payout: LastPayout) => ({
    ...lastPayoutSteps[payout.step](payout),
    ...(['withheld', 'given_up', 'unclaimed'].includes(payout.step)
      ? {}
      : {
          action: {
            label: payout.payoutEmail ? 'See your last payout' : 'Add a PayPal address',
            url: payout.url,
          },
        }),
  }),
} satisfies Mails;
