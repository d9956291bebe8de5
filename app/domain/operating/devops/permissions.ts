/** What a key of the DevOps integration may be used for, with what each lets it do. */
export const devopsPermissions = {
  'users:read': 'Read users',
  'revenue:read': 'Read payments',
  'commissions:read': 'Read the ledger of commissions',
  'webhooks:write': 'Add, list and delete webhook endpoints, for what it may read',
  'metrics:read': 'Read /metrics',
  'accounts:manage':
    'Manage accounts through the auth API: create, change and delete them, and make links to sign in',
} as const;

export type DevopsPermission = keyof typeof devopsPermissions;

export const allDevopsPermissions = Object.keys(devopsPermissions) as DevopsPermission[];

/** What a key may do whose maker doesn't choose: to read, and to add webhooks. Managing accounts is only ever chosen. */
export const defaultDevopsPermissions = allDevopsPermissions.filter(
  (permission) => permission !== 'accounts:manage',
);

export const isDevopsPermission = (text: string): text is DevopsPermission =>
  Object.hasOwn(devopsPermissions, text);
