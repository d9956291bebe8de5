import type { ListedDelivery } from '#app/domain/operating/devops/webhooks/deliveries.server.ts';
import type { DeliveryState } from '#app/domain/operating/devops/webhooks/delivery-states.ts';
import { Badge } from '#app/ui/badge.tsx';

export const stateNames: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  dead: 'Given up',
};

const tones = { waiting: 'warn', delivered: 'good', dead: 'danger' } as const;

/** How far a delivery is. */
export function DeliveryBadge({ state, attempts }: Pick<ListedDelivery, 'state' | 'attempts'>) {
  return (
    <span className="whitespace-nowrap">
      <Badge tone={state === 'waiting' && attempts === 0 ? 'neutral' : tones[state]}>
        {state === 'waiting' && attempts > 0 ? 'Trying again' : stateNames[state]}
      </Badge>
    </span>
  );
}

/** What came of an attempt: the answer's status and first bytes, or why there was none. */
export function AnswerText({
  status,
  error,
  answer,
}: {
  status: number | null;
  error: string | null;
  answer: string | null;
}) {
  const words = [status === null ? null : String(status), error, answer].filter(Boolean);
  return words.length > 0 ? <span className="wrap-anywhere">{words.join(' · ')}</span> : <>Nothing yet</>;
}
