import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { emailChangeHours } from '#app/domain/people/accounts/email-change.server.ts';
import {
  hashesOf,
  newSideSecrets,
  type Side,
} from '#app/domain/people/accounts/email-change-mails.server.ts';
import { type AppMail, appLink, type CodeMade } from '#app/domain/people/accounts/mailed-codes.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/**
 * Makes link and code for one address of a change, as part of `tx`, for a program that mails them itself. A change to the same address
 * that waits goes on, so that the other address's link stays valid; another one is dropped. The caller holds the account's lock.
 */
export async function issueChangeLink(
  tx: Transaction,
  userId: string,
  newEmail: string,
  side: Side,
  app: AppMail,
): Promise<CodeMade> {
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + emailChangeHours * 3600_000);
  const secrets = newSideSecrets(true);
  const { tokenHash, codeHash } = hashesOf(userId, side, secrets);
  const own =
    side === 'old'
      ? { oldTokenHash: tokenHash, oldCodeHash: codeHash }
      : { newTokenHash: tokenHash, newCodeHash: codeHash };
  const { count } = await tx.db.emailChange.updateMany({
    where: { userId, newEmail, newCodeHash: { not: null }, expiresAt: { gt: createdAt } },
    data: { ...own, challenge: app.challenge },
  });
  if (count === 0) {
    const other = hashesOf(userId, side === 'old' ? 'new' : 'old', newSideSecrets(true));
    const row = {
      newEmail,
      oldTokenHash: other.tokenHash,
      newTokenHash: other.tokenHash,
      oldCodeHash: other.codeHash,
      newCodeHash: other.codeHash,
      ...own,
      oldConfirmedAt: null,
      newConfirmedAt: null,
      newConfirmedByOwner: false,
      challenge: app.challenge,
      requestNetwork: null,
      createdAt,
      expiresAt,
    };
    await tx.db.emailChange.upsert({ where: { userId }, create: { userId, ...row }, update: row });
    await recordActivity(tx, { kind: 'email_change_requested', userId });
  }
  const { token, code } = secrets;
  return { token, code: code ?? '', url: appLink(token, 'email_change', app) };
}
