/** The most months after the first that a cohort is followed. */
export const mostMonths = 12;

/** Days without progress after which a learner counts as having stopped. */
export const stoppedDays = 30;

/** How many affiliates the page shows; the file has all. */
export const shownAffiliates = 50;

/** Affiliates with anything to tell of a range, above which the first of them are kept: summing more takes longer than a page may. */
export const manyAffiliates = 1_000;
