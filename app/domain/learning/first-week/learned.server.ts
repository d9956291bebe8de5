import type { ViewerRead } from '#app/domain/core/access/reads.server.ts';
import type { Done, Task } from '#app/domain/learning/first-week/plan.ts';
import type { TaskState } from '#app/domain/learning/first-week/schedule.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayIn } from '#app/platform/time-zone.ts';

/** What somebody has read, opened, completed and passed, as JSON; times are text. */
export interface LearnedJson {
  completed: Record<string, string> | null;
  opened: Record<string, number[]> | null;
  read: Record<string, string> | null;
  passed: Record<string, string> | null;
}

/** The same as one JSON value of a query around it. Each part goes by the beginning of a primary key. */
export const learnedSql = (userId: Prisma.Sql) => Prisma.sql`
  json_build_object(
    'completed', (SELECT json_object_agg(course_id || ' ' || module_id, completed_at) FROM user_module_completion
      WHERE user_id = ${userId} AND completed),
    'opened', (SELECT json_object_agg(course_id, opened_module_ids) FROM course_enrollments WHERE user_id = ${userId}),
    'read', (SELECT json_object_agg(piece, read_at) FROM piece_marks WHERE user_id = ${userId} AND read_at IS NOT NULL),
    'passed', (SELECT json_object_agg(course_id, passed_at) FROM quiz_results
      WHERE user_id = ${userId} AND passed_at IS NOT NULL))`;

/** What a user has learned, in a query of its own. */
export const learnedRead = (): ViewerRead<LearnedJson> => ({
  name: 'learned',
  key: 'learned',
  json: learnedSql,
  from: (value) => value as LearnedJson,
});

const moduleKey = (course: string, module: number) => `${course} ${module}`;

/** The same as the plan of a week asks for it. */
export const doneOf = ({ completed, opened, read, passed }: LearnedJson): Done => ({
  hasRead: (piece) => read?.[piece] !== undefined,
  hasOpened: (course, module) => opened?.[course]?.includes(module) ?? false,
  hasCompleted: (course, module) => completed?.[moduleKey(course, module)] !== undefined,
  hasPassed: (course) => passed?.[course] !== undefined,
});

/** Whether a task is done, and on which day in a time zone. When a lesson was opened is not kept, so that such a task has no day. */
export function stateOf(task: Task, learned: LearnedJson, timeZone: string): TaskState {
  const times = timesOf(task, learned);
  if (task.kind === 'open')
    return { isDone: times !== null || doneOf(learned).hasOpened(task.course, task.module), doneOn: null };
  if (times === null) return { isDone: false, doneOn: null };
  const latest = Math.max(...times.map((time) => Date.parse(time)));
  return { isDone: true, doneOn: dayIn(timeZone, new Date(latest)) };
}

/** When all that a task consists of was done; null where some of it is not. */
function timesOf(task: Task, { completed, read, passed }: LearnedJson): string[] | null {
  const times =
    task.kind === 'read'
      ? [read?.[task.piece]]
      : task.kind === 'quiz'
        ? [passed?.[task.course]]
        : task.kind === 'open'
          ? [completed?.[moduleKey(task.course, task.module)]]
          : task.modules.map((id) => completed?.[moduleKey(task.course, id)]);
  return times.every((time) => time !== undefined) ? times : null;
}
