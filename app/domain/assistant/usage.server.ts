import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';

// What the assistant is used for, by user and by all together. Both rows of a day are always changed in this order: the user's, then
// the day's.

/** The day (UTC) that usage is counted by. */
export const usageDay = () => now().toISOString().slice(0, 10);

function secondsToMidnight(): number {
  const time = now();
  const midnight = Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + 1);
  return Math.max(1, Math.ceil((midnight - time.getTime()) / 1000));
}

/**
 * Counts one message of a user, within the transaction that keeps it: two at once cannot both be the last.
 * @throws {RateLimitExceeded} when the day's messages are used up, of the user or of all.
 */
export async function countMessage({ db }: Transaction, userId: string): Promise<void> {
  const { dailyMessages, dailyMessagesOfAll } = config().assistant;
  const own = await db.$queryRaw<unknown[]>`
    INSERT INTO assistant_usage (day, user_id, messages) VALUES (${usageDay()}::date, ${userId}::uuid, 1)
    ON CONFLICT (day, user_id) DO UPDATE SET messages = assistant_usage.messages + 1
    WHERE assistant_usage.messages < ${dailyMessages} RETURNING 1`;
  if (own.length === 0) throw new RateLimitExceeded(secondsToMidnight());
  const all = await db.$queryRaw<unknown[]>`
    INSERT INTO assistant_days (day, messages) VALUES (${usageDay()}::date, 1)
    ON CONFLICT (day) DO UPDATE SET messages = assistant_days.messages + 1
    WHERE assistant_days.messages < ${dailyMessagesOfAll} RETURNING 1`;
  if (all.length === 0) throw new RateLimitExceeded(secondsToMidnight());
}

/** What became of a question, added to the day's counts. */
export async function countAnswer(
  { db }: Transaction,
  userId: string,
  { isUnanswered, isFallback }: { isUnanswered: boolean; isFallback: boolean },
): Promise<void> {
  if (isUnanswered)
    await db.$executeRaw`
      INSERT INTO assistant_usage (day, user_id, unanswered) VALUES (${usageDay()}::date, ${userId}::uuid, 1)
      ON CONFLICT (day, user_id) DO UPDATE SET unanswered = assistant_usage.unanswered + 1`;
  if (isUnanswered || isFallback)
    await db.$executeRaw`
      INSERT INTO assistant_days (day, unanswered, fallbacks)
      VALUES (${usageDay()}::date, ${Number(isUnanswered)}, ${Number(isFallback)})
      ON CONFLICT (day) DO UPDATE SET unanswered = assistant_days.unanswered + excluded.unanswered,
        fallbacks = assistant_days.fallbacks + excluded.fallbacks`;
}

/** Counts a message that moderation kept from the model. */
export async function countRefused(): Promise<void> {
  await prisma().$executeRaw`
    INSERT INTO assistant_days (day, refused) VALUES (${usageDay()}::date, 1)
    ON CONFLICT (day) DO UPDATE SET refused = assistant_days.refused + 1`;
}

/** What a user may still use today, and how near the end of what a model may write it is. */
export interface Allowance {
  messagesLeft: number;
  /** A line before and after the end of the day's budget; null while there is enough. */
  notice: string | null;
}

/** The day's use of one user and of all together. */
export interface DayUse {
  messages: number;
  tokens: number;
  costMicros: number;
  tokensOfAll: number;
  costMicrosOfAll: number;
}

/** From this share of a limit on, its end is told. */
const noticeShare = 0.9;

/** What is left, of what was used. */
export function allowanceOf(use: DayUse): Allowance {
  const limits = config().assistant;
  const messagesLeft = Math.max(0, limits.dailyMessages - use.messages);
  if (limits.model === null) return { messagesLeft, notice: null };
  const share = Math.max(
    use.tokens / limits.dailyTokens,
    use.tokensOfAll / limits.dailyTokensOfAll,
    limits.dailyCostMicros === 0 ? 1 : use.costMicros / limits.dailyCostMicros,
    limits.dailyCostMicrosOfAll === 0 ? 1 : use.costMicrosOfAll / limits.dailyCostMicrosOfAll,
  );
  if (share < noticeShare) return { messagesLeft, notice: null };
  const notice =
    share >= 1
      ? 'The budget for written answers is used up for today. Answers are quotations until midnight (UTC).'
      : 'The budget for written answers is nearly used up for today. After that, answers are quotations.';
  return { messagesLeft, notice };
}

/** The day's use by a user, as one JSON object: a part of queries. */
export const dayUseSql = (userId: string) => Prisma.sql`(
  SELECT json_build_object('messages', coalesce(u.messages, 0), 'tokens', coalesce(u.input_tokens + u.output_tokens, 0),
    'costMicros', coalesce(u.cost_micros, 0), 'tokensOfAll', coalesce(d.input_tokens + d.output_tokens, 0),
    'costMicrosOfAll', coalesce(d.cost_micros, 0))
  FROM (SELECT ${usageDay()}::date AS day) today
  LEFT JOIN assistant_usage u ON u.day = today.day AND u.user_id = ${userId}::uuid
  LEFT JOIN assistant_days d ON d.day = today.day)`;

/** What a user may still use today. One query. */
export async function allowance(userId: string): Promise<Allowance> {
  const [row] = await prisma().$queryRaw<{ use: DayUse }[]>`SELECT ${dayUseSql(userId)} AS use`;
  if (!row) throw new Error('A query that always has one row had none.');
  return allowanceOf(row.use);
}
