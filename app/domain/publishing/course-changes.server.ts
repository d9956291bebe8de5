import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Assignment } from '#app/domain/learning/courses/assignment.ts';
import { mostModules } from '#app/domain/learning/courses/catalogue.server.ts';
import {
  type CourseFile,
  type CourseOutline,
  openOutline,
} from '#app/domain/publishing/course-outline.server.ts';
import { withFactsSet } from '#app/domain/publishing/matter.server.ts';
import { startOfText } from '#app/domain/publishing/piece-starts.ts';
import {
  discardWaitingWith,
  type Edit,
  saveDraft,
  saveDraftWith,
} from '#app/domain/publishing/publish.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/** A course to be changed. @throws {Refusal} not_found */
export async function requireOutline(slug: string): Promise<CourseOutline> {
  const outline = await openOutline(slug);
  if (!outline) throw new Refusal('not_found', 'There is no such course.');
  return outline;
}

/** The text of a file of a course, to be changed. @throws {Refusal} not_found; conflict while it is scheduled, which a draft would undo */
export function requireText({ text, state }: CourseFile): string {
  if (text === null) throw new Refusal('not_found', 'There is no such part of this course.');
  if (state === 'scheduled')
    throw new Refusal(
      'conflict',
      'This is scheduled to be published. Open it and discard the schedule before you change it.',
    );
  return text;
}

/** A text in which every link to one page of the site, and to those below it, leads to another. */
export const withLinksTo = (text: string, page: string, newPage: string): string =>
  text.replace(new RegExp(`${page}(?![\\w-])`, 'g'), newPage);

/** The file of a course with some of its facts changed. @throws {Refusal} conflict while it is scheduled */
export const courseDraft = (
  { course }: CourseOutline,
  facts: Readonly<Record<string, unknown>>,
  note: string,
): Edit => ({
  path: course.path,
  seen: course.seen,
  text: withFactsSet(requireText(course), facts),
  note,
});

/** Gives a course another title and promise, as a draft; an empty promise leaves the one it has. @throws {Refusal} */
export async function renameCourse(
  actor: Actor,
  slug: string,
  { title, promise: typed }: { title: string; promise: string },
): Promise<void> {
  const outline = await requireOutline(slug);
  const promise = typed || outline.promise;
  if (outline.title === title && outline.promise === promise) return;
  await saveDraft(actor, courseDraft(outline, { title, promise }, 'Title and promise'));
}

const idsOf = ({ modules }: CourseOutline) => modules.map(({ id }) => id);

/** Somebody else has changed the modules meanwhile. */
export const hasChanged = () =>
  new Refusal(
    'conflict',
    'The modules have changed since you opened this page. Look at them, then try again.',
  );

/** The number that the next module of a course gets: none that a module of it has had, as members' progress is kept under it. */
export const nextModuleId = ({ usedIds }: Pick<CourseOutline, 'usedIds'>): number =>
  Math.max(0, ...usedIds) + 1;

/**
 * Adds a module at the end of a course, as a draft. `expectedId` is the number that its author saw it would get: a form that is sent
 * twice adds one module.
 * @returns its number @throws {Refusal} conflict for a course that is full, or to which a module was added meanwhile
 */
export async function addModule(
  actor: Actor,
  slug: string,
  title: string,
  expectedId?: number,
): Promise<number> {
  const outline = await requireOutline(slug);
  const id = nextModuleId(outline);
  if (expectedId !== undefined && expectedId !== id) throw hasChanged();
  if (outline.modules.length >= mostModules || id > 99)
    throw new Refusal('conflict', `A course has at most ${mostModules} modules.`, 'title');
  const ids = [...idsOf(outline), id];
  // Modules that are in the order of their numbers need no list.
  const isListed = ids.some((other, index) => other !== index + 1);
  const drafts: Edit[] = [
    {
      path: `courses/${slug}/module-${id}.md`,
      seen: 0,
      text: startOfText('modules', title, now().toISOString().slice(0, 10)),
      note: 'Begun',
    },
  ];
  if (isListed) drafts.push(courseDraft(outline, { modules: ids }, `Module added: ${title}`.slice(0, 200)));
  await transaction(async (tx) => {
    for (const draft of drafts) await saveDraftWith(tx, actor, draft);
  });
  return id;
}

function requireModule(outline: CourseOutline, id: number) {
  const module = outline.modules.find((other) => other.id === id);
  if (!module) throw new Refusal('not_found', 'This course has no such module any more.');
  return module;
}

/** Gives a module another title, as a draft. @throws {Refusal} */
export async function renameModule(actor: Actor, slug: string, id: number, title: string): Promise<void> {
  const { lesson, title: before } = requireModule(await requireOutline(slug), id);
  if (before === title) return;
  const text = withFactsSet(requireText(lesson), { title });
  await saveDraft(actor, { path: lesson.path, seen: lesson.seen, text, note: 'Title' });
}

/**
 * Gives a module an assignment, or takes it away (null), as a draft (P328). `seen` is the version of the lesson that its author saw.
 * @throws {Refusal} conflict where the lesson was changed meanwhile, or is scheduled
 */
export async function setAssignment(
  actor: Actor,
  slug: string,
  { id, seen }: { id: number; seen: number },
  assignment: Assignment | null,
): Promise<void> {
  const { lesson } = requireModule(await requireOutline(slug), id);
  const text = withFactsSet(requireText(lesson), { assignment: assignment ?? undefined });
  const note = assignment ? `Assignment: ${assignment.title}`.slice(0, 200) : 'Assignment removed';
  await saveDraft(actor, { path: lesson.path, seen, text, note });
}

/**
 * Moves a module one place up (-1) or down (1), as a draft; at the end it stays. `order` is the order that its author saw: a form that is
 * sent twice moves it once.
 * @throws {Refusal} conflict where the modules are in another order now
 */
export async function moveModule(
  actor: Actor,
  slug: string,
  { id, by, order }: { id: number; by: -1 | 1; order: readonly number[] },
): Promise<void> {
  const outline = await requireOutline(slug);
  const ids = idsOf(outline);
  if (order.join() !== ids.join()) throw hasChanged();
  const at = ids.indexOf(id);
  const other = ids[at + by];
  if (at < 0 || other === undefined) return;
  ids[at] = other;
  ids[at + by] = id;
  await saveDraft(actor, courseDraft(outline, { modules: ids }, 'Order of the modules'));
}

/**
 * Takes a module out of a course, as a draft. What it says stays in its history, and what members have done in it is kept; drafts of it
 * are discarded.
 * @throws {Refusal} conflict for the only module
 */
export async function removeModule(actor: Actor, slug: string, id: number): Promise<void> {
  const outline = await requireOutline(slug);
  const module = requireModule(outline, id);
  const ids = idsOf(outline).filter((other) => other !== id);
  if (ids.length === 0) throw new Refusal('conflict', 'A course needs a module. Add another one first.');
  const draft = courseDraft(outline, { modules: ids }, `Module removed: ${module.title}`.slice(0, 200));
  await transaction(async (tx) => {
    await saveDraftWith(tx, actor, draft);
    for (const { path, seen, state } of [module.lesson, module.slides])
      if (state === 'draft' || state === 'changed' || state === 'scheduled')
        await discardWaitingWith(tx, actor, { path, seen });
  });
}
