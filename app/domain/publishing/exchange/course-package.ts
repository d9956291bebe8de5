import { z } from 'zod';
import { videoSchema } from '#app/domain/learning/courses/catalogue.server.ts';
import { courseFilesFolder, isCourseFileName } from '#app/domain/learning/courses/course-files.ts';
import { releaseModes } from '#app/domain/learning/courses/release.ts';
import { maxCourseFileBytes, readNamedFile } from '#app/domain/publishing/course-file-intake.ts';
import { costlyPiece, maxTextLength } from '#app/domain/publishing/document.server.ts';
import {
  mostCourseFiles,
  type NotRead,
  type PackagedCourse,
  pictureLimits,
} from '#app/domain/publishing/exchange/packaged-course.ts';
import { decodeText } from '#app/domain/publishing/exchange/text-encoding.ts';
import { figureProblem, isFigureName, mostFigures } from '#app/domain/publishing/figures.ts';
import { splitMarkdown } from '#app/platform/content/files.server.ts';
import { imagesPath, isImageName } from '#app/platform/content/image-names.ts';
import { parseYaml } from '#app/platform/content/yaml.server.ts';
import { type Archive, ArchiveError } from '#app/platform/files/zip-archive.ts';
import { cutText } from '#app/platform/storable-text.ts';

// A course as an archive of this site: course.yaml says what it is, the other files are those of content/courses/{slug}.

/** The file that says what the archive is. */
export const manifestName = 'course.yaml';

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);

/** When modules open, by their numbers: weeks or moments. */
const releaseSchema = z.strictObject({
  mode: z.enum(releaseModes),
  entries: z
    .record(z.string().regex(/^[1-9]\d?$/), z.union([z.int().min(0).max(104), z.iso.datetime()]))
    .default({}),
});

export const manifestSchema = z.strictObject({
  format: z.literal('course-package'),
  /** The second version also has videos and what the export left out; files of the first are read as well. */
  version: z.union([z.literal(1), z.literal(2)]),
  slug,
  title: z.string().min(1).max(100),
  release: releaseSchema.optional(),
  images: z
    .array(z.strictObject({ name: z.string().max(100), alt: z.string().max(500) }))
    .max(pictureLimits.count)
    .default([]),
  videos: z
    .array(
      z.strictObject({
        module: z.int().min(0).max(99),
        vimeoId: videoSchema.shape.vimeoId,
        url: videoSchema.shape.url,
      }),
    )
    .max(100)
    .default([]),
  leftOut: z
    .array(z.strictObject({ name: z.string().max(200), reason: z.string().max(300) }))
    .max(20)
    .default([]),
});

const partName = /^(?:course\.md|course\.deck\.yaml|module-[1-9]\d?(?:\.md|\.deck\.yaml)|quiz\.yaml)$/;

/** A text of an archive: characters of up to four bytes each. */
async function readText(archive: Archive, name: string): Promise<string> {
  const text = decodeText(await archive.read(name, maxTextLength * 4));
  if (text === null) throw new ArchiveError('It is no text.');
  return text.replaceAll('\r\n', '\n');
}

/** Why a part cannot come; null where it can. */
function partProblem(name: string, text: string): string | null {
  if (text.length > maxTextLength)
    return `It has more than ${maxTextLength.toLocaleString('en-US')} characters.`;
  const costly = costlyPiece(name, text);
  if (costly) return `${costly}: that takes too long to read.`;
  try {
    const matter = name.endsWith('.md') ? splitMarkdown(text)?.matter : text;
    if (matter === undefined) return 'It must begin with front matter between --- lines.';
    parseYaml(matter);
    return null;
  } catch (error) {
    return error instanceof Error ? cutText(error.message, 300) : 'It cannot be read.';
  }
}

function readManifest(text: string) {
  let value: unknown;
  try {
    value = parseYaml(text);
  } catch (error) {
    throw new ArchiveError(
      `${manifestName} cannot be read: ${error instanceof Error ? cutText(error.message, 300) : ''}`,
    );
  }
  const manifest = manifestSchema.safeParse(value);
  if (manifest.success) return manifest.data;
  throw new ArchiveError(
    `${manifestName} is not as this site writes it: ${cutText(z.prettifyError(manifest.error), 300)}`,
  );
}

/** Whether a file of the archive is captions or something to download. */
const isCourseFile = (name: string): boolean =>
  name.startsWith(courseFilesFolder) && isCourseFileName(name.slice(courseFilesFolder.length));

/** The course of an archive whose files are below `root`. @throws {ArchiveError} */
export async function readCoursePackage(archive: Archive, root: string): Promise<PackagedCourse> {
  const manifest = readManifest(await readText(archive, root + manifestName));
  const alts = new Map(manifest.images.map(({ name, alt }) => [name, alt]));
  const skipped: NotRead[] = [...archive.skipped, ...manifest.leftOut];
  const course: PackagedCourse = {
    format: 'course',
    title: manifest.title,
    slug: manifest.slug,
    files: [],
    release:
      manifest.release && manifest.release.mode !== 'any'
        ? { mode: manifest.release.mode, entries: manifest.release.entries }
        : null,
    pictures: [],
    figures: [],
    courseFiles: [],
    videos: manifest.videos.map(({ module, vimeoId = null, url = null }) => ({ module, vimeoId, url })),
    skipped,
  };
  for (const path of [...archive.names].sort()) {
    const name = path.startsWith(root) ? path.slice(root.length) : path;
    if (name === manifestName || name === 'README.md') continue;
    const [, image] = /^images\/([^/]+)$/.exec(name) ?? [];
    try {
      if (partName.test(name)) {
        const text = await readText(archive, path);
        const problem = partProblem(name, text);
        if (problem) throw new ArchiveError(problem);
        course.files.push({ name, text });
      } else if (image && isImageName(image)) {
        if (course.pictures.length >= pictureLimits.count)
          throw new ArchiveError(`There are more than ${pictureLimits.count} pictures.`);
        const bytes = await archive.read(path, pictureLimits.bytes);
        course.pictures.push({ key: imagesPath + image, name, alt: alts.get(image) ?? '', bytes });
      } else if (isFigureName(name)) {
        if (course.figures.length >= mostFigures)
          throw new ArchiveError(`There are more than ${mostFigures} drawings.`);
        const text = await readText(archive, path);
        const problem = figureProblem(text);
        if (problem) throw new ArchiveError(`${problem} Add it under Pictures as PNG instead.`);
        course.figures.push({ name, text });
      } else if (isCourseFile(name)) {
        if (course.courseFiles.length >= mostCourseFiles)
          throw new ArchiveError(`There are more than ${mostCourseFiles} captions and downloads.`);
        const file = await readNamedFile(name, await archive.read(path, maxCourseFileBytes));
        if (typeof file === 'string') throw new ArchiveError(file);
        course.courseFiles.push({ key: name, ...file });
      } else throw new ArchiveError('It is no part of a course.');
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      if (name === 'course.md') throw new ArchiveError(`course.md: ${error.message}`);
      skipped.push({ name, reason: error.message });
    }
  }
  if (!course.files.some(({ name }) => name === 'course.md')) throw new ArchiveError('course.md is missing.');
  return course;
}
