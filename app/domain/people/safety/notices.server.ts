import { randomUUID } from 'node:crypto';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import type { SecurityEvent } from '#app/domain/people/safety/mails.ts';
import { config } from '#app/platform/config.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { isTableLocked } from '#app/platform/database/lock-scope.server.ts';
import type { Jobs } from '#app/platform/jobs/kinds.ts';
import { isQueueOpen, sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';

/**
 * Tells somebody by mail and on the site, as part of `tx`, what has changed in what guards their account. Where a sign-in finds the outbox
 * or the notifications locked, a job does it, which is committed with `tx`.
 */
export async function queueSecurityNotice(
  tx: Transaction,
  userId: string,
  event: SecurityEvent,
  detail: string | null = null,
  key: string | null = null,
): Promise<void> {
  if ((isTableLocked('mail_outbox') || isTableLocked('notifications')) && isQueueOpen())
    return sendJobWith(tx, 'send-security-notice', { userId, event, detail, mailKey: randomUUID() });
  const { email, name } = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true },
  });
  const { appUrl } = config();
  const links = { securityUrl: `${appUrl}/profile/security`, resetUrl: `${appUrl}/login?mode=reset` };
  await queueMail(tx, email, 'security-notice', { name, event, detail, ...links }, key);
  await notify(tx, { userId, event: 'security_notice', details: { event }, path: '/profile/security' });
}

/** Tells somebody what a sign-in could not; of two presses once. */
export async function sendSecurityNotice({
  userId,
  event,
  detail,
  mailKey,
}: Jobs['send-security-notice']): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await isMailQueued(tx, mailKey)) || (await isNoticed(tx, userId, event))) return;
    await queueSecurityNotice(tx, userId, event, detail, mailKey);
  });
}

/** Whether somebody was told the same so shortly before that it is the same thing: they are told once. */
export async function isNoticed(tx: Transaction, userId: string, event: SecurityEvent): Promise<boolean> {
  // The job that tells it looks.
  if (isTableLocked('notifications')) return false;
  const notice = { userId, event: 'security_notice', createdAt: doubleSubmitWindow() };
  return (
    (await tx.db.notification.count({ where: { ...notice, details: { path: ['event'], equals: event } } })) >
    0
  );
}
