/** What figures of a day there are (figure_days.kind). */
export const movementKinds = ['new', 'reactivated', 'expansion', 'contraction', 'churned'] as const;

/** A way in which what is paid a month changes. */
export type MovementKind = (typeof movementKinds)[number];

/** How far somebody came after registering; each includes those before it. Counted on the day they registered. */
export const stepKinds = ['registered', 'began', 'member', 'stayed'] as const;

export type StepKind = (typeof stepKinds)[number];
