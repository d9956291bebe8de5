import type { QuizSettings } from '#app/domain/learning/quizzes/quiz.ts';

/** What is known of somebody's tries at a quiz. */
interface TriesSoFar {
  tries: number;
  /** Tries on the day (UTC) of `triedAt`. */
  dayTries: number;
  /** Null before the first. */
  triedAt: Date | null;
  passedAt: Date | null;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** How many of these tries were on the day (UTC) of `at`. */
export const triesOnDay = (
  { dayTries, triedAt }: Pick<TriesSoFar, 'dayTries' | 'triedAt'>,
  at: Date,
): number => (triedAt && dayOf(triedAt) === dayOf(at) ? dayTries : 0);

/**
 * How many tries somebody has left before they have to wait or have used them up; null for as many as they like. Whoever has passed may
 * go on trying (P292).
 */
export function attemptsLeft(
  { attempts }: Pick<QuizSettings, 'attempts'>,
  soFar: TriesSoFar,
  at: Date,
): number | null {
  if (!attempts || soFar.passedAt) return null;
  const used = attempts.per === 'ever' ? soFar.tries : triesOnDay(soFar, at);
  return Math.max(0, attempts.most - used);
}

/** When the next day (UTC) begins, and with it the tries of that day. */
export const nextDayAfter = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1));
