/** How far an event of a payment provider is: it waits (see its outcome), was applied, or was none for the site. */
export const eventStates = ['waiting', 'applied', 'ignored'] as const;
export type EventState = (typeof eventStates)[number];
