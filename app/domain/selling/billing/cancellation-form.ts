/** Why somebody leaves: what is kept, and what the list says. */
export const cancelReasons = {
  too_expensive: 'It costs more than it brings me',
  no_time: 'I do not find the time for it',
  missing_topic: 'What I was looking for is not in it',
  finished: 'I have learned what I came for',
  other: 'Something else',
} as const;

/** Characters of the words of one's own. */
export const cancelCommentLength = 500;
