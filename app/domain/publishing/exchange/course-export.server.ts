import { stringify } from 'yaml';
import type { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { findRelease } from '#app/domain/learning/courses/release-schedule.server.ts';
import { type CourseOutline, filesOf, openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { manifestName, type manifestSchema } from '#app/domain/publishing/exchange/course-package.ts';
import type { CourseText } from '#app/domain/publishing/exchange/packaged-course.ts';
import { findImage, withStore } from '#app/domain/publishing/images.server.ts';
import { fileText } from '#app/platform/content/files.server.ts';
import { imageNamesIn } from '#app/platform/content/image-names.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { type ArchivedFile, zip } from '#app/platform/documents/zip.server.ts';

/** The files of a course as they were last saved, by their names in its folder. */
const textsOf = (outline: CourseOutline): CourseText[] =>
  filesOf(outline).flatMap(({ path, text }) =>
    text === null ? [] : [{ name: path.slice(path.lastIndexOf('/') + 1), text }],
  );

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

/** Drawings of the shipped library that texts show. */
function figuresOf(slug: string, texts: readonly string[]): ArchivedFile[] {
  const names = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\]\((figures\/[a-z0-9-]{1,80}\.svg)/g)].map(([, name]) => String(name)),
    ),
  );
  return [...names].sort().flatMap((name) => {
    const text = fileText(`courses/${slug}/${name}`);
    return text === null ? [] : [{ name, bytes: Buffer.from(text) }];
  });
}

/**
 * A course as it was last saved, published or not, as an archive: its texts, slides, quiz, pictures and release schedule (P306). The same
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
  const texts = textsOf(outline);
  const release = await findRelease(slug);
  const pictures = await picturesOf(texts.map(({ text }) => text));
  const manifest: z.input<typeof manifestSchema> = {
    format: 'course-package',
    version: 1,
    slug,
    title: outline.title,
    ...(release && release.mode !== 'any'
      ? { release: { mode: release.mode, entries: { ...release.entries } } }
      : {}),
    ...(pictures.images.length > 0 ? { images: pictures.images } : {}),
  };
  return zip([
    { name: manifestName, bytes: Buffer.from(stringify(manifest, { lineWidth: 0 })) },
    ...texts.map(({ name, text }) => ({ name, bytes: Buffer.from(text) })),
    ...figuresOf(
      slug,
      texts.map(({ text }) => text),
    ),
    ...pictures.files,
  ]);
}
