import { Refusal } from '#app/domain/core/values/errors.ts';
import { refuseInfectedFile } from '#app/domain/core/values/infected-file.server.ts';
import { refuseUnreadablePicture } from '#app/domain/core/values/picture-refusal.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { safeFileName } from '#app/platform/files/file-name.ts';
import { PictureError, readUpload, type Upload } from '#app/platform/files/uploads.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** So many files a message has at most, each of so many bytes. */
export const maxAttachments = 3;
export const maxAttachmentBytes = 5_000_000;

/** How often somebody may send files: reading a picture costs more than a text. */
const attachmentLimit: RateLimit = { name: 'ticket-attachment', points: 30, seconds: daySeconds };

/** A file as it was sent. */
export interface SentFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A file that may be kept, under its name. */
export type Attachment = Upload & { name: string };

const endings = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;

/** The name that a file is kept under. */
export const nameOf = (sent: string, mediaType: Upload['mediaType']): string =>
  safeFileName(sent, endings[mediaType]);

async function readFile({ name, bytes }: SentFile): Promise<Attachment | null> {
  const upload = await readUpload(bytes);
  return upload && { ...upload, name: nameOf(name, upload.mediaType) };
}

/** Whether a file is kept as it came: pictures are drawn anew. */
export const isKeptAsItCame = ({ mediaType }: Pick<Upload, 'mediaType'>): boolean =>
  mediaType === 'application/pdf';

/** A file as it may be kept; null for what is too large, or of a kind that is not. @throws {PictureError} busy: it can be tried again */
export async function readAttachment(file: SentFile): Promise<Attachment | null> {
  if (file.bytes.byteLength > maxAttachmentBytes) return null;
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof PictureError && error.reason === 'too-large') return null;
    throw error;
  }
}

/**
 * The files sent with a message, as they may be kept. `by` is who sends them: an account, or a visitor's ticket.
 * @throws {RateLimitExceeded} after thirty a day
 * @throws {Refusal} invalid (field files) for too many, one too large, one of a kind that is not kept, or one with a virus; unavailable
 * while it cannot be looked at
 */
export async function readAttachments(files: readonly SentFile[], by: string): Promise<Attachment[]> {
  const refuse = (message: string) => new Refusal('invalid', message, 'files');
  if (files.length > maxAttachments)
    throw refuse(`Please send at most ${maxAttachments} files with one message.`);
  const tooLarge = files.find(({ bytes }) => bytes.byteLength > maxAttachmentBytes);
  if (tooLarge) throw refuse(`“${tooLarge.name.slice(0, 80)}” is larger than 5 MB.`);
  const read: Attachment[] = [];
  for (const file of files) {
    await consumeRateLimit(attachmentLimit, by);
    const attachment = await refuseUnreadablePicture(readFile(file));
    if (!attachment)
      throw refuse(
        `“${file.name.slice(0, 80)}” cannot be read as a picture (JPEG, PNG, GIF, WebP) or a PDF.`,
      );
    if (isKeptAsItCame(attachment)) await refuseInfectedFile(file);
    read.push(attachment);
  }
  return read;
}

/** What was said, as mails tell it: with the names of what came with it, which is read on the site. */
export const withNames = (body: string, attachments: readonly { name: string }[]): string =>
  attachments.length === 0 ? body : `${body}\n\nAttached: ${attachments.map(({ name }) => name).join(', ')}`;
