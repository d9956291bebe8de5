/**
 * How long a membership stays open past the end of what is paid while no news of it comes, in days: providers collect a renewal some
 * hours late, and may be out of reach. Then it is closed until there is news.
 */
export const graceDays = 3;

/** How long what was bought stays open while a payment that failed is tried again, in days (P104). Then it is closed, and ended. */
export const pastDueDays = 14;
