import { type ActivityKind, activitySentences } from '#app/domain/core/activity/kinds.ts';

/** What is needed of a row of the activity log to show it. */
export interface ActivityEntry {
  type: string;
  /** The words of an entry that was written before there were kinds. */
  description: string | null;
  details: unknown;
}

const isKind = (type: string): type is ActivityKind => Object.hasOwn(activitySentences, type);

/** The sentence that shows an entry. One of a kind this version does not know is shown by its kind's name. */
export function activitySentence({ type, description, details }: ActivityEntry): string {
  if (description !== null || !isKind(type)) return description ?? type.replaceAll('_', ' ');
  // Written by recordActivity, which checks that details fit their kind.
  const sentence = activitySentences[type] as (details: unknown) => string;
  return sentence(details);
}
