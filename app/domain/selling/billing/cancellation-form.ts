/** Why somebody leaves: what is kept, and what the list says. */
export const cancelReasons = {
  too_expensive: 'It costs more than I get out of it',
  no_time: 'I don’t have time for it',
  missing_topic: 'It doesn’t have what I need',
  finished: 'I’ve learned what I came for',
  other: 'Something else',
} as const;

/** Characters of the words of one's own. */
export const cancelCommentLength = 500;
