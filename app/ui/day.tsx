const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A day in words, as "December 21, 2026"; it is the day in UTC, by which the providers count too. */
export function Day({ at }: { at: Date }) {
  return <time dateTime={at.toISOString().slice(0, 10)}>{long.format(at)}</time>;
}
