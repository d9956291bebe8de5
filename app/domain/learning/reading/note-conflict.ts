/** Said where a note was changed since its author saw it. */
export const noteConflict =
  'This note was changed somewhere else in the meantime. Compare the two, then save the one you want.';
