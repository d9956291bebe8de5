/** The most months after the first that a cohort is followed. */
export const mostMonths = 12;

/** Days without progress after which a learner counts as having stopped. */
export const stoppedDays = 30;

/** How many affiliates the page shows; the file has all. */
export const shownAffiliates = 50;
