import { randomInt } from 'node:crypto';
import type { Purpose as PagePurpose } from '#app/domain/people/accounts/tokens.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';
import { signatureOf } from '#app/platform/secrets/signing.server.ts';

// Mails that apps of the auth API ask for carry a link and a six-digit code. Both are one row, and used up together.

/** What a mailed code is for. */
export type CodePurpose = PagePurpose | 'invite' | 'reauthenticate';

/** What an app asks a mail for: where its link leads in the end, and the challenge by which only the app can go on (PKCE). */
export interface AppMail {
  redirectTo: string;
  /** "s256:..." or "plain:..."; null where the app sent none. */
  challenge: string | null;
}

/** How long link and code work, in minutes. What signs in works for ten (ASVS 6.5.5). */
const codeMinutes: Readonly<Record<CodePurpose, number>> = {
  verify_email: 60,
  reset_password: 60,
  sign_in: 10,
  invite: 24 * 60,
  reauthenticate: 10,
};

/** The protocol's names of these purposes. */
const linkTypes: Readonly<Record<CodePurpose, string>> = {
  verify_email: 'signup',
  reset_password: 'recovery',
  sign_in: 'magiclink',
  invite: 'invite',
  reauthenticate: '',
};

/** What a link's secret begins with where an app has sent a challenge. */
export const challengePrefix = 'pkce_';

/** What is stored of a code: only together with the site's secret and whose it is can the million codes be tried. */
export const hashOfCode = (subject: string, code: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(signatureOf('code in a mail', `${subject}\n${code}`), 'base64url'));

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** The link of a mail that an app has asked for. */
export function appLink(token: string, type: string, { redirectTo, challenge }: AppMail): string {
  const query = new URLSearchParams({
    token: `${challenge ? challengePrefix : ''}${token}`,
    type,
    redirect_to: redirectTo,
  });
  return `${config().appUrl}/auth/v1/verify?${query}`;
}

/** A link and a code that were made together. */
export interface CodeMade {
  token: string;
  code: string;
  url: string;
}

/** Makes a link and a code as part of `tx`. Earlier ones to verify an address stop working. */
export async function issueCode(
  tx: Transaction,
  userId: string,
  purpose: CodePurpose,
  app: AppMail,
): Promise<CodeMade> {
  const token = newToken();
  const code = newCode();
  const createdAt = now();
  if (purpose === 'verify_email' || purpose === 'reauthenticate')
    await tx.db.accountToken.deleteMany({ where: { userId, purpose, usedAt: null } });
  await tx.db.accountToken.create({
    data: {
      userId,
      purpose,
      isApi: true,
      tokenHash: hashToken(token),
      codeHash: hashOfCode(`${purpose}\n${userId}`, code),
      challenge: app.challenge,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + codeMinutes[purpose] * 60_000),
    },
  });
  return { token, code, url: appLink(token, linkTypes[purpose], app) };
}

/** Mails a link and a code, as part of `tx`. */
export async function queueCodeMail(
  tx: Transaction,
  user: { id: string; email: string; name: string },
  purpose: CodePurpose,
  app: AppMail,
  mailKey: string | null = null,
): Promise<void> {
  const { code, url } = await issueCode(tx, user.id, purpose, app);
  const mail = {
    name: user.name,
    purpose,
    code,
    url: purpose === 'reauthenticate' ? null : url,
    expiresInMinutes: codeMinutes[purpose],
  };
  await queueMail(tx, user.email, 'app-code', mail, mailKey);
}
