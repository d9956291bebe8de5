import type { Sequence } from '#app/domain/operating/sequences/sequences.server.ts';
import { Badge } from '#app/ui/badge.tsx';

const states = {
  draft: { label: 'Draft', tone: 'neutral' },
  on: { label: 'On', tone: 'good' },
  paused: { label: 'Paused', tone: 'warn' },
  archived: { label: 'Archived', tone: 'neutral' },
} as const;

/** Whether a sequence is on. */
export function SequenceStateBadge({ state }: { state: Sequence['state'] }) {
  const { label, tone } = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}
