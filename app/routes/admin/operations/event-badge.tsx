import type { EventState } from '#app/domain/operating/operations/event-states.ts';
import type { ListedEvent } from '#app/domain/operating/operations/webhook-list.server.ts';
import { Badge } from '#app/ui/badge.tsx';

export const eventStateNames: Record<EventState, string> = {
  waiting: 'Waiting',
  applied: 'Applied',
  ignored: 'Not for this site',
};

const whyWaiting: Record<string, string> = {
  retry: 'Waiting: came too early',
  orphan: 'Waiting: unknown customer',
  unapplied: 'Waiting: could not be applied',
};

/** How far an event is. */
export function EventBadge({
  event: { processedAt, outcome },
}: {
  event: Pick<ListedEvent, 'processedAt' | 'outcome'>;
}) {
  if (!processedAt) return <Badge tone="warn">{whyWaiting[outcome ?? ''] ?? eventStateNames.waiting}</Badge>;
  return outcome === 'ignored' ? (
    <Badge>{eventStateNames.ignored}</Badge>
  ) : (
    <Badge tone="good">{eventStateNames.applied}</Badge>
  );
}
