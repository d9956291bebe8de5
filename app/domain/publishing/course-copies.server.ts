import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { mostModules, renamedCourses } from '#app/domain/learning/courses/catalogue.server.ts';
import {
  courseDraft,
  hasChanged,
  nextModuleId,
  requireOutline,
  withLinksTo,
} from '#app/domain/publishing/course-changes.server.ts';
import { type CourseOutline, figureTextIn, filesOf } from '#app/domain/publishing/course-outline.server.ts';
import { maxTextLength } from '#app/domain/publishing/document.server.ts';
import { questionsOf } from '#app/domain/publishing/fact-fields.server.ts';
import { withOwnFigures } from '#app/domain/publishing/figures.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import { withFactsSet } from '#app/domain/publishing/matter.server.ts';
import { withOwnCalculators } from '#app/domain/publishing/module-tools.server.ts';
import { shortNameSchema } from '#app/domain/publishing/new-piece.server.ts';
import { saveDraftWith } from '#app/domain/publishing/publish.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { contentText, splitMarkdown } from '#app/platform/content/files.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

/** What the form of a copy of a course says. */
export const courseCopySchema = z.object({
  title: z
    .string({ error: 'Please give it a title' })
    .trim()
    .min(2, 'Please give it a title')
    .max(80, 'Please use at most 80 characters'),
  name: shortNameSchema,
  /** Made with the page: a form that is sent twice makes one copy. */
  formKey: z.uuid('Please open the form again'),
});

type CourseCopyForm = z.output<typeof courseCopySchema>;

interface Draft {
  path: string;
  text: string;
}

/** What a copy is called: the title with "Copy of" before it, at most 80 characters. */
export const titleOfCopy = (title: string): string => `Copy of ${title}`.slice(0, 80).trimEnd();

/** The facts that tell a Markdown file of a copy from the one it was made of; the questions also where only a file of content/ has them. */
function factsOfCopy(
  path: string,
  text: string,
  facts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (/^questions:/m.test(splitMarkdown(text)?.matter ?? '')) return facts;
  const questions = questionsOf(path, text);
  return questions.length > 0 ? { ...facts, questions } : facts;
}

/** Every file of a course as it was last saved, as the files of a course with another name. */
function draftsOfCourse(
  outline: CourseOutline,
  { title, name }: Pick<CourseCopyForm, 'title' | 'name'>,
): Draft[] {
  const folder = `courses/${outline.slug}`;
  const newFolder = `courses/${name}`;
  const modules = outline.modules.filter(({ lesson }) => lesson.text !== null);
  const ids = modules.map(({ id }) => id);
  const courseFacts = {
    title,
    added: now().toISOString().slice(0, 10),
    modules: ids.every((id, index) => id === index + 1) ? undefined : ids,
  };
  const files = filesOf({ ...outline, modules }).flatMap(({ path, text }) => {
    if (text === null) return [];
    const facts = path.endsWith('.md')
      ? factsOfCopy(path, text, path === outline.course.path ? courseFacts : {})
      : {};
    const copied = Object.keys(facts).length > 0 ? withFactsSet(text, facts) : text;
    return [{ path, text: withOwnCalculators(path, copied) }];
  });
  // Drawings too: what becomes of those of the original changes nothing of its copy.
  const { texts, figures } = withOwnFigures(
    folder,
    files.map(({ text }) => text),
    figureTextIn(outline),
  );
  return [
    ...files.map(({ path }, index) => ({
      path: `${newFolder}${path.slice(folder.length)}`,
      text: withLinksTo(texts[index] ?? '', `/${folder}`, `/${newFolder}`),
    })),
    ...figures.map(({ name: figure, text }) => ({ path: `${newFolder}/${figure}`, text })),
  ];
}

/** Saves files that were never there before, as part of `tx`. */
async function saveNewDrafts(
  tx: Transaction,
  actor: Actor,
  drafts: readonly Draft[],
  note: string,
): Promise<void> {
  if (drafts.some(({ text }) => text.length > maxTextLength))
    throw new Refusal('invalid', `A part of it would have more than ${maxTextLength} characters.`);
  const at = now();
  await tx.db.contentVersion.createMany({
    data: drafts.map(({ path, text }) => ({
      path,
      number: 1,
      kind: 'text' as const,
      state: 'draft' as const,
      text: `${text.trimEnd()}\n`,
      note: note.slice(0, 200),
      authorId: actor.id,
      createdAt: at,
    })),
  });
}

/** Records that a file was copied as the form of this key asked, as part of `tx`; false where the form has copied already. */
const recordCopy = (
  tx: Transaction,
  actor: Actor,
  path: string,
  { from, files, formKey }: { from: string; files: number; formKey: string },
): Promise<boolean> =>
  recordAudit(tx, actor, {
    action: 'content_copied',
    subject: { type: 'content', id: path },
    after: { from, files },
    formKey,
  });

/** What the form of this key has made already: the file that its entry in the audit log is about. One query. */
async function copyOfForm(formKey: string): Promise<string | null> {
  const entry = await prisma().auditEntry.findUnique({
    where: { formKey },
    select: { action: true, subjectId: true },
  });
  return entry?.action === 'content_copied' ? entry.subjectId : null;
}

/**
 * Copies what stands beside the files of a course: its release schedule, and the videos that were set for its modules. Nobody has
 * started the copy, so nobody is told.
 */
async function copySettings(tx: Transaction, slug: string, newSlug: string): Promise<void> {
  const at = now();
  const count = await tx.db.$executeRaw`
    INSERT INTO course_releases (course_id, mode, entries, version, told_version, checked_at, updated_at)
    SELECT ${newSlug}, mode, entries, 1, 1, ${at}, ${at} FROM course_releases WHERE course_id = ${slug}`;
  await tx.db.$executeRaw`
    INSERT INTO video_overrides (course_id, module_id, vimeo_id, url, updated_at)
    SELECT ${newSlug}, module_id, vimeo_id, url, ${at} FROM video_overrides WHERE course_id = ${slug}`;
  if (count > 0) await announce('releases', newSlug, tx);
}

/**
 * Copies a course, as it was last saved, to one with another title and address (P297): its lessons, slides, quiz, checklists, questions,
 * drawings and release schedule. All of it is a draft; nothing that members did is copied. The same form copies once.
 * @returns the short name of the copy @throws {Refusal} not_allowed; not_found; conflict for a name that is taken
 */
export async function copyCourse(actor: Actor, slug: string, form: CourseCopyForm): Promise<string> {
  const { name, formKey } = form;
  const outline = await requireOutline(slug);
  const drafts = draftsOfCourse(outline, form);
  const path = `courses/${name}/course.md`;
  const isDone = await transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    await lockContent(tx);
    const source = { from: outline.course.path, files: drafts.length, formKey };
    if (!(await recordCopy(tx, actor, path, source))) return true;
    const existingCount = await tx.db.contentVersion.count({
      where: { path: { startsWith: `courses/${name}/` } },
    });
    if (renamedCourses.has(name) || existingCount > 0 || contentText(path) !== null)
      throw new Refusal('conflict', 'There is one of this name, on the site or in its history.', 'name');
    await saveNewDrafts(tx, actor, drafts, `Copied from ${outline.title}`);
    await copySettings(tx, slug, name);
    return false;
  });
  const copyPath = isDone ? await copyOfForm(formKey) : path;
  return copyPath?.split('/')[1] ?? name;
}

/** The number of the module that a file is of. */
function numberIn(path: string | null): number | null {
  const [, number] = /\/module-(\d+)\.md$/.exec(path ?? '') ?? [];
  return number === undefined ? null : Number(number);
}

/**
 * Copies a module of a course, as it was last saved, to a new one right behind it: lesson, slides and checklist, as drafts (P297). It gets
 * a number that no module of the course has had. The same form copies once.
 * @returns its number @throws {Refusal} not_allowed; not_found; conflict for a course that is full or was changed meanwhile
 */
export async function copyModule(
  actor: Actor,
  slug: string,
  { module: id, formKey }: { module: number; formKey: string },
): Promise<number> {
  const before = numberIn(await copyOfForm(formKey));
  if (before !== null) return before;
  const outline = await requireOutline(slug);
  const module = outline.modules.find((other) => other.id === id);
  if (!module || module.lesson.text === null)
    throw new Refusal('not_found', 'This course has no such module any more.');
  const newId = nextModuleId(outline);
  if (outline.modules.length >= mostModules || newId > 99)
    throw new Refusal('conflict', `A course has at most ${mostModules} modules.`);
  const { lesson, slides, title } = module;
  const page = `/courses/${slug}/module-`;
  const toNew = (text: string) => withLinksTo(text, `${page}${id}`, `${page}${newId}`);
  const path = `courses/${slug}/module-${newId}.md`;
  const facts = factsOfCopy(lesson.path, lesson.text ?? '', { title: titleOfCopy(title) });
  const drafts: Draft[] = [
    { path, text: toNew(withOwnCalculators(lesson.path, withFactsSet(lesson.text ?? '', facts))) },
  ];
  if (slides.text !== null)
    drafts.push({ path: `courses/${slug}/module-${newId}.deck.yaml`, text: toNew(slides.text) });
  const ids = outline.modules.flatMap((other) => (other.id === id ? [id, newId] : [other.id]));
  const order = courseDraft(outline, { modules: ids }, `Module copied: ${title}`.slice(0, 200));
  const isDone = await transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    await lockContent(tx);
    const source = { from: lesson.path, files: drafts.length, formKey };
    if (!(await recordCopy(tx, actor, path, source))) return true;
    const existingCount = await tx.db.contentVersion.count({
      where: { path: { in: drafts.map((draft) => draft.path) } },
    });
    if (existingCount > 0) throw hasChanged();
    await saveDraftWith(tx, actor, order);
    await saveNewDrafts(tx, actor, drafts, `Copied from ${title}`);
    await tx.db.$executeRaw`
      INSERT INTO video_overrides (course_id, module_id, vimeo_id, url, updated_at)
      SELECT course_id, ${newId}, vimeo_id, url, ${now()} FROM video_overrides
      WHERE course_id = ${slug} AND module_id = ${id}`;
    return false;
  });
  const copyPath = isDone ? await copyOfForm(formKey) : path;
  return numberIn(copyPath) ?? newId;
}
