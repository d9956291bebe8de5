import { strToU8 } from 'fflate';
import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { listOwnFiles } from '#app/domain/learning/assignments/stored-files.server.ts';
import { columnsOf, isSecretColumn } from '#app/domain/people/personal-data/tables.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { type ArchivedFile, zip } from '#app/platform/documents/zip.server.ts';
import { dayMs, daySeconds } from '#app/platform/durations.ts';
import { readAttachmentBytes } from '#app/platform/files/attachment-pieces.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { findMailSource } from '#app/platform/mail/mail-source.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** An archive can be fetched for so long, in days. */
export const exportDays = 7;

const exportLimit: RateLimit = { name: 'data-export', points: 3, seconds: daySeconds };

/**
 * Has an archive of what the site holds about somebody made by a job, which mails when it is there. While one is being made, asking
 * again begins no other (P101).
 * @throws {RateLimitExceeded} after three a day
 */
export async function requestExport({ userId }: Confirmed): Promise<void> {
  await consumeRateLimit(exportLimit, userId);
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + exportDays * dayMs);
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    const where = { userId, readyAt: null, expiresAt: { gt: createdAt } };
    if ((await tx.db.dataExport.count({ where })) > 0) return;
    const { id } = await tx.db.dataExport.create({
      data: { userId, createdAt, expiresAt },
      select: { id: true },
    });
    await recordActivity(tx, { kind: 'data_export_requested', userId, actorId: userId });
    await sendJobWith(tx, 'export-data', { exportId: id });
  });
}

/** The rows of a table about a user, without what is secret. */
async function rowsOf(table: string, columns: readonly string[], userId: string): Promise<object[]> {
  const conditions = columns.map((column) => Prisma.sql`t.${Prisma.raw(`"${column}"`)} = ${userId}::uuid`);
  const rows = await prisma().$queryRaw<{ row: Record<string, unknown> }[]>`
    SELECT to_jsonb(t) AS row FROM ${Prisma.raw(`"${table}"`)} t WHERE ${Prisma.join(conditions, ' OR ')}`;
  return rows.map(({ row }) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !isSecretColumn(column))),
  );
}

const asFile = (name: string, value: unknown): ArchivedFile => ({
  name,
  bytes: strToU8(`${JSON.stringify(value, null, 2)}\n`),
});

async function filesOf(userId: string): Promise<ArchivedFile[]> {
  const columns = columnsOf('erased', 'kept', 'unlinked').filter(({ table }) => table !== 'data_exports');
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const files: ArchivedFile[] = [asFile('account.json', (await rowsOf('users', ['id'], userId))[0])];
  for (const [table, found] of byTable) {
    const rows = await rowsOf(
      table,
      found.map(({ column }) => column),
      userId,
    );
    if (rows.length > 0) files.push(asFile(`${table.replaceAll('_', '-')}.json`, rows));
  }
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const mails = await prisma().mailOutbox.findMany({
    where: { recipient: email },
    orderBy: { id: 'asc' },
    // The words of mails may hold links that open something.
    select: { subject: true, createdAt: true, sentAt: true },
  });
  if (mails.length > 0) files.push(asFile('mails.json', mails));
  const suppression = await prisma().mailSuppression.findUnique({
    where: { address: email },
    select: { reason: true, source: true, detail: true, createdAt: true },
  });
  if (suppression) files.push(asFile('mail-suppression.json', [suppression]));
  const threads = await threadsOf(userId);
  if (threads.length > 0) files.push(asFile('ticket-threads.json', threads));
  files.push(...(await attachmentsOf(userId)), ...(await emailsOf(userId)), ...(await listOwnFiles(userId)));
  const picture = await prisma().profilePicture.findUnique({ where: { userId }, select: { bytes: true } });
  if (picture) files.push({ name: 'files/picture.webp', bytes: new Uint8Array(picture.bytes) });
  return files;
}

/** What was said in somebody's tickets, by them and by the team, and what the team noted about them. */
function threadsOf(userId: string) {
  return prisma().ticket.findMany({
    where: { userId },
    orderBy: { number: 'asc' },
    select: {
      number: true,
      subject: true,
      messages: {
        orderBy: { id: 'asc' },
        select: { author: true, body: true, createdAt: true },
      },
    },
  });
}

/** The files of somebody's tickets, those of the team's notes aside: each below the number of its ticket, under a name of its own. */
async function attachmentsOf(userId: string): Promise<ArchivedFile[]> {
  const attachments = await prisma().ticketAttachment.findMany({
    where: { message: { author: { not: 'note' }, ticket: { userId } } },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      name: true,
      byteCount: true,
      bytes: true,
      message: { select: { ticket: { select: { number: true } } } },
    },
  });
  const files: ArchivedFile[] = [];
  for (const [index, attachment] of attachments.entries())
    files.push({
      name: `files/ticket-${attachment.message?.ticket.number}/${index + 1}-${attachment.name}`,
      bytes: await readAttachmentBytes(attachment),
    });
  return files;
}

/** The mails that somebody wrote in their tickets, as they came. */
async function emailsOf(userId: string): Promise<ArchivedFile[]> {
  const emails = await prisma().receivedMail.findMany({
    where: { message: { author: { not: 'note' }, ticket: { userId } } },
    orderBy: { id: 'asc' },
    select: { id: true, message: { select: { ticket: { select: { number: true } } } } },
  });
  const files: ArchivedFile[] = [];
  for (const [index, { id, message }] of emails.entries()) {
    const bytes = await findMailSource(id);
    if (bytes) files.push({ name: `files/ticket-${message?.ticket.number}/email-${index + 1}.eml`, bytes });
  }
  return files;
}

const readMe = (brandName: string, at: Date) => `What ${brandName} holds about you, as of ${at.toISOString()}.

account.json is your account. Every other file is one kind of record, as a list, in the JSON format, which other programs can read.
Times are UTC; amounts that end in _cents are whole cents. Passwords, codes and the secrets of sign-ins are left out: they are kept as
hashes, or encrypted, and say nothing about you.
`;

/** Makes an archive that was asked for, and mails that it is there. A job, safe to repeat. */
export async function makeExport({ exportId }: { exportId: string }): Promise<void> {
  const asked = await prisma().dataExport.findFirst({
    where: { id: exportId, readyAt: null, expiresAt: { gt: now() } },
    select: { userId: true, user: { select: { email: true, name: true, status: true } } },
  });
  if (asked?.user.status !== 'active') return;
  const { brandName, appUrl } = config();
  const archive = zip([
    { name: 'READ-ME.txt', bytes: strToU8(readMe(brandName, now())) },
    ...(await filesOf(asked.userId)),
  ]);
  await transaction(async (tx) => {
    const { count } = await tx.db.dataExport.updateMany({
      where: { id: exportId, readyAt: null },
      data: { archive: new Uint8Array(archive), readyAt: now() },
    });
    if (count === 0) return;
    const { name, email } = asked.user;
    const mail = { name, dataUrl: `${appUrl}/profile/security/data`, days: exportDays };
    await queueMail(tx, email, 'data-export-ready', mail);
  });
}

/** An archive as its owner sees it in the list. */
export interface ExportEntry {
  id: string;
  createdAt: Date;
  /** Null while it is being made. */
  readyAt: Date | null;
  expiresAt: Date;
}

/** A user's archives that can be fetched or are being made, the latest first. One query. */
export function listExports(userId: string): Promise<ExportEntry[]> {
  return prisma().dataExport.findMany({
    where: { userId, expiresAt: { gt: now() } },
    orderBy: { createdAt: 'desc' },
    take: 10,
    select: { id: true, createdAt: true, readyAt: true, expiresAt: true },
  });
}

/** The bytes of one of one's own archives; null for another's, one that is not made yet, and one whose time is over. */
export async function readExport({ userId }: Confirmed, id: string): Promise<Uint8Array | null> {
  const found = await prisma().dataExport.findFirst({
    where: { id, userId, expiresAt: { gt: now() } },
    select: { archive: true },
  });
  return found?.archive ?? null;
}

/** Deletes archives whose time is over; the worker calls it daily. */
export async function deleteOldExports(): Promise<void> {
  await prisma().dataExport.deleteMany({ where: { expiresAt: { lte: now() } } });
}
