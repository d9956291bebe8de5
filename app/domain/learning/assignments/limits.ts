/** Characters of a text that is handed in, and of an answer; both are Markdown. A form has 50 kB. */
export const textLength = 10_000;

/** Bytes of a file that is handed in. */
export const maxFileBytes = 5_000_000;

/** How often an assignment can be handed in by one person. */
export const mostVersions = 20;

/** How often an answer can be changed after it was sent. */
export const mostAnswerChanges = 20;
