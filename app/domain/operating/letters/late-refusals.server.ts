import { isSuppressed, suppressedSql } from '#app/domain/core/suppressions/suppressed.server.ts';
import { inactiveSql, refusesSql } from '#app/domain/operating/letters/audience.server.ts';
import { skipReasons } from '#app/domain/operating/letters/kinds.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import type { DeliveryCheck } from '#app/platform/mail/delivery.server.ts';

/** A mail that waited longer is noted as of when it is handed over, in milliseconds. */
export const lateMs = 30 * 60_000;

type Reason = 'inactive' | 'unsubscribed' | 'suppressed' | 'moved' | 'stopped';

/**
 * Asked for each mail of the bulk lane as it is to be handed over: a letter may have waited for hours, and whoever has unsubscribed, asked
 * for the deletion of their account, been shut out or changed their address since it was queued does not get it (P250). Neither does
 * an address on the suppression list, whatever the bulk mail is (P268), nor anybody get what was stopped; they do once it is resumed. The report
 * says why. At most two queries.
 */
export const withholdLetter: DeliveryCheck = async ({ id, recipient }) => {
  const [late] = await prisma().$queryRaw<
    { letterId: string; userId: string; at: Date; reason: Reason | null }[]
  >`
    SELECT r.letter_id AS "letterId", r.user_id AS "userId", r.at, CASE
      WHEN ${inactiveSql} THEN 'inactive'
      WHEN ${refusesSql(Prisma.sql`l.kind`)} THEN 'unsubscribed'
      WHEN ${suppressedSql(Prisma.sql`${recipient}`)} THEN 'suppressed'
      WHEN u.email <> ${recipient} THEN 'moved'
      WHEN l.state = 'stopped' THEN 'stopped'
    END AS reason
    FROM (SELECT id, string_to_array(key, ' ') AS parts FROM mail_outbox WHERE id = ${id}::uuid AND key LIKE 'letter %') m
    JOIN letter_recipients r ON r.letter_id = m.parts[2]::uuid AND r.user_id = m.parts[3]::uuid AND r.mail_id = m.id
    JOIN letters l ON l.id = r.letter_id JOIN users u ON u.id = r.user_id`;
  if (!late)
    return (await isSuppressed(recipient))
      ? { skip: 'Not sent: the address is on the suppression list.' }
      : null;
  const { letterId, userId, reason } = late;
  if (!reason) {
    // The day of a letter that waited long begins as it is handed over.
    if (now().getTime() - late.at.getTime() > lateMs)
      await prisma().letterRecipient.updateMany({ where: { letterId, userId }, data: { at: now() } });
    return null;
  }
  if (reason === 'stopped') {
    await prisma().$executeRaw`
      WITH waiting AS (DELETE FROM mail_outbox WHERE id = ${id}::uuid RETURNING id)
      DELETE FROM letter_recipients r USING waiting w
      WHERE r.letter_id = ${letterId}::uuid AND r.user_id = ${userId}::uuid AND r.mail_id = w.id`;
    return 'withdrawn';
  }
  await prisma().letterRecipient.update({
    where: { letterId_userId: { letterId, userId } },
    data: { mailId: null, skippedBecause: reason },
  });
  return { skip: `Not sent: ${skipReasons[reason]}.` };
};
