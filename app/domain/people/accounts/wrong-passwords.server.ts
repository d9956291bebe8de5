import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { isWithinLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** So many wrong passwords in a day are a person's typing; at one more the owner is warned, from however many addresses they come. */
const mistakesInADay: RateLimit = { name: 'wrong-password', points: 9, seconds: daySeconds };

/** The owner is warned once a day. */
const warnedLimit: RateLimit = { name: 'wrong-password-warned', points: 1, seconds: daySeconds };

/**
 * Counts a wrong password for the account of an address, wherever it was entered, and emails the owner once a day where there are many.
 * Addresses without an account are counted as well: otherwise the time it takes would tell that there is none.
 */
export async function countWrongPassword(email: string, userId: string | undefined): Promise<void> {
  if (await isWithinLimit(mistakesInADay, email)) return;
  if (!(await isWithinLimit(warnedLimit, email)) || userId === undefined) return;
  await transaction((tx) => queueSecurityNotice(tx, userId, 'password_failing'));
}
