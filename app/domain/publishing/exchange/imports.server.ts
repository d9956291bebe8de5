import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { isReadBack, type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { WholeFile } from '#app/domain/publishing/exchange/receive-file.server.ts';
import type { DrawnImage } from '#app/domain/publishing/image-changes.server.ts';
import type { StoredCourseFile } from '#app/domain/publishing/stored-files.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { ContentImport, Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { storable, storableData } from '#app/platform/storable-text.ts';

// Files of questions and courses: what was read of one waits in `content_imports` until somebody imports or deletes it (P301).

const uploadLimit: RateLimit = { name: 'content-import', points: 30, seconds: 3600 };

/** How long files are kept that nobody has imported, and what came of those that were. */
const keptMs = { waiting: 7 * dayMs, imported: 90 * dayMs };

/** Deletes what was read of files once nobody needs it any more. The worker calls it daily. */
export async function deleteOldContentImports(): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  await prisma().contentImport.deleteMany({
    where: {
      OR: [
        { importedAt: null, createdAt: { lt: before(keptMs.waiting) } },
        { importedAt: { lt: before(keptMs.imported) } },
      ],
    },
  });
}

/** Whether somebody may upload a file now. @throws {Refusal} not_allowed @throws {RateLimitExceeded} after thirty an hour */
export async function requireUpload(actor: Actor): Promise<void> {
  await transaction((tx) => requirePermission(tx, actor, 'content:edit'));
  await consumeRateLimit(uploadLimit, actor.id ?? 'operator');
}

/** What was read of a file. */
interface Staged extends Pick<WholeFile, 'fileName' | 'contentHash'> {
  kind: ContentImport['kind'];
  format: string;
  courseSlug: string | null;
  plan: object;
}

/**
 * Keeps what was read of a file until somebody imports it.
 * @returns the import's id; of a file that was sent twice at once, that of the one that came first
 * @throws {Refusal} not_allowed
 */
export function stageImport(
  actor: Actor,
  { fileName, contentHash, kind, format, courseSlug, plan }: Staged,
  images: readonly (DrawnImage & { alt: string })[] = [],
  files: readonly StoredCourseFile[] = [],
): Promise<string> {
  const sameMoment = doubleSubmitWindow();
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    if (actor.id) await lockUser(tx, actor.id);
    const twin = await tx.db.contentImport.findFirst({
      where: { createdById: actor.id, contentHash, courseSlug, createdAt: sameMoment, importedAt: null },
      select: { id: true },
    });
    if (twin) return twin.id;
    const { id } = await tx.db.contentImport.create({
      data: {
        kind,
        fileName,
        contentHash,
        format,
        courseSlug,
        plan: storableData(plan) as Prisma.InputJsonObject,
        createdById: actor.id,
        createdAt: now(),
      },
      select: { id: true },
    });
    for (const image of images)
      await tx.db.contentImportImage.create({ data: { ...image, alt: storable(image.alt), importId: id } });
    for (const file of files) await tx.db.contentImportFile.create({ data: { ...file, importId: id } });
    await recordAudit(tx, actor, {
      action: 'content_file_uploaded',
      subject: { type: 'content', id: courseSlug ? `courses/${courseSlug}/quiz.yaml` : id },
      after: { file: fileName, format },
    });
    return id;
  });
}

/** So many files stand on one page of the list. */
const perPage = 25;

/** A file of the list. */
interface ListedContentImport {
  id: string;
  kind: ContentImport['kind'];
  fileName: string;
  format: string;
  importedAt: Date | null;
  createdAt: Date;
  author: string | null;
}

/** A page of the files that were uploaded, the latest first. One query. */
export async function listContentImports(place: Place | null): Promise<ListPage<ListedContentImport>> {
  const isBack = isReadBack(place);
  const rows = await prisma().contentImport.findMany({
    // Ids grow with time.
    where: place && place !== 'last' ? { id: isBack ? { gt: place.id } : { lt: place.id } } : {},
    orderBy: { id: isBack ? 'asc' : 'desc' },
    take: perPage + 1,
    select: {
      id: true,
      kind: true,
      fileName: true,
      format: true,
      importedAt: true,
      createdAt: true,
      createdBy: { select: { name: true } },
    },
  });
  const files = rows.map(({ createdBy, ...row }) => ({ ...row, author: createdBy?.name ?? null }));
  return pageOf(files, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

/** A file that waits to be imported, or was; null for none. One query. */
export const findContentImport = async (id: string): Promise<ContentImport | null> =>
  isId(id) ? prisma().contentImport.findUnique({ where: { id } }) : null;

/** The same, held until the transaction ends. @throws {Refusal} conflict once it is imported */
async function lockUnlessImported(tx: Transaction, id: string): Promise<ContentImport | null> {
  if (!isId(id)) return null;
  await tx.db.$queryRaw`SELECT 1 FROM content_imports WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.db.contentImport.findUnique({ where: { id } });
  if (row?.importedAt) throw new Refusal('conflict', 'This file is imported already.');
  return row;
}

/** A file that waits to be imported, held until the transaction ends. @throws {Refusal} not_found; conflict once it is imported */
export async function lockWaitingImport(tx: Transaction, id: string): Promise<ContentImport> {
  const row = await lockUnlessImported(tx, id);
  if (!row) throw new Refusal('not_found', 'There is no such import.');
  return row;
}

/** Says that a file is imported, and what came of it. */
export async function finishImport(
  tx: Transaction,
  actor: Actor,
  id: string,
  { courseSlug, result }: { courseSlug: string; result: object },
): Promise<void> {
  await tx.db.contentImport.update({
    where: { id },
    data: { importedAt: now(), courseSlug, result: result as Prisma.InputJsonObject },
  });
  await tx.db.contentImportImage.deleteMany({ where: { importId: id } });
  await tx.db.contentImportFile.deleteMany({ where: { importId: id } });
  await recordAudit(tx, actor, {
    action: 'content_file_imported',
    subject: { type: 'content', id: `courses/${courseSlug}/course.md` },
    after: { import: id },
  });
}

/** Deletes a file that was not imported; one that is gone already is fine. @throws {Refusal} not_allowed; conflict once it is imported */
export async function discardContentImport(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    const row = await lockUnlessImported(tx, id);
    if (!row) return;
    await tx.db.contentImport.delete({ where: { id } });
    await recordAudit(tx, actor, {
      action: 'content_file_discarded',
      subject: { type: 'content', id: row.courseSlug ? `courses/${row.courseSlug}/quiz.yaml` : id },
      before: { file: row.fileName, format: row.format },
    });
  });
}
