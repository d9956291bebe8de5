import { endingOf } from '#app/domain/learning/courses/course-files.ts';
import { captionsProblem, plainCaptions } from '#app/domain/publishing/captions.ts';
import { decodeText } from '#app/domain/publishing/exchange/text-encoding.ts';
import { documentTypeOf } from '#app/platform/files/office-documents.server.ts';

// What captions and downloads are is told by what they hold. Pictures are drawn anew afterwards.

/** Captions or something to download may have so many bytes. */
export const maxCourseFileBytes = 5_000_000;

const pictureStarts: Readonly<Record<string, RegExp>> = {
  jpg: /^ffd8ff/,
  png: /^89504e470d0a1a0a/,
  webp: /^52494646.{8}57454250/,
  gif: /^47494638/,
};

/** A file of a course, read: its bytes as they are kept, and what it is. Pictures are still to be drawn. */
export interface ReadCourseFile {
  ending: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What a file can be downloaded as, by what it holds; null for what lessons offer nothing of. */
async function downloadEndingOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const picture = Object.keys(pictureStarts).find((ending) => pictureStarts[ending]?.test(head));
  if (picture) return picture;
  return head.startsWith('255044462d') ? 'pdf' : documentTypeOf(bytes);
}

/** Captions as they are kept, or what is wrong with them, in words for whoever sent them. */
export function readCaptions(bytes: Uint8Array<ArrayBuffer>): ReadCourseFile | string {
  const decoded = decodeText(bytes);
  if (decoded === null) return 'They are no text.';
  const text = plainCaptions(decoded);
  return captionsProblem(text) ?? { ending: 'vtt', bytes: new Uint8Array(Buffer.from(text)) };
}

/** What lessons take to download, in words. */
const takenDownloads =
  'a PDF, a Word or Excel document (DOCX, XLSX), a text file, or a picture (JPEG, PNG, GIF, WebP)';

/** Something to download as it is kept, or what is wrong with it, in words for whoever sent it. */
export async function readDownload(bytes: Uint8Array<ArrayBuffer>): Promise<ReadCourseFile | string> {
  const ending = await downloadEndingOf(bytes);
  return ending
    ? { ending, bytes }
    : `It can't be read as ${takenDownloads}. Documents with macros or a password aren't taken.`;
}

/** A file of an archive: captions, or something to download, that is what its name says. */
export async function readNamedFile(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ReadCourseFile | string> {
  const ending = endingOf(name);
  if (ending === 'vtt') return readCaptions(bytes);
  const file = await readDownload(bytes);
  if (typeof file === 'string' || file.ending === ending) return file;
  return `Its name ends in .${ending}, but what it holds is ${file.ending === 'txt' ? 'plain text' : file.ending.toUpperCase()}.`;
}
