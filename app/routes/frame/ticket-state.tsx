import type { TicketStatus } from '#app/domain/talk/support/tickets.server.ts';
import { Badge } from '#app/ui/badge.tsx';

const shown = {
  open: { tone: 'warn', word: 'Open' },
  answered: { tone: 'good', word: 'Answered' },
  closed: { tone: 'neutral', word: 'Closed' },
} as const;

/** How a ticket stands, in a word. */
export function TicketState({ status }: { status: TicketStatus }) {
  const { tone, word } = shown[status];
  return <Badge tone={tone}>{word}</Badge>;
}
