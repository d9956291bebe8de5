/** Milliseconds of a day of 24 hours. */
export const dayMs = 24 * 60 * 60 * 1000;

/** Milliseconds of an hour. */
export const hourMs = 60 * 60 * 1000;

/** Seconds of a day of 24 hours, as limits and cookies count. */
export const daySeconds = 24 * 60 * 60;
