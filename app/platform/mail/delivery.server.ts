import { z } from 'zod';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { deleteByBatches, dropPartitions } from '#app/platform/database/partitions.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { log } from '#app/platform/log.server.ts';
import { forgetDeadAddress, isKnownDead, saysNoMailbox } from '#app/platform/mail/dead-addresses.server.ts';
import { isHeldBack } from '#app/platform/mail/pace.server.ts';
import { isPlaceholderAddress } from '#app/platform/mail/placeholder-address.ts';
import type { MailLane } from '#app/platform/mail/templates.ts';
import { handOver, smtpUrlOf } from '#app/platform/mail/transports.server.ts';

export { closeMailTransport } from '#app/platform/mail/transports.server.ts';

/** Pauses before the second and each further attempt, in seconds; after the last the mail is given up, about a day after the first. */
const pausesSeconds = [5, 20, 60, 300, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 32_400];
const maxAttempts = pausesSeconds.length + 1;

/** A claim older than this is that of a process that is gone, in seconds. */
const claimSeconds = 30;
/** How often a claim is renewed while the mail server takes its time, in milliseconds. */
const renewMs = 10_000;

/** A mail taken for delivery by this process. */
export interface ClaimedMail {
  id: string;
  /** What a job mails once by; null for most mails. */
  key: string | null;
  lane: MailLane;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  headers: unknown;
  attempts: number;
}

const claimed = Prisma.sql`id, key, lane::text, recipient, subject, html, text, headers, attempts`;
const isFree = Prisma.sql`status = 'queued' AND (claimed_at IS NULL OR claimed_at < now() - ${claimSeconds} * interval '1 second')`;

/**
 * Takes the mail of a lane whose turn it is, mails that were never tried before those that were; null while none is due. One query, and
 * two processes never take the same.
 */
export async function claimNext(lane: MailLane): Promise<ClaimedMail | null> {
  const [mail] = await prisma().$queryRaw<ClaimedMail[]>`
    UPDATE mail_outbox SET claimed_at = now(), attempts = attempts + 1
    WHERE id = (
      SELECT id FROM mail_outbox
      WHERE lane = ${lane}::mail_lane AND next_attempt_at <= now() AND ${isFree}
      ORDER BY attempts > 0, next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${claimed}`;
  return mail ?? null;
}

/**
 * Takes one mail; null when it is delivered or given up.
 * @throws {Error} while it is being delivered elsewhere: by a process that may be cut off, so that somebody must come again.
 */
async function claimMail(id: string): Promise<ClaimedMail | null> {
  const [mail] = await prisma().$queryRaw<ClaimedMail[]>`
    UPDATE mail_outbox SET claimed_at = now(), attempts = attempts + 1
    WHERE id = ${id}::uuid AND ${isFree} RETURNING ${claimed}`;
  if (mail) return mail;
  const waiting = await prisma().mailOutbox.count({ where: { id, status: 'queued' } });
  if (waiting > 0) throw new Error('The mail is being delivered by another process.');
  return null;
}

/** Runs `send` and keeps the claim on a mail fresh meanwhile. */
async function whileClaimed<T>(id: string, send: () => Promise<T>): Promise<T> {
  const renew = () =>
    prisma()
      .mailOutbox.updateMany({ where: { id, status: 'queued' }, data: { claimedAt: new Date() } })
      .catch((error: unknown) => log().warn({ mailId: id, error: messageOf(error) }, 'claim not renewed'));
  const timer = setInterval(renew, renewMs);
  try {
    return await send();
  } finally {
    clearInterval(timer);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * The mail as it is handed over. Its Message-ID is its row's, so that a receiver who gets it twice can tell: that happens where the
 * database fails between the mail server's yes and the row.
 */
function messageFor(mail: ClaimedMail) {
  const own = { 'Message-ID': `<${mail.id}@${new URL(config().appUrl).hostname}>` };
  // A mail that others are to answer may be known by a name of its own.
  const { 'Message-ID': messageId, ...headers } = {
    ...own,
    ...z.record(z.string(), z.string()).parse(mail.headers),
  };
  return {
    // One address, whatever it may look like.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers,
    messageId,
  };
}

/** Replies that refuse the site's credentials or TLS, not a recipient: setting these right delivers the mail after all. */
const setupReplies = new Set([523, 530, 534, 535, 538]);

/**
 * Whether the mail server refused this recipient or this message for good (5xx). Trying again changes nothing, and servers that are asked
 * again and again for mailboxes they do not have block the sender. A sender that is refused (MAIL FROM) is a wrong setting, which ends.
 */
function isRejected(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return (
    (command === 'RCPT TO' || command === 'DATA') &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600 &&
    !setupReplies.has(responseCode)
  );
}

/** True where a mail that failed by `error` is not tried again; an operator can queue it once more (failed-mails.server.ts). */
const isGivenUp = ({ attempts }: ClaimedMail, error: unknown) => attempts >= maxAttempts || isRejected(error);

/** Keeps why a mail was not taken, and when it is tried again; one that is given up is told in the log. */
async function failedToSend(mail: ClaimedMail, error: unknown): Promise<void> {
  const { id, attempts } = mail;
  const pause = isGivenUp(mail, error) ? undefined : pausesSeconds[attempts - 1];
  const lastError = messageOf(error).slice(0, 500);
  await prisma().$executeRaw`
    UPDATE mail_outbox SET claimed_at = NULL, last_error = ${lastError},
      status = ${pause === undefined ? 'failed' : 'queued'}::mail_status, has_no_mailbox = ${saysNoMailbox(error)},
      next_attempt_at = now() + ${pause ?? 0} * interval '1 second'
    WHERE id = ${id}::uuid`;
  // The server's words may quote the address: they are kept with the mail.
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const about = { mailId: id, attempts, code, responseCode };
  if (isRejected(error)) log().error(about, 'mail was rejected for good');
  else if (pause === undefined) log().error(about, 'mail has given up');
  else log().warn(about, 'mail not taken');
}

/** Leaves a mail unsent for good; `reason` is for the operator. */
async function skip({ id }: ClaimedMail, reason: string | null): Promise<void> {
  const skipped = { status: 'skipped', claimedAt: null, html: '', text: '', headers: {} } as const;
  await prisma().mailOutbox.update({ where: { id }, data: { ...skipped, lastError: reason } });
}

/**
 * Says of a mail that is about to be handed over whether it should not be (any more): left unsent for a reason that the operator reads,
 * or taken out of the outbox already. Null has it delivered.
 */
export type DeliveryCheck = (
  mail: Pick<ClaimedMail, 'id' | 'recipient' | 'key'>,
) => Promise<{ skip: string } | 'withdrawn' | null>;

let checkOfBulk: DeliveryCheck | undefined;

/** Has `check` asked for each mail of the bulk lane, at each attempt: much may have happened since it was queued. */
export function checkBulkMail(check: DeliveryCheck): void {
  checkOfBulk = check;
}

/**
 * Hands a claimed mail to its lane's server. Without SMTP settings (demo) it counts as delivered and stays readable at /dev/outbox.
 * Bodies and headers hold secret links, so they are dropped once a real server has them.
 * @throws the mail server's error, once the row says when the mail is tried again
 */
export async function deliverClaimed(mail: ClaimedMail): Promise<void> {
  const { id, lane } = mail;
  // Queued before the account was erased.
  if (isPlaceholderAddress(mail.recipient)) return skip(mail, null);
  // Whoever goes on sending letters to mailboxes that are not there is taken for a spammer. Other mail is tried: the mailbox may be back.
  if (lane === 'bulk' && (await isKnownDead(mail.recipient)))
    return skip(mail, 'An earlier email found no such mailbox.');
  const late = lane === 'bulk' ? await checkOfBulk?.(mail) : null;
  if (late === 'withdrawn') return;
  if (late) return skip(mail, late.skip);
  const url = smtpUrlOf(lane);
  const sentStatus = { status: 'sent', claimedAt: null, lastError: null } as const;
  if (!url) {
    await prisma().mailOutbox.update({ where: { id }, data: { ...sentStatus, sentAt: new Date() } });
    return;
  }
  if (lane === 'bulk' && (await isHeldBack(mail))) return;
  try {
    await whileClaimed(id, () => handOver(lane, url, messageFor(mail)));
  } catch (error) {
    await failedToSend(mail, error);
    throw error;
  }
  await prisma().mailOutbox.update({
    where: { id },
    data: { ...sentStatus, sentAt: new Date(), html: '', text: '', headers: {} },
  });
  if (lane !== 'bulk') await forgetDeadAddress(mail.recipient);
}

/**
 * Delivers one mail of the outbox; does nothing when it has been delivered or given up.
 * @throws the mail server's error, unless the mail is given up; or that another process is at it
 */
export async function deliverMail(mailId: string): Promise<void> {
  const mail = await claimMail(mailId);
  if (!mail) return;
  await deliverClaimed(mail).catch((error: unknown) => {
    if (!isGivenUp(mail, error)) throw error;
  });
}

/** How long the record of a mail (recipient, subject, time) is kept, in days; content/legal/privacy.md says so too. */
const recordDays = 90;

/**
 * Deletes the record of mail that was sent, or given up, long ago; the worker calls it daily. A mail that still waits stays, and its month
 * with it.
 */
export async function deleteOldMail(): Promise<void> {
  const limit = new Date(Date.now() - recordDays * dayMs);
  await deleteByBatches(
    (most) => prisma().$executeRaw`
      DELETE FROM mail_outbox WHERE (id, created_at) IN (
        SELECT id, created_at FROM mail_outbox WHERE created_at < ${limit} AND status <> 'queued'
        ORDER BY created_at LIMIT ${most})`,
  );
  await deleteByBatches(
    (most) => prisma().$executeRaw`
      DELETE FROM mail_keys WHERE key IN (
        SELECT k.key FROM mail_keys k WHERE k.created_at < ${limit}
          AND NOT EXISTS (SELECT FROM mail_outbox m WHERE m.key = k.key) ORDER BY k.created_at LIMIT ${most})`,
  );
  await deleteByBatches(
    (most) => prisma().$executeRaw`
      DELETE FROM mail_feedback WHERE (provider, event_id) IN (
        SELECT provider, event_id FROM mail_feedback WHERE received_at < ${limit} ORDER BY received_at LIMIT ${most})`,
  );
  const waiting = await prisma().mailOutbox.count({ where: { createdAt: { lt: limit } } });
  if (waiting === 0) await dropPartitions('mail_outbox', limit);
}
