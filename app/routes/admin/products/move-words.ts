import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { ReportedMove } from '#app/domain/selling/price-changes/move-report.server.ts';

/** How far one subscription is. */
export const movedStates = {
  waiting: 'Email about to be sent',
  notified: 'Emailed',
  moved: 'New price set',
  left_out: 'Keeps its price',
  failed: 'Refused by the provider',
} as const;

/** What a move is called. */
export const moveTitle = ({
  amountCents,
  currency,
  interval,
}: Pick<ReportedMove, 'amountCents' | 'currency' | 'interval'>): string =>
  `${formatMoney(amountCents, currency)} a ${interval}`;

/** How far a move is. */
export const moveState = ({ stoppedAt, finishedAt }: Pick<ReportedMove, 'stoppedAt' | 'finishedAt'>) =>
  stoppedAt ? 'Stopped' : finishedAt ? 'Done' : 'Running';
