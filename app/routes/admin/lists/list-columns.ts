import type { Permission } from '#app/domain/core/access/admin-policy.ts';

interface WorkTable {
  title: string;
  path: string;
  /** Who may open it. */
  permission: Permission;
  /** Columns that can be hidden, by their headings. A row's heading, and what a list is about, always show. */
  columns: readonly string[];
  /** Parameters of its address that narrow or sort it. */
  parameters: readonly string[];
}

/** The work tables of the admin area: what can be chosen of how each is shown, and saved in a view. */
export const workTables = {
  users: {
    title: 'Users',
    path: '/admin/users',
    permission: 'users:read',
    columns: ['Email', 'Role', 'Status', 'Plan', 'Joined'],
    parameters: ['q', 'status', 'role', 'plan', 'verified', 'from', 'to', 'affiliate', 'segment', 'sort'],
  },
  tickets: {
    title: 'Support inbox',
    path: '/admin/support',
    permission: 'tickets:read',
    columns: ['Requester', 'Submitted from', 'Status', 'Assigned to', 'Last message'],
    parameters: ['view', 'q', 'area'],
  },
  ledger: {
    title: 'Commissions',
    path: '/admin/commissions',
    permission: 'commissions:read',
    columns: ['Affiliate', 'Received', 'Rate', 'State', 'When'],
    parameters: ['what', 'state', 'who', 'from', 'to'],
  },
  payouts: {
    title: 'Payouts',
    path: '/admin/commissions/payouts',
    permission: 'commissions:read',
    columns: ['Affiliate', 'State', 'To', 'Made', 'Paid'],
    parameters: ['state'],
  },
  suppressions: {
    title: 'Suppression list',
    path: '/admin/letters/suppressions',
    permission: 'letters:edit',
    columns: ['Reason', 'Reported by', 'Since'],
    parameters: ['address'],
  },
  audit: {
    title: 'Audit log',
    path: '/admin/audit',
    permission: 'audit:read',
    columns: ['Who', 'About', 'Changed', 'Reason', 'When', 'From'],
    parameters: ['by', 'about', 'action', 'from', 'to'],
  },
} as const satisfies Record<string, WorkTable>;

export type ListName = keyof typeof workTables;

export const listNames = Object.keys(workTables) as [ListName, ...ListName[]];

/** A work table by its name; null for one that this release does not have. */
export const workTableOf = (name: string): WorkTable | null =>
  Object.hasOwn(workTables, name) ? workTables[name as ListName] : null;
