import nodemailer, { type Transporter } from 'nodemailer';
import { z } from 'zod';
import { config, isLocalHost } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { sendMailJob } from '#app/platform/mail/outbox.server.ts';

let transport: Transporter | undefined;

/** Mails carry links that let someone in: off this machine they travel by TLS, or not at all. */
function smtp(url: string): Transporter {
  const requireTLS = !isLocalHost(new URL(url).hostname);
  transport ??= nodemailer.createTransport({ url, requireTLS }, { from: config().mailFrom });
  return transport;
}

/** Closes connections kept open to the mail server. */
export function closeMailTransport(): void {
  transport?.close();
  transport = undefined;
}

/** Attempts before a mail is given up; with the queue's back-off that is about a day. */
const maxAttempts = 12;

/** A claim older than this is that of a process that is gone, in milliseconds. The mail server's time limits are shorter. */
const claimMs = 14 * 60 * 1000;

/** Takes a mail for this delivery; null when it is delivered, given up, or being delivered elsewhere. */
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
  return mail ?? null;
}

/**
 * Delivers one mail of the outbox; does nothing when it has been delivered, or is being delivered by another job. Without
 * SMTP settings (demo) the mail counts as delivered and stays readable at /dev/outbox. Bodies and headers hold secret links,
 * so they are dropped once a real server has them.
 * @throws the mail server's error, so that the queue tries again later.
 */
export async function deliverMail(mailId: string): Promise<void> {
  const mail = await claimMail(mailId);
  if (!mail) return;
  const { smtpUrl } = config();
  const sent = { status: 'sent', claimedAt: null, lastError: null } as const;
  if (!smtpUrl) {
    await prisma().mailOutbox.update({ where: { id: mailId }, data: { ...sent, sentAt: new Date() } });
    return;
  }
  try {
    await smtp(smtpUrl).sendMail({
      to: mail.recipient,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      headers: z.record(z.string(), z.string()).parse(mail.headers),
      messageId: `<${mail.id}@${new URL(config().appUrl).hostname}>`,
    });
  } catch (error) {
    await prisma().mailOutbox.update({
      where: { id: mailId },
      data: {
        claimedAt: null,
        lastError: (error instanceof Error ? error.message : String(error)).slice(0, 500),
        status: mail.attempts >= maxAttempts ? 'failed' : 'queued',
      },
    });
    throw error;
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
