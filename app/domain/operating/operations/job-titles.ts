import type { JobName } from '#app/platform/jobs/kinds.ts';

/** What each kind of job does, as operators read it; it does not compile while one is missing. */
const jobTitles: Readonly<Record<JobName, string>> = {
  'announce-lapses': 'Warn affiliates whose own membership ends',
  'announce-renewals': 'Announce charges that change',
  'announce-trial-ends': 'Announce trials that are ending',
  'approve-commissions': 'Approve commissions after the waiting period',
  'chase-payments': 'Remind members of missing payments',
  'check-people-import': 'Check a file of people',
  'collect-purchase': 'Collect an approved payment',
  'count-click-days': 'Count affiliate clicks by day',
  'delete-accounts': 'Delete accounts that are due',
  'delete-expired': 'Delete expired data',
  'deliver-mail': 'Send an email',
  'embed-passages': 'Index the library for the assistant',
  'end-paid-periods': 'End memberships that have run out',
  'end-subscription': 'Cancel a subscription at the provider',
  'export-data': 'Prepare a copy of a member’s data',
  'finish-recoveries': 'Finish account recoveries',
  'follow-content': 'Update search after content changes',
  'forget-customer': 'Delete a customer at the provider',
  'forget-visitors': 'Delete old visitor records',
  'gather-payouts': 'Make payout batches',
  'import-people': 'Import people from a file',
  'issue-receipts': 'Issue missing receipts',
  'mail-receipts': 'Email receipts',
  'mail-registered': 'Email people who registered',
  'mail-reset-link': 'Email a password reset link',
  'mail-sign-in-link': 'Email a sign-in link',
  'mail-verification-code': 'Email a verification code to an app’s user',
  'make-refund': 'Pay a requested refund',
  'poll-payouts': 'Check payouts at PayPal',
  'prove-ledger': 'Check the commission ledger',
  'provision-prices': 'Create prices at the payment providers',
  'publish-promotion-code': 'Create a promotion code at the provider',
  'publish-scheduled': 'Publish scheduled content',
  'read-mailbox': 'Read replies from the mailbox',
  'reckon-past-payments': 'Calculate commissions of earlier payments',
  'reckon-seller': 'Recalculate a seller’s commissions',
  'reckon-standings': 'Update affiliate standings',
  'reconcile-payments': 'Compare payments with the provider',
  'record-fee': 'Record a provider’s fee',
  'refund-part': 'Refund part of a payment',
  'refund-payment': 'Refund a payment',
  'review-sources': 'List sources to check again',
  'roll-up-figures': 'Update analytics',
  'send-digests': 'Send notification digests',
  'send-email-course': 'Send email course letters',
  'send-payouts': 'Send payouts to PayPal',
  'send-push': 'Send browser notifications',
  'send-webhooks': 'Send outgoing webhooks',
  'settle-closings': 'Start and finish last payouts',
  'settle-roles': 'Update roles when access ends',
  'tell-new-pieces': 'Announce new content',
  'undo-people-import': 'Undo an import of people',
  'undo-subscription': 'Cancel and refund a subscription',
  'watch-cards': 'Warn about cards that expire',
};

/** The queue to which jobs go that failed for good. */
const deadLetters = 'given-up';

/** What a kind of job does, in a few words; a kind of another release is shown by its name. */
export function jobTitle(name: string): string {
  if (name === deadLetters) return 'Record jobs that failed for good';
  return Object.hasOwn(jobTitles, name) ? jobTitles[name as JobName] : name.replaceAll('-', ' ');
}
