import type { Transporter } from 'nodemailer';
import { z } from 'zod';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { sendMailJob } from '#app/platform/mail/outbox.server.ts';
import { isPlaceholderAddress } from '#app/platform/mail/placeholder-address.ts';
import { onDemand } from '#app/platform/on-demand.server.ts';
import { isLocalHost } from '#app/platform/settings/local-host.ts';

const nodemailer = onDemand<typeof import('nodemailer')>('nodemailer');

let transport: Transporter | undefined;

/** Mails carry links that let someone in: off this machine they travel by TLS, or not at all. */
function smtp(url: string): Transporter {
  const requireTLS = !isLocalHost(new URL(url).hostname);
  transport ??= nodemailer().createTransport({ url, requireTLS }, { from: config().mailFrom });
  return transport;
}

/** Closes connections kept open to the mail server. */
export function closeMailTransport(): void {
  transport?.close();
  transport = undefined;
}

/** Attempts before a mail is given up; with the queue's back-off that is about a day. */
const maxAttempts = 12;

/** A claim older than this is that of a process that is gone, in milliseconds. */
const claimMs = 30_000;
/** How often a claim is renewed while the mail server takes its time, in milliseconds. */
const renewMs = 10_000;

/**
 * Takes a mail for this delivery; null when it is delivered or given up.
 * @throws {Error} while it is being delivered elsewhere: by a process that may be cut off, so that somebody must come again.
 */
async function claimMail(id: string) {
  const now = Date.now();
  const [mail] = await prisma().mailOutbox.updateManyAndReturn({
    where: {
      id,
      status: 'queued',
      OR: [{ claimedAt: null }, { claimedAt: { lt: new Date(now - claimMs) } }],
    },
    data: { claimedAt: new Date(now), attempts: { increment: 1 } },
  });
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

type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

function messageFor(mail: ClaimedMail) {
  const own = { 'Message-ID': `<${mail.id}@${new URL(config().appUrl).hostname}>` };
  // A mail that others are to answer may be known by a name of its own.
  const { 'Message-ID': messageId, ...headers } = {
    ...own,
    ...z.record(z.string(), z.string()).parse(mail.headers),
  };
  return {
    to: mail.recipient,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers,
    messageId,
  };
}

/** Keeps why a mail was not taken. @throws the mail server's error, unless the mail is given up: then the log says so. */
async function failedToSend({ id, attempts }: ClaimedMail, error: unknown): Promise<void> {
  const isGivenUp = attempts >= maxAttempts;
  await prisma().mailOutbox.update({
    where: { id },
    data: {
      claimedAt: null,
      lastError: messageOf(error).slice(0, 500),
      status: isGivenUp ? 'failed' : 'queued',
    },
  });
  if (!isGivenUp) throw error;
  // The server's words may quote the address: they are kept with the mail.
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  log().error({ mailId: id, attempts, code, responseCode }, 'mail has given up');
}

/**
 * Delivers one mail of the outbox; does nothing when it has been delivered or given up. Without
 * SMTP settings (demo) the mail counts as delivered and stays readable at /dev/outbox. Bodies and headers hold secret links,
 * so they are dropped once a real server has them.
 * @throws the mail server's error, or that another process is at it, so that the queue tries again later.
 */
export async function deliverMail(mailId: string): Promise<void> {
  const mail = await claimMail(mailId);
  if (!mail) return;
  // Queued before the account was erased.
  if (isPlaceholderAddress(mail.recipient)) {
    await prisma().mailOutbox.update({
      where: { id: mailId },
      data: { status: 'skipped', claimedAt: null, html: '', text: '', headers: {} },
    });
    return;
  }
  const { smtpUrl } = config();
  const sent = { status: 'sent', claimedAt: null, lastError: null } as const;
  if (!smtpUrl) {
    await prisma().mailOutbox.update({ where: { id: mailId }, data: { ...sent, sentAt: new Date() } });
    return;
  }
  try {
    await whileClaimed(mailId, () => smtp(smtpUrl).sendMail(messageFor(mail)));
  } catch (error) {
    return failedToSend(mail, error);
  }
  await prisma().mailOutbox.update({
    where: { id: mailId },
    data: { ...sent, sentAt: new Date(), html: '', text: '', headers: {} },
  });
}

/** How long the record of a mail (recipient, subject, time) is kept, in days; content/legal/privacy.md says so too. */
const recordDays = 90;

/** Deletes the record of mail that was sent, or given up, long ago; the worker calls it daily. */
export async function deleteOldMail(): Promise<void> {
  const limit = new Date(Date.now() - recordDays * 24 * 3600 * 1000);
  await prisma().mailOutbox.deleteMany({
    where: { status: { not: 'queued' }, createdAt: { lt: limit } },
  });
}

/** Queues again what was committed but never reached the job queue (a crash in between). */
export async function requeueForgottenMail(): Promise<void> {
  const minuteAgo = new Date(Date.now() - 60_000);
  const forgotten = await prisma().mailOutbox.findMany({
    where: { status: 'queued', attempts: 0, createdAt: { lt: minuteAgo } },
    select: { id: true },
    orderBy: { createdAt: 'asc' },
    take: 500,
  });
  for (const { id } of forgotten) await sendMailJob(id);
  if (forgotten.length > 0) log().warn({ count: forgotten.length }, 'mail queued again');
}
