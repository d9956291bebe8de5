import { stringify } from 'yaml';
import type { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { isArchivedCourse } from '#app/domain/core/access/archived-courses.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { courseFileNamesIn, courseFilesFolder } from '#app/domain/learning/courses/course-files.ts';
import { findRelease } from '#app/domain/learning/courses/release-schedule.server.ts';
import { findVideoOverrides } from '#app/domain/learning/courses/video-overrides.server.ts';
import {
  type CourseOutline,
  figureTextIn,
  filesOf,
  openOutline,
} from '#app/domain/publishing/course-outline.server.ts';
import { manifestName, type manifestSchema } from '#app/domain/publishing/exchange/course-package.ts';
import type { CourseText, NotRead } from '#app/domain/publishing/exchange/packaged-course.ts';
import { withOwnFigures } from '#app/domain/publishing/figures.ts';
import { findImage, withStore } from '#app/domain/publishing/images.server.ts';
import { withOwnCalculators } from '#app/domain/publishing/module-tools.server.ts';
import { findCourseFile } from '#app/domain/publishing/stored-files.server.ts';
import { imageNamesIn } from '#app/platform/content/image-names.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { type ArchivedFile, zip } from '#app/platform/documents/zip.server.ts';
import { cutText } from '#app/platform/storable-text.ts';

/** The files of a course as they were last saved, by their names in its folder, and the drawings that they show. */
function textsOf(outline: CourseOutline): { texts: CourseText[]; figures: CourseText[] } {
  const files = filesOf(outline).flatMap(({ path, text }) =>
    text === null
      ? []
      : [{ name: path.slice(path.lastIndexOf('/') + 1), text: withOwnCalculators(path, text) }],
  );
  const { texts, figures } = withOwnFigures(
    `courses/${outline.slug}`,
    files.map(({ text }) => text),
    figureTextIn(outline),
  );
  return { texts: files.map(({ name }, index) => ({ name, text: texts[index] ?? '' })), figures };
}

/** The pictures that texts show, with their words. One query, and one for each picture. @throws {Refusal} unavailable */
async function picturesOf(texts: readonly string[]) {
  const names = [...new Set(texts.flatMap(imageNamesIn))].sort();
  const rows = await prisma().contentImage.findMany({
    where: { name: { in: names } },
    select: { name: true, alt: true },
  });
  const alts = new Map(rows.map(({ name, alt }) => [name, alt]));
  const files: ArchivedFile[] = [];
  for (const name of names) {
    const image = await withStore(() => findImage(name));
    if (image) files.push({ name: `images/${name}`, bytes: image.bytes, isStored: true });
  }
  return {
    files,
    images: names.flatMap((name) => (alts.has(name) ? [{ name, alt: alts.get(name) ?? '' }] : [])),
  };
}

/** The captions and downloads that texts name, and what is named and not there. A query for each. @throws {Refusal} unavailable */
async function filesNamedIn(texts: readonly CourseText[]) {
  const files: ArchivedFile[] = [];
  const missing: NotRead[] = [];
  const names = new Set(texts.flatMap(({ text }) => courseFileNamesIn(text)));
  for (const file of [...names].sort()) {
    const stored = await withStore(() => findCourseFile(file));
    const name = courseFilesFolder + file;
    if (stored) files.push({ name, bytes: stored.bytes, isStored: !file.endsWith('.vtt') });
    else
      missing.push({ name, reason: 'A lesson names it, and it was not on the site that this file is from.' });
  }
  return { files, missing };
}

/** The videos that were set for modules, as the archive has them. One query. */
const packagedVideosOf = async (slug: string) =>
  (await findVideoOverrides(slug)).map(({ moduleId, vimeoId, url }) => ({
    module: moduleId,
    ...(vimeoId ? { vimeoId } : {}),
    ...(url ? { url } : {}),
  }));

/** What belongs to a course and stays with its site, said in the archive to whoever imports it. One query. */
async function leftOutOf(slug: string, missing: readonly NotRead[]): Promise<NotRead[]> {
  const products = allProducts()
    .filter(({ unlocks, isArchived }) => !isArchived && unlocks.includes(`course:${slug}`))
    .map(({ name }) => name);
  const instructors = await prisma().instructorGrant.count({ where: { courseId: slug } });
  const leftOut = [...missing];
  if (products.length > 0)
    leftOut.push({
      name: cutText(`Products that unlock it: ${products.join(', ')}`, 200),
      reason: 'Products stay with their site. Once the course is published, choose it in a product.',
    });
  if (instructors > 0)
    leftOut.push({
      name: `Instructors of this course: ${instructors}`,
      reason: 'Accounts stay with their site. Add instructors under Content, Instructors.',
    });
  if (isArchivedCourse(slug))
    leftOut.push({
      name: 'Archived',
      reason: 'An imported course is a draft. Publish it, then archive it if it should take no learners.',
    });
  return leftOut.slice(0, 20);
}

/**
 * A course as it was last saved, published or not, as an archive: its texts, slides, quiz, drawings, pictures, captions,
 * downloads, videos and release schedule (P306). The same
 * course makes the same archive.
 * @returns null for a course that is not there @throws {Refusal} not_allowed, unavailable
 */
export async function exportCourse(actor: Actor, slug: string): Promise<Buffer | null> {
  const outline = await openOutline(slug);
  if (!outline || outline.course.text === null) return null;
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    await recordAudit(tx, actor, {
      action: 'content_exported',
      subject: { type: 'content', id: outline.course.path },
    });
  });
  const { texts, figures } = textsOf(outline);
  const release = await findRelease(slug);
  const { files, missing } = await filesNamedIn(texts);
  const videos = await packagedVideosOf(slug);
  const leftOut = await leftOutOf(slug, missing);
  const pictures = await picturesOf(texts.map(({ text }) => text));
  const manifest: z.input<typeof manifestSchema> = {
    format: 'course-package',
    version: 2,
    slug,
    title: outline.title,
    ...(release && release.mode !== 'any'
      ? { release: { mode: release.mode, entries: { ...release.entries } } }
      : {}),
    ...(pictures.images.length > 0 ? { images: pictures.images } : {}),
    ...(videos.length > 0 ? { videos } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
  return zip([
    { name: manifestName, bytes: Buffer.from(stringify(manifest, { lineWidth: 0 })) },
    ...texts.map(({ name, text }) => ({ name, bytes: Buffer.from(text) })),
    ...figures.map(({ name, text }) => ({ name, bytes: Buffer.from(text) })),
    ...files,
    ...pictures.files,
  ]);
}
