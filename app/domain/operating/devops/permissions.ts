/** What a key of the DevOps integration may be used for, with what each lets it do. */
export const devopsPermissions = {
  'users:read': 'Read users',
  'revenue:read': 'Read payments',
  'commissions:read': 'Read the ledger of commissions',
  'webhooks:write': 'Add, list and delete webhook endpoints, for what it may read',
  'metrics:read': 'Read /metrics',
} as const;

export type DevopsPermission = keyof typeof devopsPermissions;

export const allDevopsPermissions = Object.keys(devopsPermissions) as DevopsPermission[];

export const isDevopsPermission = (text: string): text is DevopsPermission =>
  Object.hasOwn(devopsPermissions, text);
