import { type TicketArea, ticketAreas } from '#app/domain/talk/support/ticket-areas.ts';

/** Which tickets the team looks at. */
export const inboxViews = ['open', 'mine', 'unassigned', 'answered', 'closed', 'all'] as const;

export type InboxView = (typeof inboxViews)[number];

/** What the inbox is narrowed to. */
export interface InboxFilter {
  view: InboxView;
  area: TicketArea | null;
  /** Part of a subject, name or address in lower case, or a number. */
  search: string | null;
}

function readSearch(text: string | null): string | null {
  const trimmed = text?.trim().toLowerCase().slice(0, 100) ?? '';
  return trimmed === '' || trimmed.includes('\0') ? null : trimmed;
}

/** What an address says of the inbox; what it says wrongly narrows nothing. A search is made in all tickets, unless a view is named. */
export function readInboxFilter(query: URLSearchParams): InboxFilter {
  const search = readSearch(query.get('q'));
  return {
    view: inboxViews.find((name) => name === query.get('view')) ?? (search === null ? 'open' : 'all'),
    area: ticketAreas.find((name) => name === query.get('area')) ?? null,
    search,
  };
}
