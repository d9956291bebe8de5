/** What figures of a day there are (figure_days.kind). */
export const movementKinds = [
  'new',
  'reactivated',
  'resumed',
  'expansion',
  'contraction',
  'paused',
  'churned',
] as const;

/** A way in which what is paid a month changes. */
export type MovementKind = (typeof movementKinds)[number];

/** What each of them changes about the number of people who pay. */
export const headcountChanges: Readonly<Record<MovementKind, -1 | 0 | 1>> = {
  new: 1,
  reactivated: 1,
  resumed: 1,
  expansion: 0,
  contraction: 0,
  paused: -1,
  churned: -1,
};

/** How far somebody came after registering; each includes those before it. Counted on the day they registered. */
export const stepKinds = ['registered', 'began', 'member', 'stayed'] as const;

export type StepKind = (typeof stepKinds)[number];
