import type { Letter } from '#app/domain/operating/letters/letters.server.ts';
import { Badge } from '#app/ui/badge.tsx';

const states = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'accent' },
  sending: { label: 'Sending', tone: 'accent' },
  stopped: { label: 'Stopped', tone: 'warn' },
  sent: { label: 'Sent', tone: 'good' },
} as const;

/** How far a letter is. */
export function LetterStateBadge({ state }: { state: Letter['state'] }) {
  const { label, tone } = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}
