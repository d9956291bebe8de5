import { Refusal } from '#app/domain/core/values/errors.ts';
import { mostSlides, slideSchema } from '#app/domain/learning/decks/slides.ts';
import {
  itemsIn,
  type ListedItem,
  type ListFile,
  type ListKind,
  problemOfReading,
  requireChangeable,
} from '#app/domain/publishing/authoring/list-items.server.ts';
import type { LessonText } from '#app/domain/publishing/authoring/slides-from-lesson.server.ts';
import { problemsOf } from '#app/domain/publishing/checks.server.ts';
import {
  type CourseFile,
  type CourseOutline,
  openOutline,
  withWaiting,
} from '#app/domain/publishing/course-outline.server.ts';
import { factsIn } from '#app/domain/publishing/file-facts.server.ts';
import { contentText, splitMarkdown } from '#app/platform/content/files.server.ts';

/** The slides of a deck. */
export const slideList: ListKind = { list: 'slides', one: 'slide', whole: 'deck', most: mostSlides };

/** A slide as the list of its deck shows it. */
interface ListedSlide extends ListedItem {
  /** Whether its form can show it whole, and it can be drawn. */
  isReadable: boolean;
}

/** The slides of a lesson or of a course's introduction as they were last saved, for their editor. */
interface DeckEditor extends ListFile {
  slug: string;
  courseTitle: string;
  /** The number of the module; 0 is the introduction. */
  moduleId: number;
  title: string;
  /** Whether the course is on the site. */
  isCourseOnSite: boolean;
  isOnSite: boolean;
  /** Why its file cannot be shown as slides; it is edited as text then. */
  problem: string | null;
  items: ListedSlide[];
}

interface Part {
  title: string;
  deck: CourseFile;
  /** What its slides are made from. */
  source: CourseFile;
}

function partOf({ title, course, intro, modules }: CourseOutline, moduleId: number): Part | null {
  if (moduleId === 0) return { title: `Introduction to ${title}`, deck: intro, source: course };
  const module = modules.find(({ id }) => id === moduleId);
  return module ? { title: module.title, deck: module.slides, source: module.lesson } : null;
}

async function editorOf(outline: CourseOutline, moduleId: number): Promise<DeckEditor | null> {
  const part = partOf(outline, moduleId);
  if (!part) return null;
  const { path, state, seen } = part.deck;
  const text = part.deck.text ?? '';
  const problem = text === '' ? null : await problemOfReading(path, text);
  return {
    path,
    state,
    seen,
    text,
    problem,
    slug: outline.slug,
    courseTitle: outline.title,
    moduleId,
    title: part.title,
    isCourseOnSite: outline.isOnSite,
    isOnSite: contentText(path) !== null,
    items: (problem === null && text !== '' ? itemsIn(text, slideList) : []).map((item) => ({
      ...item,
      isReadable: slideSchema.safeParse(item.raw).success,
    })),
  };
}

/** The slides of a module, or of the introduction (0); null for what is not there. One query. @throws {Refusal} unavailable */
export async function openDeckEditor(slug: string, moduleId: number): Promise<DeckEditor | null> {
  const outline = await openOutline(slug);
  return outline && editorOf(outline, moduleId);
}

/** The slides to change. @throws {Refusal} not_found; conflict while they are scheduled or cannot be read; unavailable */
export async function requireDeck(slug: string, moduleId: number): Promise<DeckEditor> {
  const deck = await openDeckEditor(slug, moduleId);
  if (!deck) throw new Refusal('not_found', 'There is no such lesson.');
  requireChangeable(deck, deck.problem, slideList);
  return deck;
}

/** What slides are made from, as it was last saved. @throws {Refusal} not_found; invalid for a lesson that cannot be read; unavailable */
export async function requireLesson(slug: string, moduleId: number): Promise<LessonText> {
  const outline = await openOutline(slug);
  const part = outline && partOf(outline, moduleId);
  const text = part?.source.text ?? null;
  if (!part || text === null) throw new Refusal('not_found', 'There is no lesson to make slides from.');
  const problem = await problemOfReading(part.source.path, text);
  if (problem) throw new Refusal('invalid', `The lesson can't be read: ${problem}`);
  const { description, promise } = factsIn(part.source.path, text);
  const words = moduleId === 0 ? promise : description;
  return {
    title: part.title,
    description: typeof words === 'string' ? words : '',
    body: splitMarkdown(text)?.body ?? '',
  };
}

/**
 * What keeps slides from being published with everything else of their course that waits, for whoever asks before they do.
 * @throws {Refusal} not_found, unavailable
 */
export async function checkDeck(slug: string, moduleId: number): Promise<string[]> {
  const outline = await openOutline(slug);
  const deck = outline && partOf(outline, moduleId)?.deck;
  if (!outline || !deck?.text) throw new Refusal('not_found', 'There are no slides to check.');
  return problemsOf(withWaiting(outline), deck.path, deck.text);
}
