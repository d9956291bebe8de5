import type { AssignmentState } from '#app/domain/learning/courses/assignment.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** How somebody stands with an assignment they have handed in. */
export interface HandedIn {
  courseId: string;
  moduleId: number;
  title: string;
  state: AssignmentState;
  /** When the latest version was handed in. */
  handedInAt: Date;
  /** When the latest answer was given; null before the first. */
  answeredAt: Date | null;
}

/** As JSON, times are text. */
export type HandedInJson = Omit<HandedIn, 'handedInAt' | 'answeredAt'> & {
  handedInAt: string;
  answeredAt: string | null;
};

/** The assignments that somebody has handed in, the latest first, as one JSON value; `rest` goes on with the condition. */
export const handedInSql = (userId: Prisma.Sql, rest: Prisma.Sql) => Prisma.sql`
  (SELECT coalesce(json_agg(h), '[]') FROM (
    SELECT s.course_id AS "courseId", s.module_id AS "moduleId", s.title, s.state::text AS state,
      s.handed_in_at AS "handedInAt", s.answered_at AS "answeredAt"
    FROM assignment_submissions s WHERE s.user_id = ${userId} ${rest}) h)`;

/** What `handedInSql` has read. */
export const handedInFrom = (rows: readonly HandedInJson[]): HandedIn[] =>
  rows.map((row) => ({
    ...row,
    handedInAt: new Date(row.handedInAt),
    answeredAt: row.answeredAt === null ? null : new Date(row.answeredAt),
  }));
