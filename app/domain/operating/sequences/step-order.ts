/** A step as far as its place goes. */
export interface PlacedStep {
  id: string;
  position: number;
  removedAt: Date | null;
}

/**
 * The step after the last one that somebody got (P283), or was passed over at; null behind the last. A step that was removed keeps its place, so
 * that whoever got it goes on behind it; what was put in front of it since is not sent later.
 */
export function stepAfter<S extends PlacedStep>(steps: readonly S[], lastStepId: string | null): S | null {
  const last = steps.find(({ id }) => id === lastStepId);
  const behind = steps.filter(
    ({ removedAt, position }) => removedAt === null && (!last || position > last.position),
  );
  return behind.sort((one, other) => one.position - other.position)[0] ?? null;
}

const liveInOrder = <S extends PlacedStep>(steps: readonly S[]): S[] =>
  steps.filter(({ removedAt }) => removedAt === null).sort((one, other) => one.position - other.position);

/** Which place a step is in, from 1; 0 where it is not there. */
export const placeOf = (steps: readonly PlacedStep[], id: string): number =>
  liveInOrder(steps).findIndex((step) => step.id === id) + 1;

/** The places of two neighbors exchanged, for a step that moves by one; null where it stands at that end already. */
export function swappedPlaces(
  steps: readonly PlacedStep[],
  id: string,
  direction: 'up' | 'down',
): { id: string; position: number }[] | null {
  const live = liveInOrder(steps);
  const place = live.findIndex((step) => step.id === id);
  const step = live[place];
  const neighbor = live[direction === 'up' ? place - 1 : place + 1];
  if (!step || !neighbor) return null;
  return [
    { id: step.id, position: neighbor.position },
    { id: neighbor.id, position: step.position },
  ];
}
