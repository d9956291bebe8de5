/** How far a mail of the outbox is. A skipped one was to go to an account that was erased, or is a letter to a mailbox that does not exist. */
export const mailStatuses = ['queued', 'sent', 'failed', 'skipped'] as const;
export type MailStatus = (typeof mailStatuses)[number];
