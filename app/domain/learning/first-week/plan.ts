/** Minutes a day that somebody can spend. */
export const minuteChoices = [15, 30, 60] as const;
export type MinutesPerDay = (typeof minuteChoices)[number];

/** How many days a week's plan has, with one task on each. */
const daysOfWeek = 7;

/** What there is to do on one day. */
export type Task =
  /** Read a guide or playbook, by its key, such as guides/seo-google. */
  | { kind: 'read'; piece: string }
  /** Read the lesson of a module, and leave its exercise for the next day. */
  | { kind: 'open'; course: string; module: number }
  /** Complete modules, exercises included. */
  | { kind: 'complete'; course: string; modules: number[] }
  /** Pass the quiz of a course. */
  | { kind: 'quiz'; course: string };

/** A course as far as the plan goes: the modules in their order, by their numbers. */
export interface PlannedCourse {
  slug: string;
  moduleIds: readonly number[];
  hasQuiz: boolean;
}

/** What a week is made of. */
export interface Ingredients {
  minutesPerDay: MinutesPerDay;
  /** Read on the first day. */
  firstRead: string;
  /** Read in the middle of the week. */
  midweekRead: string;
  /** One course after the other, until the week is full. */
  courses: readonly PlannedCourse[];
}

/** What somebody has done already. */
export interface Done {
  hasRead: (piece: string) => boolean;
  hasOpened: (course: string, module: number) => boolean;
  hasCompleted: (course: string, module: number) => boolean;
  hasPassed: (course: string) => boolean;
}

/** The day in the middle of the week, from 0, by when something to apply has been learned. */
const midweek = 3;

/**
 * A week with one task on each day: first something to read about the goal, then the courses, module by module, with something to read
 * about customers in the middle. A quarter of an hour is half a module, half an hour is one, and an hour is two. What is done already is
 * left out; where little is left the week is shorter. The same answers and the same progress always give the same week.
 */
export function planWeek(
  { minutesPerDay, firstRead, midweekRead, courses }: Ingredients,
  done: Done,
): Task[] {
  const lessons = courses.flatMap((course) => tasksOfCourse(course, minutesPerDay, done));
  const unread = (piece: string): Task[] => (done.hasRead(piece) ? [] : [{ kind: 'read', piece }]);
  const first = unread(firstRead);
  const before = lessons.slice(0, midweek - first.length);
  return [
    ...first,
    ...before,
    ...(midweekRead === firstRead ? [] : unread(midweekRead)),
    ...lessons.slice(before.length),
  ].slice(0, daysOfWeek);
}

function tasksOfCourse(
  { slug, moduleIds, hasQuiz }: PlannedCourse,
  minutes: MinutesPerDay,
  done: Done,
): Task[] {
  const open = moduleIds.filter((id) => !done.hasCompleted(slug, id));
  const quiz: Task[] = hasQuiz && !done.hasPassed(slug) ? [{ kind: 'quiz', course: slug }] : [];
  return [...open.flatMap((id, index) => tasksOfModule(slug, open, id, index, minutes, done)), ...quiz];
}

function tasksOfModule(
  course: string,
  open: readonly number[],
  id: number,
  index: number,
  minutes: MinutesPerDay,
  done: Done,
): Task[] {
  if (minutes === 15) {
    const complete: Task = { kind: 'complete', course, modules: [id] };
    return done.hasOpened(course, id) ? [complete] : [{ kind: 'open', course, module: id }, complete];
  }
  if (minutes === 30) return [{ kind: 'complete', course, modules: [id] }];
  // Two on a day: the second is part of the task before.
  return index % 2 === 1 ? [] : [{ kind: 'complete', course, modules: open.slice(index, index + 2) }];
}
