import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { checklistProgress } from '#app/domain/learning/checklists/checklists.server.ts';
import {
  type Course,
  courses,
  findCourse,
  findCurrentCourse,
  type Module,
} from '#app/domain/learning/courses/catalogue.server.ts';
import type { BegunCourse } from '#app/domain/learning/courses/completion.server.ts';
import { noProgress, progressText } from '#app/domain/learning/courses/progress.ts';
import { findNextModule, type ModuleOpening } from '#app/domain/learning/courses/release.ts';
import { openingsFrom } from '#app/domain/learning/courses/release-state.server.ts';
import { findNextCourse } from '#app/domain/learning/dashboard/next-course.server.ts';
import type { dashboardCopy } from '#app/domain/learning/facts/copy.server.ts';

/** A course with its reader's progress, as a line in a list. What it holds goes to the browser, for each course of the dashboard. */
export interface ListedCourse {
  slug: string;
  title: string;
  percentDone: number;
  /** How its quiz stands; null where it was not tried. */
  quiz: 'passed' | 'tried' | null;
}

/** A course to go on with, or to begin. */
export interface ShownCourse extends Omit<ListedCourse, 'quiz'> {
  promise: string;
  topic: string;
  progressText: string;
  /** The module to go on with, of a course that is begun. */
  nextModule: NextModule | null;
}

/** A module to go on with, and what opens it where it is not open. */
export interface NextModule {
  id: number;
  number: number;
  title: string;
  opening: ModuleOpening;
}

function nextModuleOf(viewer: Reader, { modules }: Course, begun: BegunCourse) {
  const { schedule, completedModuleIds } = begun;
  const openings = openingsFrom(viewer, { modules }, schedule, completedModuleIds);
  return findNextModule(modules, completedModuleIds, openings);
}

type Reader = Pick<Viewer, 'role'>;

type Quizzes = ReadonlyMap<string, 'passed' | 'tried'>;

/** Those that are begun before those that are not; each in its order. */
const begunFirst = (courses: ListedCourse[]) => ({
  begun: courses.filter(({ percentDone }) => percentDone > 0),
  others: courses.filter(({ percentDone }) => percentDone === 0),
});

/**
 * What to go on with: the next module of the course last worked on; else the course to begin, the same that the end of the last
 * finished one named. Null when every course is finished.
 */
function continueWith(viewer: Reader, begun: readonly BegunCourse[], suggestedOrder: readonly string[]) {
  const open = begun.find(({ status, courseSlug }) => status === 'in_progress' && findCourse(courseSlug));
  const course = open && findCourse(open.courseSlug);
  if (open && course) {
    const next = nextModuleOf(viewer, course, open);
    return {
      course,
      module: next && {
        ...shown(next),
        ticked: next.opening.isOpen ? checklistProgress(next.module, open.ticks) : null,
      },
      isBegun: true,
    };
  }
  const finished = begun.find(({ status }) => status === 'completed');
  const next = findNextCourse(finished && findCourse(finished.courseSlug), begun, suggestedOrder);
  return next && { course: next.course, module: null, isBegun: false };
}

const shown = ({ module: { id, number, title }, opening }: { module: Module; opening: ModuleOpening }) => ({
  ...{ id, number, title },
  opening,
});

/** The owner's choice of courses. */
type DashboardChoice = Pick<ReturnType<typeof dashboardCopy>, 'suggestedOrder' | 'aiCourses' | 'lists'> &
  Partial<Pick<ReturnType<typeof dashboardCopy>, 'starts'>>;

/** How many courses there are for somebody: those that are archived count where they have begun them. */
export const countCoursesFor = (begun: readonly Pick<BegunCourse, 'courseSlug'>[]): number =>
  [...courses().values()].filter(
    ({ slug, archivedOn }) => archivedOn === null || begun.some(({ courseSlug }) => courseSlug === slug),
  ).length;

/** How many courses are completed and, until all of them are, how many are under way. */
function soFarText(begun: readonly BegunCourse[]): string {
  const count = (wantedStatus: BegunCourse['status']) =>
    begun.filter(({ status }) => status === wantedStatus).length;
  const completed = count('completed');
  const total = countCoursesFor(begun);
  const underWay = completed === total ? '' : `, ${count('in_progress')} in progress`;
  return `${completed} of ${total} courses completed${underWay}.`;
}

/** Everything the dashboard shows, from a user's progress and the owner's choice of courses; courses without content are left out. */
export function buildDashboard(
  begun: readonly BegunCourse[],
  copy: DashboardChoice,
  quizzes: Quizzes = new Map(),
  viewer: Reader = { role: 'member' },
) {
  const progressBySlug = new Map(begun.map((row) => [row.courseSlug, row]));
  const toListedCourse = ({ slug, title }: Course): ListedCourse => ({
    slug,
    title,
    percentDone: progressBySlug.get(slug)?.percentDone ?? 0,
    quiz: quizzes.get(slug) ?? null,
  });
  const toShownCourse = (course: Course): ShownCourse => {
    const { slug, title, promise, topic } = course;
    const begunCourse = progressBySlug.get(slug);
    const progress = begunCourse ?? noProgress;
    const next = begunCourse && nextModuleOf(viewer, course, begunCourse);
    return {
      slug,
      title,
      promise,
      topic,
      percentDone: progress.percentDone,
      progressText: progressText(progress),
      nextModule: next ? shown(next) : null,
    };
  };
  const existing = (slugs: readonly string[]) =>
    slugs.flatMap((slug) => (progressBySlug.has(slug) ? findCourse(slug) : findCurrentCourse(slug)) ?? []);
  const next = continueWith(viewer, begun, copy.suggestedOrder.courses);
  return {
    hasBegun: begun.some(({ status }) => status !== 'none'),
    hasFinished: begun.some(({ status }) => status === 'completed'),
    soFar: soFarText(begun),
    continueWith: next && { ...next, course: toShownCourse(next.course) },
    /** Courses under way, the one last worked on first, without the one to go on with. */
    underWay: begun
      .filter(({ status, courseSlug }) => status === 'in_progress' && courseSlug !== next?.course.slug)
      .flatMap(({ courseSlug }) => findCourse(courseSlug) ?? [])
      .map(toShownCourse),
    /** For who has begun nothing. */
    starts:
      begun.length > 0
        ? []
        : (copy.starts ?? []).flatMap(({ title, text, course: slug }) => {
            const course = findCurrentCourse(slug);
            return course ? [{ title, text, course: toShownCourse(course) }] : [];
          }),
    aiCourses: existing(copy.aiCourses).map(toListedCourse),
    lists: copy.lists.map(({ title, courses: slugs }) => ({
      title,
      ...begunFirst(existing(slugs).map(toListedCourse)),
    })),
  };
}
