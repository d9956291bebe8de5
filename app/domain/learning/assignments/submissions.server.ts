import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { type InstructorScope, isInScope } from '#app/domain/learning/assignments/instructors.server.ts';
import {
  type EarlierAnswer,
  type ShownVersion,
  shownVersion,
  type VersionRow,
  versionsSql,
} from '#app/domain/learning/assignments/own-assignment.server.ts';
import { findFile, type StoredFile } from '#app/domain/learning/assignments/stored-files.server.ts';
import { type AssignmentState, assignmentStates } from '#app/domain/learning/courses/assignment.ts';
import { memberHtml } from '#app/platform/content/member-html.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What the list of what was handed in is narrowed to. */
interface SubmissionFilter {
  state: AssignmentState;
  /** A course's short name; null for every one that may be read. */
  course: string | null;
}

/** What an address says of the list; what it says wrongly narrows nothing. */
export const readSubmissionFilter = (query: URLSearchParams): SubmissionFilter => ({
  state: assignmentStates.find((state) => state === query.get('state')) ?? 'waiting',
  course: /^[a-z0-9-]{1,60}$/.exec(query.get('course') ?? '')?.[0] ?? null,
});

/** What somebody has handed in, as the list of instructors shows it. */
interface ListedSubmission {
  id: string;
  courseId: string;
  moduleId: number;
  title: string;
  version: number;
  handedInAt: Date;
  learner: string;
}

const perPage = 40;

/**
 * A page of what was handed in and may be read: who waits longest comes first, what is answered the latest first. Who waits is not listed
 * while their account is deactivated. One query.
 */
export async function listSubmissions(
  scope: InstructorScope,
  { state, course }: SubmissionFilter,
  place: Place | null,
): Promise<ListPage<ListedSubmission>> {
  const first = state === 'waiting' ? 'oldest' : 'newest';
  const { past, order } = pageSql(Prisma.sql`s.handed_in_at`, Prisma.sql`s.id`, place, first);
  const rows = await prisma().$queryRaw<ListedSubmission[]>`
    SELECT s.id, s.course_id AS "courseId", s.module_id AS "moduleId", s.title, s.version,
      s.handed_in_at AS "handedInAt", coalesce(nullif(l.name, ''), l.email) AS learner
    FROM assignment_submissions s JOIN users l ON l.id = s.user_id
    WHERE s.state = ${state}::assignment_state
      ${scope === 'all' ? Prisma.empty : Prisma.sql`AND s.course_id = ANY(${[...scope]}::text[])`}
      ${course === null ? Prisma.empty : Prisma.sql`AND s.course_id = ${course}`}
      ${state === 'waiting' ? Prisma.sql`AND l.status = 'active'` : Prisma.empty} ${past}
    ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ handedInAt: at, id }) => ({ at, id }), place);
}

/** What somebody has handed in, as an instructor reads it: the latest version first. */
interface Submission {
  id: string;
  courseId: string;
  moduleId: number;
  title: string;
  state: AssignmentState;
  learner: { id: string; name: string; isActive: boolean };
  versions: SubmittedVersion[];
}

/** A version as instructors read it. */
export interface SubmittedVersion extends ShownVersion {
  /** What they have answered, as typed, to be changed; null for what is not answered, or by somebody else. */
  ownAnswer: { text: string; decision: AssignmentState } | null;
  /** What the answer was before it was changed, the oldest first. */
  earlierAnswers: { html: string; decision: AssignmentState; at: Date }[];
}

const earlierAnswer = async ({ answer, decision, sentAt }: EarlierAnswer) => ({
  html: await memberHtml(answer),
  decision,
  at: new Date(sentAt),
});

/** A version with what instructors alone read of it. */
async function submittedVersion(row: VersionRow, readerId: string): Promise<SubmittedVersion> {
  const { answer, decision, answeredById, earlierAnswers } = row;
  return {
    ...(await shownVersion(row)),
    ownAnswer:
      answeredById === readerId && answer !== null && decision !== null ? { text: answer, decision } : null,
    earlierAnswers: await Promise.all(earlierAnswers.map(earlierAnswer)),
  };
}

/** What was handed in, by its id, for who reads it; null for what is not there or may not be read. One query. */
export async function findSubmission(
  scope: InstructorScope,
  id: string,
  readerId: string,
): Promise<Submission | null> {
  const [row] = await prisma().$queryRaw<
    (Omit<Submission, 'versions' | 'learner'> & {
      learnerId: string;
      learner: string;
      isActive: boolean;
      versions: VersionRow[];
    })[]
  >`
    SELECT s.id, s.course_id AS "courseId", s.module_id AS "moduleId", s.title, s.state::text AS state,
      l.id AS "learnerId", coalesce(nullif(l.name, ''), l.email) AS learner, l.status = 'active' AS "isActive",
      ${versionsSql} AS versions
    FROM assignment_submissions s JOIN users l ON l.id = s.user_id WHERE s.id = ${id}::uuid`;
  if (!row || !isInScope(scope, row.courseId)) return null;
  const { learnerId, learner, isActive, versions, ...submission } = row;
  return {
    ...submission,
    learner: { id: learnerId, name: learner, isActive },
    versions: await Promise.all(versions.map((version) => submittedVersion(version, readerId))),
  };
}

/** A file that was handed in, for those who may read it; null for any other. */
export const findSubmittedFile = (scope: InstructorScope, versionId: string): Promise<StoredFile | null> =>
  findFile({
    id: versionId,
    ...(scope === 'all' ? {} : { submission: { courseId: { in: [...scope] } } }),
  });
