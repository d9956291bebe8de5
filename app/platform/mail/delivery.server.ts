import nodemailer, { type Transporter } from 'nodemailer';
import { z } from 'zod';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { sendJob } from '#app/platform/jobs.server.ts';
import { log } from '#app/platform/log.server.ts';

let transport: Transporter | undefined;

function smtp(url: string): Transporter {
  transport ??= nodemailer.createTransport(url, { from: config().mailFrom });
  return transport;
}

/** Closes connections kept open to the mail server. */
export function closeMailTransport(): void {
  transport?.close();
  transport = undefined;
}

/** Attempts before a mail is given up; with the queue's back-off that is about a day. */
const maxAttempts = 12;

/**
 * Delivers one mail of the outbox; does nothing when it has been delivered. Without SMTP settings (demo) the mail counts as
 * delivered and stays readable at /dev/outbox. Bodies and headers hold secret links, so they are dropped once a real server has them.
 * @throws the mail server's error, so that the queue tries again later.
 */
export async function deliverMail(mailId: string): Promise<void> {
  const mail = await prisma().mailOutbox.findUnique({ where: { id: mailId } });
  if (mail?.status !== 'queued') return;
  const { smtpUrl } = config();
  if (!smtpUrl) {
    await prisma().mailOutbox.update({ where: { id: mailId }, data: { status: 'sent', sentAt: new Date() } });
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
    const attempts = mail.attempts + 1;
    await prisma().mailOutbox.update({
      where: { id: mailId },
      data: {
        attempts,
        lastError: (error instanceof Error ? error.message : String(error)).slice(0, 500),
        status: attempts >= maxAttempts ? 'failed' : 'queued',
      },
    });
    throw error;
  }
  await prisma().mailOutbox.update({
    where: { id: mailId },
    data: {
      status: 'sent',
      sentAt: new Date(),
      attempts: { increment: 1 },
      lastError: null,
      html: '',
      text: '',
      headers: {},
    },
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
  for (const { id } of forgotten) await sendJob('deliver-mail', { mailId: id });
  if (forgotten.length > 0) log().warn({ count: forgotten.length }, 'mail queued again');
}
