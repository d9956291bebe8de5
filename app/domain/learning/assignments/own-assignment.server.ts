import type { AssignmentState } from '#app/domain/learning/courses/assignment.ts';
import { memberHtml } from '#app/platform/content/member-html.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A version of what was handed in, with its answer, as pages show it. */
export interface ShownVersion {
  id: string;
  number: number;
  createdAt: Date;
  /** HTML of the text; null without one. */
  html: string | null;
  file: { name: string; mediaType: string; byteCount: number } | null;
  /** Null while it is not answered. */
  answer: {
    html: string;
    decision: AssignmentState;
    at: Date;
    /** Null while it is as it was sent. */
    changedAt: Date | null;
    by: string;
  } | null;
}

/** What somebody has handed in for an assignment, the latest version first. */
interface OwnAssignment {
  title: string;
  state: AssignmentState;
  versions: ShownVersion[];
}

/** What an answer was before it was changed; as JSON, times are text. */
export type EarlierAnswer = { answer: string; decision: 'accepted' | 'revise'; sentAt: string };

/** A row of `versionsSql`; as JSON, times are text. */
export interface VersionRow {
  id: string;
  number: number;
  createdAt: string;
  text: string;
  fileName: string | null;
  mediaType: string | null;
  byteCount: number;
  answer: string | null;
  decision: AssignmentState | null;
  answeredAt: string | null;
  answeredBy: string | null;
  answeredById: string | null;
  answerChangedAt: string | null;
  earlierAnswers: EarlierAnswer[];
}

/** The versions of a submission `s`, the latest first, as one JSON value. */
export const versionsSql = Prisma.sql`
  (SELECT coalesce(json_agg(each ORDER BY each.number DESC), '[]') FROM (
    SELECT v.id, v.number, v.created_at AS "createdAt", v.text, v.file_name AS "fileName", v.media_type AS "mediaType",
      v.byte_count AS "byteCount", v.answer, v.decision::text AS decision, v.answered_at AS "answeredAt",
      i.name AS "answeredBy", v.answered_by AS "answeredById", v.answer_changed_at AS "answerChangedAt",
      v.earlier_answers AS "earlierAnswers"
    FROM assignment_versions v LEFT JOIN users i ON i.id = v.answered_by WHERE v.submission_id = s.id) each)`;

/** A version with its texts as HTML that is safe in any page. */
export async function shownVersion(row: VersionRow): Promise<ShownVersion> {
  const { id, number, createdAt, text, fileName, mediaType, byteCount, answer, decision, answeredAt } = row;
  const isAnswered = answer !== null && decision !== null && answeredAt !== null;
  return {
    id,
    number,
    createdAt: new Date(createdAt),
    html: text === '' ? null : await memberHtml(text),
    file: fileName === null || mediaType === null ? null : { name: fileName, mediaType, byteCount },
    answer: isAnswered
      ? {
          html: await memberHtml(answer),
          decision,
          at: new Date(answeredAt),
          changedAt: row.answerChangedAt === null ? null : new Date(row.answerChangedAt),
          by: row.answeredBy || 'The instructor',
        }
      : null,
  };
}

/** What somebody has handed in for the assignment of a module, and what was answered; null before the first version. One query. */
export async function findOwnAssignment(
  userId: string,
  courseId: string,
  moduleId: number,
): Promise<OwnAssignment | null> {
  const [row] = await prisma().$queryRaw<(Omit<OwnAssignment, 'versions'> & { versions: VersionRow[] })[]>`
    SELECT s.title, s.state::text AS state, ${versionsSql} AS versions
    FROM assignment_submissions s
    WHERE s.user_id = ${userId}::uuid AND s.course_id = ${courseId} AND s.module_id = ${moduleId}`;
  return row ? { ...row, versions: await Promise.all(row.versions.map(shownVersion)) } : null;
}
