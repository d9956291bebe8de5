/** The most months after the first that a cohort is followed. */
export const mostMonths = 12;

/** Days without progress after which a learner counts as having stopped. */
export const stoppedDays = 30;

/** How many affiliates the page shows; the file has all. */
export const shownAffiliates = 50;

/** Affiliates with anything to tell of a range, above which the first of them are kept: summing more takes longer than a page may. */
export const manyAffiliates = 1_000;

/** Learners of a course within a range, above which their counts are kept. */
export const manyLearners = 3_000;

/** How long what is kept of a range is shown: the job that replaces it has not run for longer. */
export const keptMs = 30 * 60_000;

/** How long that job may take for all ranges, in milliseconds: others may be at work. */
export const reckonMs = 120_000;
