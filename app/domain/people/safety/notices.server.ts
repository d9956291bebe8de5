import { notify } from '#app/domain/core/notifications/notify.server.ts';
import type { SecurityEvent } from '#app/domain/people/safety/mails.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** Tells somebody by mail and on the site, as part of `tx`, what has changed in what guards their account. */
export async function queueSecurityNotice(
  tx: Transaction,
  userId: string,
  event: SecurityEvent,
  detail: string | null = null,
): Promise<void> {
  const { email, name } = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true },
  });
  const { appUrl } = config();
  const links = { securityUrl: `${appUrl}/profile/security`, resetUrl: `${appUrl}/login?mode=reset` };
  await queueMail(tx, email, 'security-notice', { name, event, detail, ...links });
  await notify(tx, { userId, event: 'security_notice', details: { event }, path: '/profile/security' });
}
