import { notificationSentence } from '#app/domain/core/notifications/kinds.ts';
import { unsubscribeUrl } from '#app/domain/core/notifications/settings.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** A mail names so many; of the rest it says how many there are. */
const namedInMail = 20;

interface Waiting {
  event: string;
  details: unknown;
  count: number;
  path: string;
}

/**
 * Sends somebody the digest that is due, as part of `tx`; false where none is. What was read on the site meanwhile is left out. The user's
 * settings are locked, so that two processes send it once. Addresses that are not verified get none.
 */
async function sendDigest(tx: Transaction, userId: string): Promise<boolean> {
  const [to] = await tx.db.$queryRaw<{ email: string; name: string }[]>`
    SELECT u.email, u.name FROM notification_settings s JOIN users u ON u.id = s.user_id
    WHERE s.user_id = ${userId}::uuid FOR UPDATE OF s`;
  const dueRows = await tx.db.$queryRaw<(Waiting & { isTold: boolean })[]>`
    WITH due AS (
      UPDATE notifications n SET mail_at = NULL FROM users u
      WHERE n.user_id = ${userId}::uuid AND n.mail_at IS NOT NULL AND u.id = n.user_id
        AND EXISTS (SELECT FROM notifications d WHERE d.user_id = n.user_id AND d.mail_at <= ${now()})
      RETURNING n.*, n.read_at IS NULL AND u.status = 'active' AND u.email_verified_at IS NOT NULL AS "isTold")
    SELECT event, details, count, path, "isTold" FROM due ORDER BY created_at DESC, id DESC`;
  const waiting = dueRows.filter(({ isTold }) => isTold);
  if (!to || waiting.length === 0) return false;
  const { appUrl } = config();
  await tx.db.notificationSettings.update({ where: { userId }, data: { lastDigestAt: now() } });
  await queueMail(tx, to.email, 'notification-digest', {
    name: to.name,
    items: waiting.slice(0, namedInMail).map((notification) => ({
      text: notificationSentence(notification),
      url: `${appUrl}${notification.path}`,
    })),
    count: waiting.length,
    notificationsUrl: `${appUrl}/notifications`,
    settingsUrl: `${appUrl}/notifications/settings`,
    unsubscribeUrl: unsubscribeUrl(userId),
  });
  return true;
}

const batchSize = 200;

/**
 * Sends every digest that is due; the worker calls it. Each is a transaction of its own, so that one that fails keeps none from the
 * others. @throws at the end when some failed: the job is tried again then, and is safe to repeat.
 */
export async function sendDigests(): Promise<void> {
  let after: string | null = null;
  let failedCount = 0;
  for (;;) {
    const due: { userId: string }[] = await prisma().$queryRaw<{ userId: string }[]>`
      SELECT DISTINCT user_id AS "userId" FROM notifications
      WHERE mail_at <= ${now()} ${after === null ? Prisma.empty : Prisma.sql`AND user_id > ${after}::uuid`}
      ORDER BY user_id LIMIT ${batchSize}`;
    for (const { userId } of due) {
      try {
        await transaction((tx) => sendDigest(tx, userId));
      } catch (error) {
        failedCount += 1;
        log().error({ userId, error: String(error) }, 'a digest was not queued');
      }
    }
    after = due.at(-1)?.userId ?? null;
    if (due.length < batchSize) break;
  }
  if (failedCount > 0) throw new Error(`${failedCount} digests could not be queued`);
}
