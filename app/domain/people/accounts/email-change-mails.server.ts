import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { mailLimits, mayMailStranger } from '#app/domain/people/accounts/attempts.server.ts';
import {
  type AppMail,
  appLink,
  hashOfCode,
  newCode,
} from '#app/domain/people/accounts/mailed-codes.server.ts';
import { holderOf } from '#app/domain/people/accounts/unproven-account.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** Which of the two addresses a link was mailed to. */
export type Side = 'old' | 'new';

/** The secrets that one address is mailed: of a link, and for apps of a code. */
interface SideSecrets {
  token: string;
  code: string | null;
}

export const newSideSecrets = (isApp: boolean): SideSecrets => ({
  token: newToken(),
  code: isApp ? newCode() : null,
});

/** What is stored of them. */
export const hashesOf = (userId: string, side: Side, { token, code }: SideSecrets) => ({
  tokenHash: hashToken(token),
  codeHash: code === null ? null : hashOfCode(`email_change\n${userId}\n${side}`, code),
});

/**
 * Mails one of the two addresses of a change, as part of `tx`. One that has an account already is told so instead, unless nobody has
 * proven that account's address: it gives way to who does (P181).
 */
export async function queueChangeMail(
  tx: Transaction,
  user: { email: string; name: string },
  newEmail: string,
  side: Side,
  { token, code }: SideSecrets,
  { app = null, mailKey = null }: { app?: AppMail | null; mailKey?: string | null } = {},
): Promise<void> {
  const { appUrl } = config();
  const holder = side === 'new' ? await holderOf(tx, newEmail) : 'nobody';
  const isTaken = holder === 'account';
  const url = app ? appLink(token, 'email_change', app) : `${appUrl}/email-change/${token}`;
  const mail = {
    name: isTaken ? '' : user.name,
    to: isTaken ? ('taken' as const) : holder === 'unproven' ? ('replacing' as const) : side,
    newEmail,
    url: isTaken ? `${appUrl}/login` : url,
    code: isTaken ? null : code,
  };
  await queueMail(tx, side === 'old' ? user.email : newEmail, 'email-change', mail, mailKey);
}

/**
 * Mails those addresses of a change once more that have not said yes, with new links and codes; nothing where no app has begun one.
 * Part of a job, safe to repeat.
 */
export async function mailChangeAgain(userId: string, mailKey: string, app: AppMail): Promise<void> {
  await transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const change = await tx.db.emailChange.findFirst({
      where: { userId, expiresAt: { gt: now() }, newCodeHash: { not: null } },
    });
    if (!user || !change) return;
    const { newEmail } = change;
    for (const side of ['old', 'new'] as const) {
      const key = `${mailKey}:${side}`;
      const isDone = side === 'old' ? change.oldConfirmedAt : change.newConfirmedAt;
      if (isDone || (await isMailQueued(tx, key))) continue;
      if (side === 'new' && !(await mayMailStranger(newEmail, mailLimits.emailChange))) continue;
      const secrets = newSideSecrets(true);
      const { tokenHash, codeHash } = hashesOf(userId, side, secrets);
      const hashes =
        side === 'old'
          ? { oldTokenHash: tokenHash, oldCodeHash: codeHash }
          : { newTokenHash: tokenHash, newCodeHash: codeHash };
      await tx.db.emailChange.update({
        where: { userId },
        data: { ...hashes, challenge: app.challenge },
      });
      await queueChangeMail(tx, user, newEmail, side, secrets, { app, mailKey: key });
    }
  });
}
