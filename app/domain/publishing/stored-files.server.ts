import { createHash } from 'node:crypto';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import {
  courseFileNamesIn,
  isCourseFileName,
  mediaTypeOf,
} from '#app/domain/learning/courses/course-files.ts';
import type { ReadCourseFile } from '#app/domain/publishing/course-file-intake.ts';
import { imageStore, withStore } from '#app/domain/publishing/images.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { fileBytes } from '#app/platform/content/files.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { ObjectStoreError } from '#app/platform/files/object-store.server.ts';
import { readUpload } from '#app/platform/files/uploads.server.ts';

/** The file of the content folder, for those that were written back into content/. */
export const courseFilePath = (name: string) => `files/${name}`;

/** A file of a course as it is kept. */
export interface StoredCourseFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 24);

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** Whether a file is the one that its name tells. */
export const isNamedByItsBytes = (name: string, bytes: Uint8Array): boolean =>
  name.startsWith(`${hashOf(bytes)}.`);

/**
 * A file that was read, with the name it has by its bytes; a picture is drawn anew. Null for a picture that cannot be read.
 * @throws {PictureError}
 */
export async function namedFile({ ending, bytes }: ReadCourseFile): Promise<StoredCourseFile | null> {
  const isPicture = ['jpg', 'png', 'webp', 'gif'].includes(ending);
  const picture = isPicture ? await readUpload(bytes) : null;
  if (isPicture && !picture) return null;
  const stored = picture?.bytes ?? bytes;
  const name = `${hashOf(stored)}.${picture ? endings[picture.mediaType] : ending}`;
  return { name, mediaType: mediaTypeOf(name), bytes: stored };
}

/** Keeps a file, as part of `tx`; the same once more is the same file. @throws {Refusal} unavailable where the store does not answer */
export async function keepCourseFile(
  tx: Transaction,
  actor: Actor,
  { name, mediaType, bytes }: StoredCourseFile,
): Promise<void> {
  const existing = await tx.db.contentFile.findUnique({ where: { name }, select: { id: true } });
  if (existing) return;
  const store = imageStore();
  await withStore(() => store?.put(name, bytes, mediaType));
  await tx.db.contentFile.createMany({
    data: [
      {
        name,
        mediaType,
        byteCount: bytes.byteLength,
        bytes: store ? null : bytes,
        authorId: actor.id,
        createdAt: now(),
      },
    ],
    skipDuplicates: true,
  });
  await recordAudit(tx, actor, {
    action: 'content_file_added',
    subject: { type: 'content', id: name },
    after: { bytes: bytes.byteLength },
  });
}

/** A file of a course by its name; null for none. One query. @throws {ObjectStoreError} where the store that has it does not answer */
export async function findCourseFile(name: string): Promise<StoredCourseFile | null> {
  if (!isCourseFileName(name)) return null;
  const row = await prisma().contentFile.findUnique({ where: { name }, select: { bytes: true } });
  const bytes = row ? (row.bytes ?? (await bytesInStore(name))) : fileBytes(courseFilePath(name));
  return bytes ? { name, mediaType: mediaTypeOf(name), bytes: new Uint8Array(bytes) } : null;
}

function bytesInStore(name: string): Promise<Uint8Array | null> {
  const store = imageStore();
  if (!store) throw new ObjectStoreError(`${name} is in an object store, and none is set up`);
  return store.get(name);
}

/** What a text names that is not there, in words for its author. One query, and none for a text without files. */
export async function missingCourseFiles(
  db: Pick<Transaction['db'], 'contentFile'>,
  text: string,
): Promise<string[]> {
  const names = courseFileNamesIn(text);
  if (names.length === 0) return [];
  const rows = await db.contentFile.findMany({ where: { name: { in: names } }, select: { name: true } });
  const storedNames = new Set(rows.map(({ name }) => name));
  return names
    .filter((name) => !storedNames.has(name) && !fileBytes(courseFilePath(name)))
    .map((name) => `The file ${courseFilePath(name)} is not there`);
}
