import type { SubmittedFile } from '#app/domain/learning/assignments/submitted-file.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { joinedBytes } from '#app/platform/joined-bytes.ts';

/** So many bytes are written to the database, or read, at a time: more would hold others up. */
const pieceBytes = 500_000;

/** Stores the bytes of a version's file, as part of `tx`. */
export async function storeFile(tx: Transaction, versionId: string, { bytes }: SubmittedFile): Promise<void> {
  for (let position = 0; position * pieceBytes < bytes.byteLength; position += 1) {
    const piece = bytes.subarray(position * pieceBytes, (position + 1) * pieceBytes);
    await tx.db.assignmentFilePiece.create({ data: { versionId, position, bytes: piece } });
  }
}

/** A file that was handed in, to be sent to somebody who may see it. */
export interface StoredFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The file of the version that meets a condition; null for none. One query, and one for each 500 kB. */
export async function findFile(where: Prisma.AssignmentVersionWhereInput): Promise<StoredFile | null> {
  const version = await prisma().assignmentVersion.findFirst({
    where: { ...where, byteCount: { gt: 0 } },
    select: { id: true, fileName: true, mediaType: true, byteCount: true },
  });
  if (!version) return null;
  const { id, fileName, mediaType, byteCount } = version;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0; length < byteCount; ) {
    const versionId_position = { versionId: id, position: pieces.length };
    const { bytes } = await prisma().assignmentFilePiece.findUniqueOrThrow({ where: { versionId_position } });
    pieces.push(bytes);
    length += bytes.byteLength;
  }
  return {
    name: fileName ?? 'file',
    mediaType: mediaType ?? 'application/octet-stream',
    bytes: await joinedBytes(pieces, new ArrayBuffer(byteCount)),
  };
}

/** A file of one's own; null for any other. */
export const findOwnFile = (userId: string, versionId: string): Promise<StoredFile | null> =>
  findFile({ id: versionId, userId });

/** All files that somebody has handed in, each under a name of its own, for the copy of their data (P332). */
export async function listOwnFiles(
  userId: string,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }[]> {
  const versions = await prisma().assignmentVersion.findMany({
    where: { userId, byteCount: { gt: 0 } },
    orderBy: { id: 'asc' },
    select: { id: true, number: true, submission: { select: { courseId: true, moduleId: true } } },
  });
  const files: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
  for (const { id, number, submission } of versions) {
    const file = await findOwnFile(userId, id);
    if (file)
      files.push({
        name: `files/assignments/${submission.courseId}-module-${submission.moduleId}/${number}-${file.name}`,
        bytes: file.bytes,
      });
  }
  return files;
}
