import { findCourse, type Module } from '#app/domain/learning/courses/catalogue.server.ts';
import { minutesToLearn, minutesToRead } from '#app/domain/learning/courses/estimated-time.ts';
import type { Goal } from '#app/domain/learning/first-week/answers.ts';
import { doneOf, type LearnedJson, stateOf } from '#app/domain/learning/first-week/learned.server.ts';
import type { Task } from '#app/domain/learning/first-week/plan.ts';
import { type Schedule, scheduleWeek, type TaskState } from '#app/domain/learning/first-week/schedule.ts';
import { findPiece } from '#app/domain/learning/reading/pieces.server.ts';
import type { CalendarDay } from '#app/platform/time-zone.ts';

/** What somebody's week consists of, as it is stored. */
interface StoredWeek {
  number: number;
  goal: Goal;
  startsOn: CalendarDay;
  timeZone: string;
  tasks: Task[];
}

/** A task as the dashboard shows it. */
export interface ShownTask extends TaskState {
  title: string;
  /** A sentence on what it is about. */
  about: string;
  /** What it belongs to, such as the title of a course. */
  partOf: string;
  /** What to do, as a button says it. */
  action: string;
  /** About how long it takes. */
  minutes: number;
  path: string;
  /** The slug of its course; null for what belongs to none. */
  course: string | null;
}

type TaskWords = Omit<ShownTask, keyof TaskState>;

export interface ShownWeek extends Schedule<ShownTask> {
  number: number;
  goal: Goal;
  /** Which day it is for its owner. */
  day: CalendarDay;
}

/** Somebody's week as of a day: tasks whose piece has left the library, or is archived, are left out. */
export function showWeek(week: StoredWeek, learned: LearnedJson, day: CalendarDay): ShownWeek {
  const tasks = week.tasks.flatMap((task) => {
    const words = wordsOf(task, learned);
    return words ? [{ ...words, ...stateOf(task, learned, week.timeZone) }] : [];
  });
  return { number: week.number, goal: week.goal, day, ...scheduleWeek(tasks, week.startsOn, day) };
}

const names = { guide: 'Guide', playbook: 'Playbook', lesson: 'Module', series: 'Series', letter: 'Letter' };

function wordsOf(task: Task, learned: LearnedJson): TaskWords | null {
  if (task.kind === 'read') {
    const piece = findPiece(task.piece);
    return (
      piece && {
        title: piece.title,
        about: piece.description,
        partOf: names[piece.kind],
        action: `Read the ${names[piece.kind].toLowerCase()}`,
        minutes: piece.text()?.readingMinutes ?? 1,
        path: piece.path,
        course: null,
      }
    );
  }
  const course = findCourse(task.course);
  // One that was archived before its owner began it is not there for them.
  if (!course || (course.archivedOn !== null && !learned.opened?.[course.slug])) return null;
  const path = `/courses/${course.slug}`;
  if (task.kind === 'quiz')
    return {
      title: `The quiz of ${course.title}`,
      about:
        'See what stayed with you. With every module completed and the quiz passed, you get the certificate.',
      partOf: course.title,
      action: 'Take the quiz',
      minutes: quizMinutes,
      path: `${path}/quiz`,
      course: course.slug,
    };
  const ids = task.kind === 'open' ? [task.module] : task.modules;
  const modules = course.modules.filter(({ id }) => ids.includes(id));
  const done = doneOf(learned);
  const next = modules.find(({ id }) => !done.hasCompleted(course.slug, id)) ?? modules[0];
  if (!next) return null;
  const isExercise = task.kind === 'complete' && modules.length === 1 && done.hasOpened(course.slug, next.id);
  return {
    title: modules.map(({ title }) => title).join(', then '),
    about: next.description,
    partOf: `${course.title}, ${modules.length > 1 ? 'modules' : 'module'} ${modules.map(({ number }) => number).join(' and ')}`,
    action:
      task.kind === 'open'
        ? 'Read the lesson'
        : isExercise
          ? 'Do the exercise'
          : modules.length > 1
            ? `Go to module ${next.number}`
            : 'Start the module',
    minutes: Math.max(1, Math.round(minutesOf(task, modules, isExercise))),
    path: `${path}/module-${next.id}`,
    course: course.slug,
  };
}

/** About how long a quiz takes. */
const quizMinutes = 10;

function minutesOf(task: Task, modules: readonly Module[], isExercise: boolean): number {
  const lessons = modules.map(({ lesson }) => lesson);
  if (task.kind === 'open') return minutesToRead(lessons);
  return isExercise ? minutesToLearn(lessons) - minutesToRead(lessons) : minutesToLearn(lessons);
}
