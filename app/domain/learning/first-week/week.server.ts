import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import { readOf, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { courses, findCurrentCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { findModulesOpenedLater } from '#app/domain/learning/courses/release-state.server.ts';
import { dashboardCopy } from '#app/domain/learning/facts/copy.server.ts';
import { type Answers, chooseStart } from '#app/domain/learning/first-week/answers.ts';
import { firstWeekCopy } from '#app/domain/learning/first-week/first-week-copy.server.ts';
import {
  doneOf,
  type LearnedJson,
  learnedRead,
  learnedSql,
  stateOf,
} from '#app/domain/learning/first-week/learned.server.ts';
import { type PlannedCourse, planWeek, type Task } from '#app/domain/learning/first-week/plan.ts';
import { type ShownWeek, showWeek } from '#app/domain/learning/first-week/shown-week.server.ts';
import { findQuiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayIn, midnightOf } from '#app/platform/time-zone.ts';

/** Somebody's week as it is stored, and what they have learned. */
interface WeekJson extends Answers {
  number: number;
  startsOn: string;
  tasks: Task[];
  learned: LearnedJson;
  isPutAway: boolean;
}

/** What somebody has planned: their answers, their week as of today, and whether they have put it away. */
export interface PlannedWeek {
  answers: Answers;
  week: ShownWeek;
  isPutAway: boolean;
}

const plannedOf = (json: WeekJson | null): PlannedWeek | null => {
  if (!json) return null;
  const { learned, isPutAway, goal, stage, minutesPerDay, assets, timeZone } = json;
  return {
    answers: { goal, stage, minutesPerDay, assets, timeZone },
    week: showWeek(json, learned, dayIn(timeZone, now())),
    isPutAway,
  };
};

/** The week that somebody has planned; null where they have none. */
export const weekRead = (): ViewerRead<PlannedWeek | null> => ({
  name: 'planned week',
  key: 'planned week',
  json: (userId) => Prisma.sql`
    (SELECT json_build_object('number', w.number, 'goal', w.goal, 'stage', w.stage, 'minutesPerDay', w.minutes_per_day,
      'assets', w.assets, 'timeZone', w.time_zone, 'startsOn', w.starts_on, 'tasks', w.tasks,
      'isPutAway', w.put_away_at IS NOT NULL, 'learned', ${learnedSql(Prisma.sql`w.user_id`)})
     FROM first_weeks w WHERE w.user_id = ${userId})`,
  from: (value) => plannedOf(value as WeekJson | null),
});

/** The same, in a query of its own. */
export const findWeek = (userId: string): Promise<PlannedWeek | null> => readOf(userId, weekRead());

/** The courses of a week: the one it begins with, what goes well with it, and what the owner suggests after that. */
function coursesFrom(start: string, openedLater: ReadonlySet<string>): PlannedCourse[] {
  const slugs = [start, ...(courses().get(start)?.related ?? []), ...dashboardCopy().suggestedOrder.courses];
  return [...new Set([...slugs, ...courses().keys()])].flatMap((slug) => {
    const course = findCurrentCourse(slug);
    if (!course) return [];
    const moduleIds = course.modules.map(({ id }) => id).filter((id) => !openedLater.has(`${slug} ${id}`));
    return [
      { slug, moduleIds, hasQuiz: findQuiz(slug) !== null && moduleIds.length === course.modules.length },
    ];
  });
}

/**
 * Plans a week for somebody that begins on their today (P276). It takes the place of one they have: of one that is done as the week after
 * it. Planning twice with the same answers leaves one week.
 * @throws {Refusal} not_allowed without access to the lessons; conflict where nothing is left to learn
 */
export async function planMyWeek(viewer: Viewer, answers: Answers): Promise<void> {
  if (!mayReadLessons(viewer))
    throw new Refusal('not_allowed', 'An active membership is needed to plan a week.');
  const [learned, openedLater, earlier] = await Promise.all([
    readOf(viewer.id, learnedRead()),
    findModulesOpenedLater(viewer),
    prisma().firstWeek.findUnique({ where: { userId: viewer.id }, select: { number: true, tasks: true } }),
  ]);
  const { read, course, midweek } = chooseStart(answers, firstWeekCopy());
  const tasks = planWeek(
    {
      minutesPerDay: answers.minutesPerDay,
      firstRead: read,
      midweekRead: midweek,
      courses: coursesFrom(course, openedLater),
    },
    doneOf(learned),
  );
  if (tasks.length === 0)
    throw new Refusal(
      'conflict',
      'You have completed every course. Pick a playbook to put what you know to use.',
    );
  const isDone =
    earlier !== null &&
    (earlier.tasks as Task[]).every((task) => stateOf(task, learned, answers.timeZone).isDone);
  const plannedAt = now();
  const week = {
    ...answers,
    assets: [...answers.assets],
    number: earlier ? earlier.number + (isDone ? 1 : 0) : 1,
    startsOn: midnightOf(dayIn(answers.timeZone, plannedAt)),
    tasks,
    plannedAt,
    putAwayAt: null,
  };
  await prisma().firstWeek.upsert({
    where: { userId: viewer.id },
    create: { userId: viewer.id, ...week },
    update: week,
  });
}

/** Takes somebody's week off the dashboard, or brings it back; without a week it does nothing. */
export async function putWeekAway(userId: string, isPutAway: boolean): Promise<void> {
  await prisma().firstWeek.updateMany({ where: { userId }, data: { putAwayAt: isPutAway ? now() : null } });
}
