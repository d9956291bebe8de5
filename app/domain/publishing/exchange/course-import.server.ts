import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { renamedCourses } from '#app/domain/learning/courses/catalogue.server.ts';
import { setReleaseBeforePublishing } from '#app/domain/learning/courses/release-schedule.server.ts';
import { withLinksTo } from '#app/domain/publishing/course-changes.server.ts';
import { type CourseOutline, openOutline } from '#app/domain/publishing/course-outline.server.ts';
import {
  finishImport,
  lockWaitingImport,
  requireUpload,
  stageImport,
} from '#app/domain/publishing/exchange/imports.server.ts';
import type {
  CoursePart,
  CourseText,
  ModuleOrder,
  NotRead,
  PackagedCourse,
  PackagedRelease,
} from '#app/domain/publishing/exchange/packaged-course.ts';
import { takePictures } from '#app/domain/publishing/exchange/picture-intake.server.ts';
import {
  type ReceivedFile,
  receiveWhole,
  refusedFile,
  refuseUnreadFile,
} from '#app/domain/publishing/exchange/receive-file.server.ts';
import { keepImage } from '#app/domain/publishing/image-changes.server.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import { withFactsSet } from '#app/domain/publishing/matter.server.ts';
import { saveDraftWith } from '#app/domain/publishing/publish.server.ts';
import { lastNumberOf } from '#app/domain/publishing/states.server.ts';
import { fileText } from '#app/platform/content/files.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { cutText } from '#app/platform/storable-text.ts';

/** A file that holds a course may have so many bytes. */
const maxCourseFileBytes = 50_000_000;

/** A course as it waits to be imported. */
interface CoursePlan {
  title: string;
  slug: string;
  files: CourseText[];
  parts: CoursePart[];
  modules: ModuleOrder;
  release: PackagedRelease | null;
  /** Its pictures: new ones, and those that this site has already. */
  pictureCount: number;
  /** Names of drawings that are here in the folder of the course that they were exported from. */
  figures: string[];
  skipped: NotRead[];
}

/** Drawings cannot be sent to a site; those that it has itself are shown from where they are. */
function figuresHere({ slug, figures }: PackagedCourse): { names: string[]; skipped: NotRead[] } {
  const names = figures
    .filter(({ name, text }) => fileText(`courses/${slug}/${name}`) === text)
    .map(({ name }) => name);
  const skipped = figures
    .filter(({ name }) => !names.includes(name))
    .map(({ name }) => ({
      name,
      reason:
        'It is a drawing (SVG), which only the site’s own files can have. Add it under Pictures as PNG, and replace it in the lesson.',
    }));
  return { names, skipped };
}

/**
 * Reads a file that holds a course. Nothing of it is in the content yet.
 * @returns the import's id
 * @throws {Refusal} not_allowed; invalid (field files) in words for whoever sent it; unavailable
 * @throws {RateLimitExceeded}
 */
export async function receiveCourse(actor: Actor, file: ReceivedFile): Promise<string> {
  await requireUpload(actor);
  const { fileName, bytes, contentHash } = await receiveWhole(file, maxCourseFileBytes);
  const course = await refuseUnreadFile(
    runIsolated('read-course-file', bytes, { lane: 'imports', timeoutMs: 60_000, transfer: [bytes.buffer] }),
  );
  if (course.problem !== null) throw refusedFile(course.problem);
  const { files, images, pictureCount, skipped } = await takePictures(course.files, course.pictures);
  const figures = figuresHere(course);
  const plan: CoursePlan = {
    title: course.title,
    slug: course.slug,
    files,
    parts: course.parts,
    modules: course.modules,
    release: course.release,
    pictureCount,
    figures: figures.names,
    skipped: [...course.skipped, ...skipped, ...figures.skipped],
  };
  return stageImport(
    actor,
    { kind: 'course', fileName, contentHash, format: course.format, courseSlug: null, plan },
    images,
  );
}

/** What the form of an import as a new course has to hold. */
export const importCourseSchema = z.object({
  slug: z
    .string({ error: 'Give it a short name' })
    .trim()
    .max(60, 'Use at most 60 characters')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and single hyphens, such as first-steps'),
});

/** What came of an import of a course. */
export interface CourseResult {
  slug: string;
  isNew: boolean;
  /** Files that are drafts now. */
  saved: string[];
  /** Files that say already what the course has. */
  unchanged: string[];
  notes: string[];
}

/** A text for the course at another address: its own links, and where its questions are taught. */
function textAt(text: string, { slug: before, figures }: CoursePlan, slug: string): string {
  if (before === slug) return text;
  return figures.reduce(
    (result, name) => result.replaceAll(`](${name}`, `](../${before}/${name}`),
    withLinksTo(text, `/courses/${before}`, `/courses/${slug}`),
  );
}

/** The files of a course as it is to have them: course.md names its modules where their numbers would not. */
function filesAt(plan: CoursePlan, slug: string, outline: CourseOutline | null): CourseText[] {
  const { numbers: ids, isNamed } = plan.modules;
  const usedIds = new Set([...(outline?.usedIds ?? []), ...ids]);
  const isPlain = isNamed || (ids.every((id, index) => id === index + 1) && usedIds.size === ids.length);
  return plan.files.map(({ name, text }) => {
    const newText = textAt(text, plan, slug);
    const isNumbered = name === 'course.md' && !isPlain;
    return { name, text: isNumbered ? withFactsSet(newText, { modules: ids }) : newText };
  });
}

const readPlan = (plan: unknown) => plan as CoursePlan;
const timeoutMs = 60_000;

const isTaken = () =>
  new Refusal(
    'conflict',
    'There is a course of this name, on the site or in its history. Choose another name.',
    'slug',
  );

/**
 * Imports a file as drafts: as a new course at `slug`, or (`isVersion`) as changes to the course that is there, whose release schedule
 * and parts that the file does not have stay as they are.
 * @throws {Refusal} not_allowed, not_found, unavailable; conflict (field slug) where the name is taken, once the file is imported, and
 * while a part is scheduled
 */
export async function importCourse(
  actor: Actor,
  id: string,
  { slug, isVersion }: { slug: string; isVersion: boolean },
): Promise<CourseResult> {
  const outline = await openOutline(slug);
  if (!isVersion && (outline || renamedCourses.has(slug))) throw isTaken();
  if (isVersion && !outline) throw new Refusal('not_found', 'There is no such course.');
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    const row = await lockWaitingImport(tx, id);
    if (row.kind !== 'course') throw new Refusal('not_found', 'There is no such import.');
    await lockContent(tx);
    // Another file may have taken the name since it was looked up.
    if (!isVersion && (await lastNumberOf(tx, `courses/${slug}/course.md`)) > 0) throw isTaken();
    const plan = readPlan(row.plan);
    const parts = new Map(
      outline
        ? [
            outline.course,
            outline.quiz,
            outline.intro,
            ...outline.modules.flatMap(({ lesson, slides }) => [lesson, slides]),
          ].map((file) => [file.path, file])
        : [],
    );
    if ([...parts.values()].some(({ state }) => state === 'scheduled'))
      throw new Refusal(
        'conflict',
        'A part of this course is scheduled to be published. Discard the schedule first, or import it as a new course.',
      );
    const images = await tx.db.contentImportImage.findMany({ where: { importId: id } });
    const imagesHere = await tx.db.contentImage.findMany({
      where: { name: { in: images.map(({ name }) => name) } },
      select: { name: true },
    });
    const namesHere = new Set(imagesHere.map(({ name }) => name));
    // The words of a picture that is here already are its author's.
    for (const { name, mediaType, bytes, alt } of images)
      if (!namesHere.has(name))
        await keepImage(tx, actor, { name, mediaType, bytes: new Uint8Array(bytes), alt });
    const result: CourseResult = { slug, isNew: !outline, saved: [], unchanged: [], notes: [] };
    for (const { name, text } of filesAt(plan, slug, outline)) {
      const path = `courses/${slug}/${name}`;
      const part = parts.get(path);
      if (part?.text?.trimEnd() === text.trimEnd()) {
        result.unchanged.push(name);
        continue;
      }
      // A module that was taken out of its course may come back: it has versions, and is in no outline.
      const seen = part?.seen ?? (await lastNumberOf(tx, path));
      await saveDraftWith(tx, actor, {
        path,
        seen,
        text,
        note: cutText(`Imported from ${row.fileName}`, 200),
      });
      result.saved.push(name);
    }
    if (plan.release && !outline) await setReleaseBeforePublishing(tx, slug, plan.release);
    if (plan.release && outline)
      result.notes.push(
        'The release schedule of the file did not come: a schedule counts at once, and is set on its own page.',
      );
    const names = new Set(plan.files.map(({ name }) => `courses/${slug}/${name}`));
    for (const { path, text } of parts.values())
      if (text !== null && !names.has(path) && !path.endsWith('.md'))
        result.notes.push(`${path.slice(path.lastIndexOf('/') + 1)} is not in the file and stays as it is.`);
    await finishImport(tx, actor, id, { courseSlug: slug, result });
    return result;
  }, timeoutMs);
}

/** What a file that holds a course would bring. */
export interface CourseReview {
  title: string;
  /** What its author is offered as short name, and the course of that name, if there is one. */
  slug: string;
  existing: { slug: string; title: string } | null;
  parts: CoursePart[];
  pictureCount: number;
  releaseMode: PackagedRelease['mode'] | null;
  skipped: NotRead[];
}

/** What a file that holds a course would bring, before it is imported. One query. */
export async function reviewCourse(stored: unknown): Promise<CourseReview> {
  const plan = readPlan(stored);
  const existing = await openOutline(plan.slug);
  return {
    title: plan.title,
    slug: plan.slug,
    existing: existing && { slug: existing.slug, title: existing.title },
    parts: plan.parts,
    pictureCount: plan.pictureCount,
    releaseMode: plan.release?.mode ?? null,
    skipped: plan.skipped,
  };
}
