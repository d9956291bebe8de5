const endings = { one: 'st', two: 'nd', few: 'rd', many: 'th', zero: 'th', other: 'th' } as const;

/** A place in an order, as English writes it: 1st, 12th, 22nd. */
export const ordinal = (place: number): string =>
  `${place}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)]}`;
