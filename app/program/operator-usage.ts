/** The commands of `npm run operate`, each with its arguments and what it does, in the order in which `help` lists them. */
export const operatorUsage: Record<string, { args?: string; does: string }> = {
  help: { does: 'lists these commands' },
  backup: { args: '<new folder>', does: 'backs the database up, while the site runs' },
  restore: {
    args: '<folder>',
    does: 'restores a backup into an empty database, and proves that all of it is there',
  },
  move: {
    args: '[postgresql://...]',
    does: 'moves the embedded database to a Postgres server (DATABASE_URL unless named)',
  },
  'make-admin': {
    args: '<email> [owner|manager|support]',
    does: 'makes an admin, the first one too; prints a link to choose a password',
  },
  'reset-admin': {
    args: '<email>',
    does: 'for a lost password or second factor: ends sessions, prints a link',
  },
  'dismiss-admin': { args: '<email>', does: 'takes the role away' },
  'make-products': { does: 'makes what is sold at the payment providers' },
  'check-providers': { does: 'compares keys, prices, plans and webhooks with what the site needs' },
  'check-mailbox': { does: 'says whether the mailbox of answers can be read' },
  import: { args: '<file>', does: 'checks a file of people, of any size; imports nobody' },
  'start-import': {
    args: '<id> [--give-roles <why>]',
    does: 'imports the people of a checked file',
  },
  'import-affiliates': {
    args: '<file>',
    does: 'checks a file of affiliates or their referrals; imports nothing',
  },
  'start-affiliate-import': {
    args: '<id> [--give-rates] <why>',
    does: 'imports a checked file of affiliates or their referrals',
  },
  'retry-job': { args: '<id>', does: 'queues a failed job again' },
  'dismiss-job': { args: '<id>', does: 'takes a failed job off the list' },
  'retry-mail': { args: '<id>', does: 'queues a failed email again' },
  'reapply-event': {
    args: '<stripe|paypal> <event id>',
    does: 'applies an event of a payment provider again',
  },
  'resolve-refund': {
    args: '<stripe|paypal> <refund id>',
    does: 'counts a failed refund as made in another way',
  },
  'failed-refunds': { does: 'lists failed refunds to decide about' },
  'leave-refund': {
    args: '<stripe|paypal> <refund id>',
    does: 'leaves a payment paid whose failed refund was once taken off the list',
  },
  'refund-requests': { does: 'lists refund requests that wait' },
  'accept-refund': { args: '<id>', does: 'gives the money back' },
  'decline-refund': { args: '<id> <words>', does: 'declines it, and emails your words' },
  'dispute-evidence': { args: '<dispute id> --out <file>', does: 'writes what the site knows of a dispute' },
  payouts: { does: 'lists payouts that are not paid' },
  'gather-payouts': { does: 'makes the payouts that are due' },
  'payout-batches': { does: 'lists batches that are not settled' },
  'send-batch-again': { args: '<batch id>', does: 'sends a batch that PayPal did not take' },
  'mark-payout-paid': { args: '<number> <reference>', does: 'records a payout that was paid by hand' },
  'cancel-payout': { args: '<number>', does: "puts a payout back into the affiliate's balance" },
  'held-commissions': { does: 'lists commissions under review' },
  'decide-commission': {
    args: '<payment id> <affiliate id> <released|rejected> <why>',
    does: 'decides a commission under review',
  },
  'adjust-commissions': {
    args: '<user id> <cents> <key> <why>',
    does: "adds to an affiliate's balance or takes from it",
  },
  'leaving-affiliates': { does: 'lists who earns no more and is owed something' },
  'gather-last-payouts': { does: 'makes the last payouts that are due' },
  'decide-leaving': {
    args: '<id> <pay|withhold|write-off> <why>',
    does: 'decides what becomes of what is owed',
  },
  'encrypt-again': { does: 'encrypts what the database keeps encrypted under the present ENCRYPTION_SECRET' },
  'rotate-signing-keys': {
    args: '[--compromised]',
    does: 'makes a new key for the access tokens of the auth API; --compromised ends every one that is out',
  },
  'prove-ledger': { does: 'checks that the commission ledger adds up' },
  'rebuild-figures': { does: 'makes the figures of /admin/analytics anew' },
  'make-code': { args: '<email> <code> <percent>', does: 'makes a promotion code of an affiliate' },
  'end-code': { args: '<code>', does: 'ends a promotion code' },
  boxes: { args: '[all]', does: 'lists boxes about tools that were not checked for long' },
  'forget-pages': { args: '[path]', does: 'has every process make a page, or all, anew' },
  'export-content': { args: '[folder]', does: 'writes the published content into files' },
};

/** The list of commands that `npm run operate -- help` prints. */
export function operatorHelp(): string {
  const lines = Object.entries(operatorUsage).map(
    ([name, { args, does }]) => `  ${[name, args].filter(Boolean).join(' ')}\n      ${does}`,
  );
  return ['npm run operate -- <command>', ...lines].join('\n');
}
