import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { isArchiveMark } from '#app/domain/core/access/archived-courses.server.ts';
import { type Actor, commandLine, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { courseFileNamesIn } from '#app/domain/learning/courses/course-files.ts';
import { isFigurePath } from '#app/domain/publishing/figures.ts';
import { findImage, imageFile, withStore } from '#app/domain/publishing/images.server.ts';
import { publishedOverrides } from '#app/domain/publishing/loading.server.ts';
import { shelfOf } from '#app/domain/publishing/shelves.ts';
import { courseFilePath, findCourseFile } from '#app/domain/publishing/stored-files.server.ts';
import type { Overrides } from '#app/platform/content/files.server.ts';
import { imageNamesIn } from '#app/platform/content/image-names.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { zip } from '#app/platform/documents/zip.server.ts';
import { makeFolders } from '#app/platform/files/new-folder.ts';

/** What stands over the files, for taking it out of the site, which is written down. @throws {Refusal} not_allowed */
function takeOut(actor: Actor): Promise<Overrides> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    const all = new Map(
      [...(await publishedOverrides(tx.db))].filter(
        ([path]) => shelfOf(path) || isFigurePath(path) || isArchiveMark(path),
      ),
    );
    await recordAudit(tx, actor, { action: 'content_exported', after: { files: all.size } });
    return all;
  });
}

const archivedPathsIn = (overrides: Overrides) =>
  [...overrides].flatMap(([path, text]) => (text === null ? [path] : []));

/**
 * The pictures that texts show, and captions and downloads that they name, as the files they would be; those that are files already are the same once more.
 * @throws {Refusal} unavailable where the store that has one does not answer
 */
function picturesIn(overrides: Overrides): Promise<{ path: string; bytes: Buffer }[]> {
  return withStore(async () => {
    const pictures: { path: string; bytes: Buffer }[] = [];
    for (const name of new Set([...overrides.values()].flatMap((text) => imageNamesIn(text ?? '')))) {
      const image = await findImage(name);
      if (image) pictures.push({ path: imageFile(name), bytes: Buffer.from(image.bytes) });
    }
    for (const name of new Set([...overrides.values()].flatMap((text) => courseFileNamesIn(text ?? '')))) {
      const file = await findCourseFile(name);
      if (file) pictures.push({ path: courseFilePath(name), bytes: Buffer.from(file.bytes) });
    }
    return pictures;
  });
}

/**
 * What is published over the files, as the files they would be, with the pictures they show; a list names those that are archived.
 * @throws {Refusal} not_allowed, unavailable
 */
export async function exportArchive(actor: Actor): Promise<Buffer> {
  const overrides = await takeOut(actor);
  const pictures = await picturesIn(overrides);
  const archivedPaths = archivedPathsIn(overrides);
  const files = [...overrides].flatMap(([path, text]) =>
    text === null ? [] : [{ name: `content/${path}`, bytes: Buffer.from(text) }],
  );
  const list = { name: 'archived.txt', bytes: Buffer.from(`${archivedPaths.join('\n')}\n`) };
  return zip([
    ...files,
    ...pictures.map(({ path, bytes }) => ({ name: `content/${path}`, bytes })),
    ...(archivedPaths.length > 0 || files.length === 0 ? [list] : []),
  ]);
}

/** Writes what is published back into a folder of content, and deletes there what is archived. @returns what it has done, in words */
export async function exportInto(folder: string): Promise<string> {
  const overrides = await takeOut(commandLine);
  for (const [path, text] of overrides) {
    const file = join(folder, path);
    if (text === null) await rm(file, { force: true });
    else {
      makeFolders(dirname(file));
      await writeFile(file, text);
    }
  }
  const pictures = await picturesIn(overrides);
  for (const { path, bytes } of pictures) {
    const file = join(folder, path);
    makeFolders(dirname(file));
    await writeFile(file, bytes);
  }
  const archivedCount = archivedPathsIn(overrides).length;
  const pictureNote = pictures.length > 0 ? `, pictures: ${pictures.length}` : '';
  return `${overrides.size - archivedCount} files were written to ${folder}, ${archivedCount} deleted${pictureNote}.`;
}
