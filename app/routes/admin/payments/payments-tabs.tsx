import { PageTabs } from '#app/routes/admin/page-tabs.tsx';

/** Where requests for money back are answered. */
export const requestsPath = '/admin/payments/requests';

/** The way between what was paid and has to be decided, and what is asked back. */
export const PaymentsTabs = ({ current }: { current: 'held' | 'requests' | 'adopt' }) => (
  <PageTabs
    label="Payments"
    tabs={[
      { to: '/admin/payments', label: 'Held and failed', isCurrent: current === 'held' },
      { to: requestsPath, label: 'Refund requests', isCurrent: current === 'requests' },
      { to: '/admin/payments/adopt', label: 'Adopt subscriptions', isCurrent: current === 'adopt' },
    ]}
  />
);
