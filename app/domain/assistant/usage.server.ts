import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';

/** The day (UTC) that usage is counted by. */
export const usageDay = () => now().toISOString().slice(0, 10);

function secondsToMidnight(): number {
  const time = now();
  const midnight = Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + 1);
  return Math.max(1, Math.ceil((midnight - time.getTime()) / 1000));
}

/**
 * Counts one message of a user, within the transaction that keeps it: two at once cannot both be the last.
 * @throws {RateLimitExceeded} when the day's messages are used up.
 */
export async function countMessage({ db }: Transaction, userId: string): Promise<void> {
  const limit = config().assistant.dailyMessages;
  const rows = await db.$queryRaw<{ messages: number }[]>`
    INSERT INTO assistant_usage (day, user_id, messages) VALUES (${usageDay()}::date, ${userId}::uuid, 1)
    ON CONFLICT (day, user_id) DO UPDATE SET messages = assistant_usage.messages + 1
    WHERE assistant_usage.messages < ${limit} RETURNING messages`;
  if (rows.length === 0) throw new RateLimitExceeded(secondsToMidnight());
}

/** What an answer has used, added to the day's. Costs are millionths of a US dollar. */
export async function countAnswer(
  { db }: Transaction,
  userId: string,
  used: { inputTokens: number; outputTokens: number; costMicros: number; isUnanswered: boolean },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO assistant_usage (day, user_id, input_tokens, output_tokens, cost_micros, unanswered)
    VALUES (${usageDay()}::date, ${userId}::uuid, ${used.inputTokens}, ${used.outputTokens}, ${used.costMicros}, ${Number(used.isUnanswered)})
    ON CONFLICT (day, user_id) DO UPDATE SET
      input_tokens = assistant_usage.input_tokens + excluded.input_tokens,
      output_tokens = assistant_usage.output_tokens + excluded.output_tokens,
      cost_micros = assistant_usage.cost_micros + excluded.cost_micros,
      unanswered = assistant_usage.unanswered + excluded.unanswered`;
}

/** How many messages a user may still send today. One query. */
export async function messagesLeft(userId: string): Promise<number> {
  const row = await prisma().assistantUsage.findUnique({
    where: { day_userId: { day: new Date(usageDay()), userId } },
    select: { messages: true },
  });
  return Math.max(0, config().assistant.dailyMessages - (row?.messages ?? 0));
}
