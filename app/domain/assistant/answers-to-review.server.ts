import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

// Answers that were wanting: they show what to write next. Who asked is not told: what was asked is enough.

/** Without certainty, or found unhelpful by who asked. */
export type ReviewReason = 'unanswered' | 'unhelpful';

/** A question with its answer, as an admin sees it. */
export interface AnswerToReview {
  /** Of the answer. */
  id: string;
  question: string;
  answer: string;
  writer: string;
  createdAt: Date;
}

const pageSize = 25;

const conditions: Record<ReviewReason, Prisma.Sql> = {
  unanswered: Prisma.sql`a.standing IN ('near', 'unknown')`,
  unhelpful: Prisma.sql`a.rating = -1`,
};

/** Answers that nobody has dealt with yet, the latest first. One query. */
export async function listAnswersToReview(
  kind: ReviewReason,
  place: Place | null,
): Promise<ListPage<AnswerToReview>> {
  const { past, order } = pageSql(Prisma.sql`a.created_at`, Prisma.sql`a.id`, place);
  const rows = await prisma().$queryRaw<AnswerToReview[]>`
    SELECT a.id, q.text AS question, a.text AS answer, coalesce(a.writer, 'librarian') AS writer, a.created_at AS "createdAt"
    FROM assistant_messages a JOIN assistant_messages q ON q.conversation_id = a.conversation_id AND q.position = a.position - 1
    WHERE ${conditions[kind]} AND a.handled_at IS NULL ${past}
    ORDER BY ${order} LIMIT ${pageSize + 1}`;
  return pageOf(rows, pageSize, ({ createdAt, id }) => ({ at: createdAt, id }), place);
}

/** Takes an answer off the list, as something was written, or nothing needs to be. @throws {Refusal} not_allowed; not_found */
export async function markAnswerHandled(answerId: string, actor: Actor): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'assistant:handle');
    const { count } = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(answerId)
      ? await tx.db.assistantMessage.updateMany({
          where: {
            id: answerId,
            handledAt: null,
            OR: [{ standing: { in: ['near', 'unknown'] } }, { rating: -1 }],
          },
          data: { handledAt: now() },
        })
      : { count: 0 };
    if (count === 0) throw new Refusal('not_found', 'This answer is no longer on the list.');
    await recordAudit(tx, actor, {
      action: 'assistant_answer_handled',
      subject: { type: 'assistant_answer', id: answerId },
    });
  });
}
