import type { SuppressionReason } from '#app/platform/database/generated/enums.ts';

/** Why an address is on the suppression list, as admins read it. */
export const suppressionReasons: Readonly<Record<SuppressionReason, string>> = {
  bounce: 'Hard bounce',
  complaint: 'Spam complaint',
  manual: 'Added by an admin',
};

/** Who reported it. */
const sources: Readonly<Record<string, string>> = {
  postmark: 'Postmark',
  resend: 'Resend',
  mailgun: 'Mailgun',
  ses: 'Amazon SES',
  mailbox: 'Returned email',
  admin: 'Admin',
};

export const sourceName = (source: string): string => sources[source] ?? source;
