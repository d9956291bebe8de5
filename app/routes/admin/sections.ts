import type { Permission } from '#app/domain/core/access/admin-policy.ts';

/** A page of the admin area's navigation, for whoever may open it. */
export interface Section {
  to: string;
  label: string;
  permission: Permission;
}

/** The navigation of the admin area, in groups. */
export const sectionGroups: readonly { title: string; sections: readonly Section[] }[] = [
  {
    title: 'Business',
    sections: [
      { to: '/admin', label: 'Dashboard', permission: 'dashboard:read' },
      { to: '/admin/analytics', label: 'Analytics', permission: 'analytics:read' },
      { to: '/admin/users', label: 'Users', permission: 'users:read' },
      { to: '/admin/support', label: 'Support inbox', permission: 'tickets:read' },
      { to: '/admin/commissions', label: 'Commissions', permission: 'commissions:read' },
      { to: '/admin/promotion-codes', label: 'Promotion codes', permission: 'promotions:read' },
      { to: '/admin/gifts', label: 'Gifts', permission: 'gifts:read' },
      { to: '/admin/products', label: 'Products', permission: 'products:read' },
      { to: '/admin/content', label: 'Content', permission: 'content:edit' },
      { to: '/admin/letters', label: 'Letters', permission: 'letters:edit' },
      { to: '/admin/community', label: 'Community', permission: 'community:read' },
    ],
  },
  {
    title: 'Operations',
    sections: [
      { to: '/admin/payments', label: 'Payments to decide', permission: 'operations:read' },
      { to: '/admin/mail', label: 'Mail', permission: 'operations:read' },
      { to: '/admin/webhooks', label: 'Webhooks', permission: 'operations:read' },
      { to: '/admin/jobs', label: 'Jobs', permission: 'operations:read' },
      { to: '/admin/embedded-widget', label: 'DevOps integration', permission: 'devops:read' },
      { to: '/admin/widgets', label: 'Widgets', permission: 'widgets:read' },
      { to: '/admin/assistant', label: 'Assistant', permission: 'assistant:read' },
      { to: '/admin/settings', label: 'Settings', permission: 'settings:read' },
      { to: '/admin/audit', label: 'Audit log', permission: 'audit:read' },
    ],
  },
];
