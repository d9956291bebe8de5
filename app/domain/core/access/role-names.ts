import type { Role } from '#app/domain/core/access/viewer.ts';

export const roles = [
  'member',
  'affiliate',
  'reseller',
  'pro_reseller',
  'admin',
] as const satisfies readonly Role[];

/** How roles are called on screens. */
export const roleNames: Record<Role, string> = {
  member: 'Member',
  affiliate: 'Affiliate',
  reseller: 'Reseller',
  pro_reseller: 'Pro reseller',
  admin: 'Admin',
};
