import { usageDay } from '#app/domain/assistant/usage.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** What the assistant was used for on a day (UTC). Costs are millionths of a US dollar. */
interface AssistantDayFigures {
  /** YYYY-MM-DD. */
  day: string;
  messages: number;
  /** How many sent them. */
  users: number;
  unanswered: number;
  fallbacks: number;
  refused: number;
  tokens: number;
  costMicros: number;
}

/** The last days of usage, the oldest first, each of them named; and how answers were judged in that time. */
export interface AssistantFigures {
  days: AssistantDayFigures[];
  answers: number;
  helpful: number;
  unhelpful: number;
  /** What waits to be dealt with. */
  waitingUnanswered: number;
  waitingUnhelpful: number;
  /** How the passages stand by what they mean, in words; null where that was never tried. */
  embeddingNote: string | null;
}

/** The days that are shown. */
const figureDays = 30;

/** The assistant's figures of the last thirty days. One query. */
export async function findAssistantFigures(): Promise<AssistantFigures> {
  const [row] = await prisma().$queryRaw<AssistantFigures[]>`
    WITH span AS (SELECT generate_series(${usageDay()}::date - ${figureDays - 1}::int, ${usageDay()}::date, '1 day')::date AS day),
    days AS (
      SELECT span.day, coalesce(d.messages, 0) AS messages, coalesce(d.unanswered, 0) AS unanswered, coalesce(d.fallbacks, 0) AS fallbacks,
        coalesce(d.refused, 0) AS refused, coalesce(d.input_tokens + d.output_tokens, 0) AS tokens, coalesce(d.cost_micros, 0) AS cost,
        (SELECT count(*)::int FROM assistant_usage u WHERE u.day = span.day AND u.messages > 0) AS users
      FROM span LEFT JOIN assistant_days d USING (day)
    ), judged AS (
      SELECT count(*)::int AS answers, (count(*) FILTER (WHERE rating = 1))::int AS helpful, (count(*) FILTER (WHERE rating = -1))::int AS unhelpful
      FROM assistant_messages WHERE sender = 'ai' AND created_at >= ${usageDay()}::date - ${figureDays - 1}::int
    )
    SELECT (SELECT json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'messages', messages, 'users', users, 'unanswered', unanswered,
        'fallbacks', fallbacks, 'refused', refused, 'tokens', tokens, 'costMicros', cost) ORDER BY day) FROM days) AS days,
      judged.*,
      (SELECT count(*)::int FROM assistant_messages WHERE standing IN ('near', 'unknown') AND handled_at IS NULL) AS "waitingUnanswered",
      (SELECT count(*)::int FROM assistant_messages WHERE rating = -1 AND handled_at IS NULL) AS "waitingUnhelpful",
      (SELECT embedding_note FROM search_state) AS "embeddingNote"
    FROM judged`;
  if (!row) throw new Error('A query that always has one row had none.');
  return row;
}
