import { notificationMails } from '#app/domain/core/notifications/mails.ts';
import { assignmentMails } from '#app/domain/learning/assignments/mails.ts';
import { courseMails } from '#app/domain/learning/courses/mails.ts';
import { emailCourseMails } from '#app/domain/learning/email-course/mails.ts';
import { webhookMails } from '#app/domain/operating/devops/webhooks/mails.ts';
import { letterMails } from '#app/domain/operating/letters/mails.ts';
import { userMails } from '#app/domain/operating/users/mails.ts';
import { accountMails } from '#app/domain/people/accounts/mails.ts';
import { personalDataMails } from '#app/domain/people/personal-data/mails.ts';
import { safetyMails } from '#app/domain/people/safety/mails.ts';
import { affiliateMails } from '#app/domain/programme/affiliates/mails.ts';
import { commissionMails } from '#app/domain/programme/commissions/mails.ts';
import { payoutMails } from '#app/domain/programme/payouts/mails.ts';
import { publishingMails } from '#app/domain/publishing/mails.ts';
import { cancellationMails } from '#app/domain/selling/billing/mails/cancellation.ts';
import { pauseMails } from '#app/domain/selling/billing/mails/pause.ts';
import { purchaseMails } from '#app/domain/selling/billing/mails/purchase.ts';
import { refundMails } from '#app/domain/selling/billing/mails/refund.ts';
import { renewalMails } from '#app/domain/selling/billing/mails/renewal.ts';
import { disputeMails } from '#app/domain/selling/disputes/mails.ts';
import { giftMails } from '#app/domain/selling/gifts/mails.ts';
import { priceChangeMails } from '#app/domain/selling/price-changes/mails.ts';
import { receiptMails } from '#app/domain/selling/receipts/mails.ts';
import { teamMails } from '#app/domain/selling/teams/mails.ts';
import { ticketMails } from '#app/domain/talk/support/mails.ts';

/** Every mail of the product; each is a function in the `mails.ts` of the room that sends it. */
export const mails = {
  ...notificationMails,
  ...courseMails,
  ...assignmentMails,
  ...emailCourseMails,
  ...webhookMails,
  ...letterMails,
  ...publishingMails,
  ...userMails,
  ...accountMails,
  ...personalDataMails,
  ...safetyMails,
  ...affiliateMails,
  ...commissionMails,
  ...payoutMails,
  ...cancellationMails,
  ...purchaseMails,
  ...refundMails,
  ...pauseMails,
  ...renewalMails,
  ...disputeMails,
  ...giftMails,
  ...priceChangeMails,
  ...teamMails,
  ...receiptMails,
  ...ticketMails,
};

type MailData = { [T in keyof typeof mails]: Parameters<(typeof mails)[T]>[0] };

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates extends MailData {}
}
