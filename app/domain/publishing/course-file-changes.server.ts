import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { refuseUnreadablePicture } from '#app/domain/core/values/picture-refusal.server.ts';
import {
  courseFilesFolder,
  type Download,
  downloadSchema,
  endingOf,
  mostDownloads,
} from '#app/domain/learning/courses/course-files.ts';
import { requireOutline, requireText } from '#app/domain/publishing/course-changes.server.ts';
import {
  maxCourseFileBytes,
  type ReadCourseFile,
  readCaptions,
  readDownload,
} from '#app/domain/publishing/course-file-intake.ts';
import type { CourseFile } from '#app/domain/publishing/course-outline.server.ts';
import { factsIn } from '#app/domain/publishing/file-facts.server.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import { withFactsSet } from '#app/domain/publishing/matter.server.ts';
import { toolsIn } from '#app/domain/publishing/module-tools.server.ts';
import { saveDraft, saveDraftWith } from '#app/domain/publishing/publish.server.ts';
import {
  keepCourseFile,
  namedFile,
  type StoredCourseFile,
} from '#app/domain/publishing/stored-files.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { safeFileName } from '#app/platform/files/file-name.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

const fileLimit: RateLimit = { name: 'course-file', points: 60, seconds: 3600 };

/** The store takes its time, and one change of content waits for another. */
const timeoutMs = 60_000;

/** A file as it was sent. */
interface SentFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Whose files are changed: a module, or the course itself (0), and the version of its text that the author saw. */
interface FilesOf {
  id: number;
  seen: number;
}

const refusedFile = (message: string) => new Refusal('invalid', message, 'files');

/** The captions and downloads of a module, or of a course's introduction (0), as they were last saved; null for none such. One query. */
export async function openCourseFiles(slug: string, id: number) {
  const outline = await requireOutline(slug).catch(() => null);
  const module = outline?.modules.find((each) => each.id === id);
  const file = id === 0 ? outline?.course : module?.lesson;
  if (!outline || !file || file.text === null) return null;
  const { captions, url, vimeoId } = videoIn(file, id);
  return {
    slug,
    courseTitle: outline.title,
    title: module?.title ?? outline.title,
    seen: file.seen,
    captions: captions ?? null,
    video: url ? ('file' as const) : vimeoId ? ('vimeo' as const) : null,
    downloads: downloadsIn(file),
    chosenTools: toolsIn(file.path, file.text),
  };
}

const videoKey = (id: number) => (id === 0 ? 'introVideo' : 'video');

const videoFacts = z.looseObject({
  captions: z.string().optional(),
  url: z.string().optional(),
  vimeoId: z.string().optional(),
});

const videoIn = ({ path, text }: CourseFile, id: number) =>
  videoFacts.safeParse(factsIn(path, text)[videoKey(id)]).data ?? {};

function downloadsIn({ path, text }: CourseFile): Download[] {
  const { downloads } = factsIn(path, text);
  return Array.isArray(downloads)
    ? downloads.flatMap((download) => downloadSchema.safeParse(download).data ?? [])
    : [];
}

async function requireFile(slug: string, id: number): Promise<CourseFile> {
  const outline = await requireOutline(slug);
  const file = id === 0 ? outline.course : outline.modules.find((each) => each.id === id)?.lesson;
  if (!file) throw new Refusal('not_found', 'This course has no such module any more.');
  return file;
}

/** The one file that was sent, read. @throws {Refusal} invalid (field files) */
async function readSent(
  files: readonly SentFile[],
  read: (bytes: Uint8Array<ArrayBuffer>) => Promise<ReadCourseFile | string> | ReadCourseFile | string,
): Promise<StoredCourseFile> {
  const [file, ...others] = files;
  if (!file) throw refusedFile('Please choose a file.');
  if (others.length > 0) throw refusedFile('Please send one file at a time.');
  if (file.bytes.byteLength === 0) throw refusedFile('This file is empty.');
  if (file.bytes.byteLength > maxCourseFileBytes) throw refusedFile('This file is larger than 5 MB.');
  const content = await read(file.bytes);
  if (typeof content === 'string') throw refusedFile(content);
  const stored = await refuseUnreadablePicture(namedFile(content));
  if (!stored) throw refusedFile('This picture cannot be read.');
  return stored;
}

/** Keeps a file and saves the text that names it, or neither. */
function saveWithFile(
  actor: Actor,
  stored: StoredCourseFile,
  edit: { path: string; seen: number; text: string; note: string },
): Promise<void> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    await lockContent(tx);
    await keepCourseFile(tx, actor, stored);
    await saveDraftWith(tx, actor, edit);
  }, timeoutMs);
}

/** Whether somebody may send a file now. @throws {Refusal} not_allowed @throws {RateLimitExceeded} after sixty an hour */
async function requireSending(actor: Actor): Promise<void> {
  await transaction((tx) => requirePermission(tx, actor, 'content:edit'));
  await consumeRateLimit(fileLimit, actor.id ?? 'operator');
}

/**
 * Gives the video of a module, or of the introduction (0), captions in WebVTT, as a draft.
 * @throws {Refusal} invalid (field files); conflict without a video file, or where the text was changed meanwhile
 */
export async function setCaptions(
  actor: Actor,
  slug: string,
  { id, seen }: FilesOf,
  files: readonly SentFile[],
): Promise<void> {
  await requireSending(actor);
  const file = await requireFile(slug, id);
  const text = requireText(file);
  const video = videoIn(file, id);
  if (!video.url)
    throw new Refusal(
      'conflict',
      video.vimeoId
        ? 'This video is on Vimeo, which shows the captions that you add there.'
        : 'Add a video by its address first. Captions belong to a video.',
    );
  const stored = await readSent(files, readCaptions);
  await saveWithFile(actor, stored, {
    path: file.path,
    seen,
    text: withFactsSet(text, { [videoKey(id)]: { ...video, captions: courseFilesFolder + stored.name } }),
    note: 'Captions',
  });
}

/** Takes the captions of a video away, as a draft. @throws {Refusal} */
export async function removeCaptions(actor: Actor, slug: string, { id, seen }: FilesOf): Promise<void> {
  const file = await requireFile(slug, id);
  const { captions, ...video } = videoIn(file, id);
  if (captions === undefined) return;
  const text = withFactsSet(requireText(file), { [videoKey(id)]: video });
  await saveDraft(actor, { path: file.path, seen, text, note: 'Captions removed' });
}

/**
 * Adds something to download to a module, at the end of its list, as a draft.
 * @throws {Refusal} invalid (field files or title); conflict for a list that is full, or where the text was changed meanwhile
 */
export async function addDownload(
  actor: Actor,
  slug: string,
  { id, seen, title }: FilesOf & { title: string },
  files: readonly SentFile[],
): Promise<void> {
  await requireSending(actor);
  const file = await requireFile(slug, id);
  const text = requireText(file);
  const downloads = downloadsIn(file);
  if (downloads.length >= mostDownloads)
    throw new Refusal('conflict', `A lesson has at most ${mostDownloads} downloads. Remove one first.`);
  const stored = await readSent(files, readDownload);
  const address = courseFilesFolder + stored.name;
  if (downloads.some((other) => other.file === address))
    throw refusedFile('This lesson has this file already.');
  const name = safeFileName(files[0]?.name ?? '', endingOf(stored.name));
  await saveWithFile(actor, stored, {
    path: file.path,
    seen,
    text: withFactsSet(text, { downloads: [...downloads, { title, file: address, name }] }),
    note: `Download added: ${title}`.slice(0, 200),
  });
}

/** Takes something to download out of a module, as a draft; one that is gone already is fine. @throws {Refusal} */
export async function removeDownload(
  actor: Actor,
  slug: string,
  { id, seen, file: address }: FilesOf & { file: string },
): Promise<void> {
  const file = await requireFile(slug, id);
  const downloads = downloadsIn(file);
  const others = downloads.filter((download) => download.file !== address);
  if (others.length === downloads.length) return;
  const text = withFactsSet(requireText(file), { downloads: others.length > 0 ? others : undefined });
  await saveDraft(actor, { path: file.path, seen, text, note: 'Download removed' });
}
