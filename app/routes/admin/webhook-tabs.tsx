import { PageTabs } from '#app/routes/admin/page-tabs.tsx';

const tabs = [
  { key: 'received', to: '/admin/webhooks', label: 'Received' },
  { key: 'sent', to: '/admin/webhooks/sent', label: 'Sent' },
  { key: 'endpoints', to: '/admin/webhooks/endpoints', label: 'Endpoints' },
] as const;

/** The way between what providers tell the site, what it tells programs, and where it tells them. */
export function WebhookTabs({ current }: { current: (typeof tabs)[number]['key'] }) {
  return (
    <PageTabs
      label="Webhooks"
      tabs={tabs.map(({ key, to, label }) => ({ to, label, isCurrent: key === current }))}
    />
  );
}
