import { hourMs } from '#app/platform/durations.ts';

/** The two subjects of a test, in their order: the first is the letter's own. */
export const variants = ['a', 'b'] as const;

export type Variant = (typeof variants)[number];

/** What a subject of a test is called. */
export const variantName = (variant: Variant): string => `Subject ${variant.toUpperCase()}`;

/** The shares of people, in percent, and the hours that can be chosen. */
export const testShares = [10, 20, 30, 40, 50] as const;
export const testWaits = [1, 2, 4, 8, 12, 24, 48, 72] as const;

/** With fewer clicks on both together nobody can tell which subject is better. */
export const fewestClicks = 10;

/** What came of one subject: how many of its readers let clicks be counted, and their clicks. */
export interface VariantClicks {
  readers: number;
  clicks: number;
}

/** Why a subject was chosen, for the report. */
export const choiceReasons = {
  clicks: 'it had more clicks for each recipient',
  tie: 'both had the same share of clicks, so the first was sent',
  few: `there were fewer than ${fewestClicks} clicks, too few to tell, so the first was sent`,
  hand: 'an admin chose it',
} as const;

export type ChoiceReason = keyof typeof choiceReasons;

/** Whether a letter says by one of these why its subject was chosen. */
export const isChoiceReason = (reason: string | null): reason is ChoiceReason =>
  reason !== null && Object.hasOwn(choiceReasons, reason);

/** The better of two subjects by clicks for each reader (P298). The first, where nobody can tell. */
export function betterSubject(
  a: VariantClicks,
  b: VariantClicks,
): { subject: Variant; because: ChoiceReason } {
  if (a.clicks + b.clicks < fewestClicks || a.readers === 0 || b.readers === 0)
    return { subject: 'a', because: 'few' };
  // As whole numbers, so that equal shares are equal.
  const difference = a.clicks * b.readers - b.clicks * a.readers;
  if (difference === 0) return { subject: 'a', because: 'tie' };
  return { subject: difference > 0 ? 'a' : 'b', because: 'clicks' };
}

interface TestedLetter {
  subject: string;
  otherSubject: string;
  chosenSubject: string | null;
}

/** Whether a letter's test has not been decided: until then only its share of people gets it. */
export const isInTest = ({ otherSubject, chosenSubject }: Omit<TestedLetter, 'subject'>): boolean =>
  otherSubject !== '' && chosenSubject === null;

/** Whether a letter's test is under way, and can be ended by hand. */
export const isTestOpen = (letter: Omit<TestedLetter, 'subject'> & { state: string }): boolean =>
  isInTest(letter) && (letter.state === 'sending' || letter.state === 'stopped');

/** When a test is over whose last email left at `sentAt`, by the hours that its clicks are counted. */
export const testEnd = (sentAt: Date, testHours: number): Date =>
  new Date(sentAt.getTime() + testHours * hourMs);

/** The subject of a variant; of everybody else's mail, where there is none. */
export function subjectOf(letter: TestedLetter, variant: Variant | null): string {
  const shown = variant ?? letter.chosenSubject;
  return shown === 'b' ? letter.otherSubject : letter.subject;
}
