/** From which part of the site somebody asks. */
export const ticketAreas = ['support', 'affiliate-centre', 'assistant'] as const;

export type TicketArea = (typeof ticketAreas)[number];

export const areaNames: Record<TicketArea, string> = {
  support: 'Support page',
  'affiliate-centre': 'Affiliate center',
  assistant: 'Assistant',
};

/** What an area is called; one of another release goes by its key. */
export const areaName = (area: string): string => areaNames[area as TicketArea] ?? area;
