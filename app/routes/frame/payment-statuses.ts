import type { ComponentProps } from 'react';
import type { PaymentStatus } from '#app/platform/database/generated/enums.ts';
import type { Badge } from '#app/ui/badge.tsx';

/** What a payment's status is called, to its buyer and to admins. */
export const paymentStatuses: Record<
  PaymentStatus,
  { tone: ComponentProps<typeof Badge>['tone']; text: string }
> = {
  paid: { tone: 'good', text: 'Paid' },
  partially_refunded: { tone: 'neutral', text: 'Partly refunded' },
  refunded: { tone: 'neutral', text: 'Refunded' },
  disputed: { tone: 'warn', text: 'Disputed' },
  partially_charged_back: { tone: 'warn', text: 'Partly reversed by the bank' },
  charged_back: { tone: 'danger', text: 'Reversed by the bank' },
  failed: { tone: 'danger', text: 'Failed' },
};
