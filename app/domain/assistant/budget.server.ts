import { usageDay } from '#app/domain/assistant/usage.server.ts';
import type { ConnectedModel } from '#app/platform/ai/connection.server.ts';
import type { Used } from '#app/platform/ai/text-generation.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/** US dollars for a million tokens. */
type Prices = Pick<ConnectedModel, 'inputPrice' | 'outputPrice'>;

/** What a call of the model costs, in millionths of a US dollar. */
export const costOf = ({ inputPrice, outputPrice }: Prices, { inputTokens, outputTokens }: Used): number =>
  Math.ceil(inputTokens * inputPrice + outputTokens * outputPrice);

/** What was set aside for one answer, of the day it was begun on. */
interface Reservation {
  userId: string;
  day: string;
  used: Used;
  costMicros: number;
}

/** Adds to both counts, or to neither, where one would pass its limit. */
class BudgetExhausted extends Error {}

async function add({ userId, day, used, costMicros }: Reservation, isLimited: boolean): Promise<void> {
  const limits = config().assistant;
  const { inputTokens, outputTokens } = used;
  await transaction(async ({ db }) => {
    const own = await db.$queryRaw<unknown[]>`
      INSERT INTO assistant_usage AS u (day, user_id, input_tokens, output_tokens, cost_micros)
      SELECT ${day}::date, id, ${inputTokens}::int, ${outputTokens}::int, ${costMicros}::bigint FROM users WHERE id = ${userId}::uuid
        AND (NOT ${isLimited}::boolean OR (${inputTokens + outputTokens}::int <= ${limits.dailyTokens}::int AND ${costMicros}::bigint <= ${limits.dailyCostMicros}::bigint))
      ON CONFLICT (day, user_id) DO UPDATE SET input_tokens = u.input_tokens + excluded.input_tokens,
        output_tokens = u.output_tokens + excluded.output_tokens, cost_micros = u.cost_micros + excluded.cost_micros
      WHERE NOT ${isLimited}::boolean OR (u.input_tokens + u.output_tokens + excluded.input_tokens + excluded.output_tokens <= ${limits.dailyTokens}::int
        AND u.cost_micros + excluded.cost_micros <= ${limits.dailyCostMicros}::bigint)
      RETURNING 1`;
    if (isLimited && own.length === 0) throw new BudgetExhausted();
    const all = await db.$queryRaw<unknown[]>`
      INSERT INTO assistant_days AS d (day, input_tokens, output_tokens, cost_micros)
      SELECT ${day}::date, ${inputTokens}::int, ${outputTokens}::int, ${costMicros}::bigint
      WHERE NOT ${isLimited}::boolean OR (${inputTokens + outputTokens}::int <= ${limits.dailyTokensOfAll}::int AND ${costMicros}::bigint <= ${limits.dailyCostMicrosOfAll}::bigint)
      ON CONFLICT (day) DO UPDATE SET input_tokens = d.input_tokens + excluded.input_tokens,
        output_tokens = d.output_tokens + excluded.output_tokens, cost_micros = d.cost_micros + excluded.cost_micros
      WHERE NOT ${isLimited}::boolean OR (d.input_tokens + d.output_tokens + excluded.input_tokens + excluded.output_tokens <= ${limits.dailyTokensOfAll}::int
        AND d.cost_micros + excluded.cost_micros <= ${limits.dailyCostMicrosOfAll}::bigint)
      RETURNING 1`;
    if (isLimited && all.length === 0) throw new BudgetExhausted();
  });
}

/**
 * Sets aside what an answer will roughly take, so that many at once cannot all take the last of it; null where the day's tokens or
 * money, of the user or of all, are used up. What is set aside and never settled, as its process fell, stays counted.
 */
export async function reserve(userId: string, prices: Prices, used: Used): Promise<Reservation | null> {
  const reservation = { userId, day: usageDay(), used, costMicros: costOf(prices, used) };
  try {
    await add(reservation, true);
    return reservation;
  } catch (error) {
    if (error instanceof BudgetExhausted) return null;
    throw error;
  }
}

/** Counts what an answer took instead of what was set aside for it. */
export async function settle(
  reservation: Reservation,
  connected: ConnectedModel,
  actual: Used,
): Promise<void> {
  const used = {
    inputTokens: actual.inputTokens - reservation.used.inputTokens,
    outputTokens: actual.outputTokens - reservation.used.outputTokens,
  };
  await add({ ...reservation, used, costMicros: costOf(connected, actual) - reservation.costMicros }, false);
}

/** Counts what was spent for nobody in particular, such as embedding the library: the day's money alone, for the tokens are the members'. */
export async function countForAll(prices: Prices, used: Used): Promise<void> {
  await prisma().$executeRaw`
    INSERT INTO assistant_days (day, cost_micros) VALUES (${usageDay()}::date, ${costOf(prices, used)}::bigint)
    ON CONFLICT (day) DO UPDATE SET cost_micros = assistant_days.cost_micros + excluded.cost_micros`;
}
