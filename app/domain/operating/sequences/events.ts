/** What starts a sequence for a person. The database's triggers know all but "stuck" by these names; a job looks for who is stuck. */
export const sequenceEvents = {
  registered: { label: 'Someone registers', of: null },
  bought: { label: 'Someone buys', of: 'product' },
  canceled: { label: 'Someone cancels', of: 'product' },
  finished: { label: 'Someone finishes', of: 'course' },
  stuck: { label: 'Someone gets stuck in', of: 'course' },
  tagged: { label: 'Someone gets a tag', of: 'tag' },
} as const satisfies Record<string, { label: string; of: 'product' | 'course' | 'tag' | null }>;

export type SequenceEvent = keyof typeof sequenceEvents;

/** Each product, or each course. */
export const anyValue = 'any';

/** What can be true of a person: the goal of a sequence, and the condition of a step. A segment goes by its id. */
export const factKinds = {
  bought: { of: 'product', is: 'has bought', isNot: "hasn't bought" },
  finished: { of: 'course', is: 'has finished', isNot: "hasn't finished" },
  tagged: { of: 'tag', is: 'has the tag', isNot: "doesn't have the tag" },
  segment: { of: 'segment', is: 'is in the segment', isNot: "isn't in the segment" },
} as const satisfies Record<
  string,
  { of: 'product' | 'course' | 'tag' | 'segment'; is: string; isNot: string }
>;

type FactKind = keyof typeof factKinds;

export interface Fact {
  kind: FactKind;
  value: string;
}

/** A fact as its row has it; null where there is none, or where another release wrote it. */
export const factOf = (kind: string | null, value: string): Fact | null =>
  kind !== null && Object.hasOwn(factKinds, kind) ? { kind: kind as FactKind, value } : null;

/** Why somebody is in a sequence no more. */
export const endReasons: Readonly<Record<string, string>> = {
  goal: 'Reached the goal',
  finished: 'Got the last email',
  reversed: 'Kept the subscription, or continued the course',
  unsubscribed: 'Unsubscribed from this kind of email',
  inactive: 'Account inactive or about to be deleted',
  suppressed: 'Address on the suppression list',
  bounced: 'An earlier email bounced',
  unverified: 'Address not verified for 30 days',
  removed: 'Removed by an admin',
  archived: 'The sequence was archived',
};
