import { randomUUID } from 'node:crypto';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  type Attempt,
  accountLimits,
  mayMailSignInLink,
} from '#app/domain/people/accounts/attempts.server.ts';
import { type OwnershipEvidence, proveMailbox } from '#app/domain/people/accounts/mailbox-proof.server.ts';
import { type AppMail, queueCodeMail } from '#app/domain/people/accounts/mailed-codes.server.ts';
import { recordRefusedSignIn } from '#app/domain/people/accounts/refused-sign-in.server.ts';
import { awaitSecondStep } from '#app/domain/people/accounts/second-step.server.ts';
import { type Browser, beginSession } from '#app/domain/people/accounts/session-beginning.server.ts';
import type { SignInOutcome } from '#app/domain/people/accounts/sign-in.server.ts';
import {
  findTokenOwner,
  isLinkPressedTwice,
  issueToken,
  tokenLifetimeMinutes,
  useToken,
} from '#app/domain/people/accounts/tokens.server.ts';
import { signInTransaction } from '#app/domain/people/safety/sign-in-transaction.server.ts';
import { isBrowserTrusted } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { sendJob } from '#app/platform/jobs/queue.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

/**
 * Has a link to sign in by mailed, if the address belongs to an active account. Neither the answer nor the work done before it tells
 * whether it does: the mail is a job's, and there is a job for nobody too. `returnTo` is where the sign-in is to lead.
 * @throws {RateLimitExceeded} after too many for one account from this address.
 */
export async function requestSignInLink(
  attempt: Attempt<'sign_in_link_request'>,
  email: string,
  returnTo: string,
  app: AppMail | null = null,
): Promise<void> {
  await consumeRateLimit(accountLimits.signInLinkFromAddress, [email, attempt.by]);
  if (!(await mayMailSignInLink(attempt, email))) return;
  const user = await prisma().user.findUnique({ where: { email }, select: { id: true } });
  await sendJob('mail-sign-in-link', {
    userId: user?.id ?? null,
    returnTo,
    mailKey: randomUUID(),
    ...(app ? { app } : {}),
  });
}

/** Mails a link to sign in by, unless there is no such account or it is inactive. A job, safe to repeat. */
export async function mailSignInLink({
  userId,
  returnTo,
  mailKey = null,
  app,
}: {
  userId: string | null;
  returnTo: string;
  mailKey?: string | null;
  app?: AppMail;
}): Promise<void> {
  if (userId === null) return;
  await transaction(async (tx) => {
    if (await isMailQueued(tx, mailKey)) return;
    const user = await tx.db.user.findUnique({
      where: { id: userId, status: 'active' },
      select: { id: true, name: true, email: true },
    });
    if (!user || (await isLinkPressedTwice(tx, user.id, 'sign_in'))) return;
    await recordActivity(tx, { kind: 'sign_in_link_requested', userId });
    if (app) return queueCodeMail(tx, user, 'sign_in', app, mailKey);
    const token = await issueToken(tx, user.id, 'sign_in');
    const query = new URLSearchParams({ redirectTo: returnTo });
    const mail = {
      name: user.name,
      signInUrl: `${config().appUrl}/sign-in/${token}?${query}`,
      expiresInMinutes: tokenLifetimeMinutes.sign_in,
    };
    await queueMail(tx, user.email, 'sign-in-link', mail, mailKey);
  });
}

async function refuseLink(userId?: string): Promise<never> {
  await recordRefusedSignIn('mail', userId);
  throw new Refusal('invalid', 'This link has been used or is too old. Please ask for a new one.');
}

/** Whose account a link signs in to: its address, for its owner to see; null where it works no more. Looking takes nothing of it. */
export const findSignInLink = async (token: string): Promise<string | null> =>
  (await findTokenOwner(token, 'sign_in'))?.email ?? null;

/**
 * Signs in by a mailed link, once. Where the account asks for a second step, and the browser is not one that it trusts, that comes next.
 * The mailbox alone proves too little for what guards the account: that is asked for again. The first proof of the mailbox ends all
 * access from before but what the browser shows to be its own (P181).
 * @throws {Refusal} invalid, when the link is unknown, used or too old, or the account inactive.
 */
export async function signInByLink(
  { device }: Attempt<'sign_in_by_link'>,
  token: string,
  browser: Browser,
  evidence: OwnershipEvidence = {},
): Promise<SignInOutcome> {
  const owner = await findTokenOwner(token, 'sign_in');
  if (!owner) return refuseLink();
  const outcome = await signInTransaction(async (tx): Promise<SignInOutcome | null> => {
    await lockUser(tx, owner.id);
    if ((await useToken(tx, token, 'sign_in')) === null) return null;
    if ((await tx.db.user.count({ where: { id: owner.id, status: 'active' } })) === 0) return null;
    await proveMailbox(tx, owner.id, evidence);
    const user = await tx.db.user.findUniqueOrThrow({
      where: { id: owner.id },
      select: { id: true, email: true, secondFactorSince: true },
    });
    if (user.secondFactorSince && !(await isBrowserTrusted(browser.trustToken, user.id, tx.db)))
      return {
        kind: 'second_step',
        token: await awaitSecondStep(tx, user.id, { staysSignedIn: browser.staysSignedIn, by: 'mail' }),
      };
    return beginSession(tx, user, browser, device, { by: 'mail', isConfirmed: false });
  });
  return outcome ?? refuseLink(owner.id);
}
