type Ref = string | { id: string } | null | undefined;

/** The id of what is named by its id or stands there whole. */
export const idOf = (ref: Ref): string | null => (typeof ref === 'string' ? ref : (ref?.id ?? null));

/** A time of Stripe's, which counts in seconds. */
export const fromSeconds = (seconds: number | null | undefined) =>
  seconds ? new Date(seconds * 1000) : null;
