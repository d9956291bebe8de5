import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { renamedCourses } from '#app/domain/learning/courses/catalogue.server.ts';
import { setReleaseBeforePublishing } from '#app/domain/learning/courses/release-schedule.server.ts';
import { setVideosBeforePublishing } from '#app/domain/learning/courses/video-overrides.server.ts';
import { withLinksTo } from '#app/domain/publishing/course-changes.server.ts';
import { type CourseOutline, openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { type CoursePlan, readPlan } from '#app/domain/publishing/exchange/course-plan.server.ts';
import { takeFiles } from '#app/domain/publishing/exchange/file-intake.server.ts';
import {
  finishImport,
  lockWaitingImport,
  requireUpload,
  stageImport,
} from '#app/domain/publishing/exchange/imports.server.ts';
import type { CourseText } from '#app/domain/publishing/exchange/packaged-course.ts';
import { takePictures } from '#app/domain/publishing/exchange/picture-intake.server.ts';
import {
  type ReceivedFile,
  receiveWhole,
  refusedFile,
  refuseUnreadFile,
} from '#app/domain/publishing/exchange/receive-file.server.ts';
import { saveFigureDraft } from '#app/domain/publishing/figure-drafts.server.ts';
import { keepImage } from '#app/domain/publishing/image-changes.server.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import { withFactsSet } from '#app/domain/publishing/matter.server.ts';
import { withOwnCalculators } from '#app/domain/publishing/module-tools.server.ts';
import { saveDraftWith } from '#app/domain/publishing/publish.server.ts';
import { lastNumberOf } from '#app/domain/publishing/states.server.ts';
import { keepCourseFile } from '#app/domain/publishing/stored-files.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { cutText } from '#app/platform/storable-text.ts';

/** A file that holds a course may have so many bytes. */
const maxArchiveBytes = 50_000_000;

/**
 * Reads a file that holds a course. Nothing of it is in the content yet.
 * @returns the import's id
 * @throws {Refusal} not_allowed; invalid (field files) in words for whoever sent it; unavailable
 * @throws {RateLimitExceeded}
 */
export async function receiveCourse(actor: Actor, file: ReceivedFile): Promise<string> {
  await requireUpload(actor);
  const { fileName, bytes, contentHash } = await receiveWhole(file, maxArchiveBytes);
  const course = await refuseUnreadFile(
    runIsolated('read-course-file', bytes, { lane: 'imports', timeoutMs: 60_000, transfer: [bytes.buffer] }),
  );
  if (course.problem !== null) throw refusedFile(course.problem);
  const pictures = await takePictures(course.files, course.pictures);
  const { files, storedFiles, fileCount, skipped } = await takeFiles(pictures.files, course.courseFiles);
  const plan: CoursePlan = {
    title: course.title,
    slug: course.slug,
    files,
    parts: course.parts,
    modules: course.modules,
    release: course.release,
    pictureCount: pictures.pictureCount,
    figures: course.figures,
    videos: course.videos,
    fileCount,
    skipped: [...course.skipped, ...pictures.skipped, ...skipped],
  };
  return stageImport(
    actor,
    { kind: 'course', fileName, contentHash, format: course.format, courseSlug: null, plan },
    pictures.images,
    storedFiles,
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

/** The files of a course as it is to have them: course.md names its modules where their numbers would not. */
function filesAt(plan: CoursePlan, slug: string, outline: CourseOutline | null): CourseText[] {
  const { numbers: ids, isNamed } = plan.modules;
  const usedIds = new Set([...(outline?.usedIds ?? []), ...ids]);
  const isPlain = isNamed || (ids.every((id, index) => id === index + 1) && usedIds.size === ids.length);
  return plan.files.map(({ name, text }) => {
    const newText =
      plan.slug === slug ? text : withLinksTo(text, `/courses/${plan.slug}`, `/courses/${slug}`);
    const isNumbered = name === 'course.md' && !isPlain;
    return { name, text: isNumbered ? withFactsSet(newText, { modules: ids }) : newText };
  });
}

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
            ...outline.figures,
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
    const storedFiles = await tx.db.contentImportFile.findMany({ where: { importId: id } });
    for (const { name, mediaType, bytes } of storedFiles)
      await keepCourseFile(tx, actor, { name, mediaType, bytes: new Uint8Array(bytes) });
    const result: CourseResult = { slug, isNew: !outline, saved: [], unchanged: [], notes: [] };
    for (const { name, text } of filesAt(plan, slug, outline)) {
      const path = `courses/${slug}/${name}`;
      const part = parts.get(path);
      // An export names the calculators that a lesson of the library has by itself.
      if (part?.text && withOwnCalculators(path, part.text).trimEnd() === text.trimEnd()) {
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
    for (const { name, text } of plan.figures) {
      const path = `courses/${slug}/${name}`;
      if (parts.get(path)?.text?.trimEnd() === text.trimEnd()) {
        result.unchanged.push(name);
        continue;
      }
      await saveFigureDraft(tx, actor, { path, text, note: cutText(`Imported from ${row.fileName}`, 200) });
      result.saved.push(name);
    }
    if (plan.release && !outline) await setReleaseBeforePublishing(tx, slug, plan.release);
    if (!outline) await setVideosBeforePublishing(tx, slug, plan.videos);
    if (plan.videos.length > 0 && outline)
      result.notes.push(
        'The videos that were set for modules of the file did not come: they count at once. Set them in the lessons.',
      );
    if (plan.release && outline)
      result.notes.push(
        'The release schedule of the file did not come: a schedule counts at once, and is set on its own page.',
      );
    const names = new Set(plan.files.map(({ name }) => `courses/${slug}/${name}`));
    for (const { path, text } of parts.values())
      if (text !== null && !names.has(path) && path.endsWith('.yaml'))
        result.notes.push(`${path.slice(path.lastIndexOf('/') + 1)} is not in the file and stays as it is.`);
    await finishImport(tx, actor, id, { courseSlug: slug, result });
    return result;
  }, timeoutMs);
}
