/**
 * How long a membership stays open past the end of what is paid while no news of it comes, in days: providers collect a renewal some
 * hours late, and may be out of reach. Then it is closed until there is news.
 */
export const graceDays = 3;
