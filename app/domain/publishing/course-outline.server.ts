import { type Assignment, assignmentSchema } from '#app/domain/learning/courses/assignment.ts';
import { courseSchema, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { isFigurePath } from '#app/domain/publishing/figures.ts';
import { countBoxes, countItems, factsIn } from '#app/domain/publishing/file-facts.server.ts';
import { isOwnCourse } from '#app/domain/publishing/own-courses.server.ts';
import { isStartText } from '#app/domain/publishing/piece-starts.ts';
import {
  contentText,
  currentOverrides,
  listContent,
  type Overrides,
} from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** How a file of a course stands: not begun, only a draft, on the site, on the site with changes that wait, or due at a time. */
export type PartState = 'none' | 'draft' | 'published' | 'changed' | 'scheduled' | 'archived';

/** A file of a course, as its last draft has it. */
export interface CourseFile {
  path: string;
  /** The number of its last version, 0 where there is none. */
  seen: number;
  state: PartState;
  /** What it says as last saved; null where it does not exist or was archived. */
  text: string | null;
}

/** A module in the outline of its course. */
export interface OutlineModule {
  id: number;
  title: string;
  lesson: CourseFile;
  slides: CourseFile;
  /** Boxes to tick in its lesson. */
  boxes: number;
  hasVideo: boolean;
  hasCaptions: boolean;
  /** How many downloads its lesson has. */
  downloads: number;
  /** What it asks to be handed in, as last saved; null for nothing, and for what cannot be read. */
  assignment: Assignment | null;
}

/** A course as its authors see it: everything as it was last saved, published or not. */
export interface CourseOutline {
  slug: string;
  title: string;
  promise: string;
  /** Made in the admin area: no file of content/ stands below it. */
  isOwn: boolean;
  isOnSite: boolean;
  course: CourseFile;
  quiz: CourseFile;
  /** How many questions its quiz has; 0 without one. */
  questions: number;
  intro: CourseFile;
  modules: OutlineModule[];
  /** Drawings (SVG) in its folder. */
  figures: CourseFile[];
  /** Files that have changes to publish, in the order of the course. */
  waiting: CourseFile[];
  /** Numbers that a module of this course has or had: no new one takes them, as progress is kept under them. */
  usedIds: number[];
}

type Row = {
  path: string;
  number: number;
  state: 'draft' | 'scheduled' | 'published' | 'past';
  kind: 'text' | 'archived' | 'file';
  text: string | null;
};

/** What is saved of a course: the last version of each path, and what waits or is published. One query. */
async function rowsOf(slug: string): Promise<Row[]> {
  return prisma().$queryRaw<Row[]>`
    SELECT path, max(number) OVER (PARTITION BY path) AS number, state::text AS state, kind::text AS kind,
           CASE WHEN state IN ('draft', 'scheduled') THEN text END AS text
    FROM content_versions WHERE starts_with(path, ${`courses/${slug}/`})
    ORDER BY path, content_versions.number DESC`;
}

function fileFrom(path: string, rows: readonly Row[]): CourseFile {
  const own = rows.filter((row) => row.path === path);
  const waiting = own.find(({ state }) => state === 'draft' || state === 'scheduled');
  const published = own.find(({ state }) => state === 'published');
  const current = contentText(path);
  const state = waiting
    ? waiting.state === 'scheduled'
      ? 'scheduled'
      : current === null
        ? 'draft'
        : 'changed'
    : current !== null
      ? 'published'
      : published?.kind === 'archived'
        ? 'archived'
        : 'none';
  return { path, seen: own[0]?.number ?? 0, state, text: waiting?.text ?? current };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The numbers of a course's modules in their order, as it was last saved. */
function orderOf(course: CourseFile, ids: readonly number[]): number[] {
  const named = courseSchema.shape.modules.safeParse(factsIn(course.path, course.text).modules);
  return named.success && named.data ? named.data : [...ids];
}

const hasCaptions = (video: unknown): boolean =>
  typeof video === 'object' && video !== null && 'captions' in video;

const idOf = (path: string) => Number(/\/module-(\d{1,2})\.md$/.exec(path)?.[1] ?? 0);

/** The texts that a course can have, in its order: itself, each lesson with its slides, the introduction and the quiz. */
export const filesOf = ({
  course,
  modules,
  intro,
  quiz,
}: Pick<CourseOutline, 'course' | 'modules' | 'intro' | 'quiz'>): CourseFile[] => [
  course,
  ...modules.flatMap(({ lesson, slides }) => [lesson, slides]),
  intro,
  quiz,
];

/** The outline of a course that is on the site, begun, or was there once; null for any other name. One query. */
export async function openOutline(slug: string): Promise<CourseOutline | null> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 60) return null;
  const rows = await rowsOf(slug);
  const folder = `courses/${slug}/`;
  const file = (name: string) => fileFrom(`${folder}${name}`, rows);
  const course = file('course.md');
  if (course.state === 'none' && course.seen === 0) return null;
  const paths = new Set([
    ...rows.map(({ path }) => path),
    ...listContent(`courses/${slug}`, /^module-\d+\.md$/).map((name) => `${folder}${name}`),
  ]);
  const usedIds = [...paths]
    .map(idOf)
    .filter((id) => id > 0)
    .sort((a, b) => a - b);
  const figures = [
    ...new Set([
      ...rows.map(({ path }) => path).filter(isFigurePath),
      ...listContent(`courses/${slug}/figures`, /\.svg$/).map((name) => `${folder}figures/${name}`),
    ]),
  ].map((path) => fileFrom(path, rows));
  const lessons = new Map([...new Set(usedIds)].map((id) => [id, file(`module-${id}.md`)]));
  const present = [...lessons].filter(([, { text }]) => text !== null).map(([id]) => id);
  const modules = orderOf(course, present).map((id): OutlineModule => {
    const lesson = lessons.get(id) ?? file(`module-${id}.md`);
    const facts = factsIn(lesson.path, lesson.text);
    return {
      id,
      title: textOf(facts.title) || `Module ${id}`,
      lesson,
      slides: file(`module-${id}.deck.yaml`),
      boxes: countBoxes(lesson.text),
      hasVideo: facts.video !== undefined,
      hasCaptions: hasCaptions(facts.video),
      downloads: Array.isArray(facts.downloads) ? facts.downloads.length : 0,
      assignment: assignmentSchema.safeParse(facts.assignment).data ?? null,
    };
  });
  const facts = factsIn(course.path, course.text);
  const quiz = file('quiz.yaml');
  const intro = file('course.deck.yaml');
  return {
    slug,
    title: textOf(facts.title) || slug,
    promise: textOf(facts.promise),
    isOwn: isOwnCourse(course.path),
    isOnSite: findCourse(slug) !== undefined,
    course,
    quiz,
    questions: countItems(quiz.path, quiz.text, 'questions'),
    intro,
    modules,
    figures,
    waiting: [...filesOf({ course, modules, intro, quiz }), ...figures].filter(({ state }) =>
      ['draft', 'changed', 'scheduled'].includes(state),
    ),
    usedIds,
  };
}

/** What of a course still says what it began with, in words for its author. */
export const exampleTexts = ({ course, modules }: Pick<CourseOutline, 'course' | 'modules'>): string[] => [
  ...(isStartText('courses', course.text) ? ['The description of the course'] : []),
  ...modules.flatMap(({ lesson, title }) =>
    isStartText('modules', lesson.text) ? [`The lesson of ${title}`] : [],
  ),
];

/** The content as it would be with everything published that waits of a course. */
export const withWaiting = ({ waiting }: Pick<CourseOutline, 'waiting'>): Overrides =>
  new Map([...currentOverrides(), ...waiting.map(({ path, text }) => [path, text] as const)]);

/** A drawing by its path inside content/, as it was last saved where it is one of the course; null for none. */
export const figureTextIn =
  ({ figures }: Pick<CourseOutline, 'figures'>) =>
  (path: string): string | null => {
    const own = figures.find((figure) => figure.path === path);
    return own ? own.text : contentText(path);
  };
