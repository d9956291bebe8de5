import { Refusal } from '#app/domain/core/values/errors.ts';
import { refuseInfectedFile } from '#app/domain/core/values/infected-file.server.ts';
import { refuseUnreadablePicture } from '#app/domain/core/values/picture-refusal.server.ts';
import { maxFileBytes } from '#app/domain/learning/assignments/limits.ts';
import { safeFileName } from '#app/platform/files/file-name.ts';
import { documentMediaTypes, documentTypeOf } from '#app/platform/files/office-documents.server.ts';
import { readUpload } from '#app/platform/files/uploads.server.ts';

/** A file as it was sent. */
export interface SentFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A file that may be kept: a picture drawn anew, or a document as it came. */
export interface SubmittedFile extends SentFile {
  mediaType: string;
}

const endings = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;

/** What the form says of files, and what is refused. */
const takenFiles =
  'a picture (JPEG, PNG, GIF, WebP), a PDF, a Word or Excel document (DOCX, XLSX) or a text file';

/**
 * The file that was handed in, as it may be kept: what it is is told by its bytes. Null where none was sent.
 * @throws {Refusal} invalid (field files) for several, one too large, one of a kind that is not taken, or one with a virus; unavailable
 * while too many pictures wait, or nobody can look for viruses
 */
export async function readSubmittedFile(files: readonly SentFile[]): Promise<SubmittedFile | null> {
  const [file, ...others] = files;
  if (!file) return null;
  const refuse = (message: string) => new Refusal('invalid', message, 'files');
  if (others.length > 0) throw refuse('Please send one file. Several fit into one PDF or document.');
  const name = file.name.slice(0, 80);
  if (file.bytes.byteLength === 0) throw refuse(`“${name}” is empty.`);
  if (file.bytes.byteLength > maxFileBytes) throw refuse(`“${name}” is larger than 5 MB.`);
  const upload = await refuseUnreadablePicture(readUpload(file.bytes));
  if (upload) {
    if (upload.mediaType === 'application/pdf') await refuseInfectedFile(file);
    return {
      name: safeFileName(file.name, endings[upload.mediaType]),
      mediaType: upload.mediaType,
      bytes: upload.bytes,
    };
  }
  const type = await documentTypeOf(file.bytes);
  if (!type)
    throw refuse(
      `“${name}” can't be read as ${takenFiles}. Documents with macros or a password aren't taken.`,
    );
  await refuseInfectedFile(file);
  return { name: safeFileName(file.name, type), mediaType: documentMediaTypes[type], bytes: file.bytes };
}
