/** Columns of the work tables that can be hidden, by their headings. A row's heading, and what a list is about, always show. */
export const listColumns = {
  users: ['Email', 'Role', 'Status', 'Plan', 'Joined'],
  tickets: ['Requester', 'Submitted from', 'Status', 'Assigned to', 'Last message'],
  ledger: ['Affiliate', 'Received', 'Rate', 'State', 'When'],
  payouts: ['Affiliate', 'State', 'To', 'Made', 'Paid'],
  suppressions: ['Reason', 'Reported by', 'Since'],
  audit: ['Who', 'About', 'Changed', 'Reason', 'When', 'From'],
} as const;

export type ListName = keyof typeof listColumns;

/** How somebody wants a list: how dense, and without which columns. */
export interface ListDisplay {
  isCompact: boolean;
  hidden: readonly string[];
}
