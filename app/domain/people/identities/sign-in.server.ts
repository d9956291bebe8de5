import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { nameField } from '#app/domain/core/names/name-schema.server.ts';
import type { Attempt } from '#app/domain/people/accounts/attempts.server.ts';
import { recordRefusedSignIn } from '#app/domain/people/accounts/refused-sign-in.server.ts';
import { registerAccount } from '#app/domain/people/accounts/registration.server.ts';
import { emailSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { awaitSecondStep } from '#app/domain/people/accounts/second-step.server.ts';
import { type Browser, beginSession } from '#app/domain/people/accounts/session-beginning.server.ts';
import type { SignInOutcome } from '#app/domain/people/accounts/sign-in.server.ts';
import {
  addIdentity,
  findIdentityOwner,
  providerName,
} from '#app/domain/people/identities/identities.server.ts';
import type { ProviderProfile } from '#app/domain/people/identities/providers.server.ts';
import { type IdentityRefusal, identityRefusal } from '#app/domain/people/identities/refusals.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { signInTransaction } from '#app/domain/people/safety/sign-in-transaction.server.ts';
import { isBrowserTrusted } from '#app/domain/people/safety/trusted-browsers.server.ts';
import type { Referrer } from '#app/domain/programme/affiliates/attribution.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';

/** What is counted of a sign-in by a provider: it may also make an account. */
interface IdentityAttempts {
  signIn: Attempt<'identity_sign_in'>;
  registration: Attempt<'registration'>;
  /** Who has referred the visitor; null for none. */
  referrer: Referrer | null;
}

const firstName = z.object({
  name: nameField({ kind: 'person', maxLength: 80, missing: null, isPart: true }),
});

/** A part of a name if the site's forms would take it; empty otherwise, since the provider's account is to blame for it. */
const usableName = (name: string): string => {
  const read = firstName.safeParse({ name });
  return read.success ? read.data.name : '';
};

/** Makes an account for an address that the provider has verified, where there is none. */
async function register(
  profile: ProviderProfile,
  { registration, referrer }: IdentityAttempts,
): Promise<void> {
  const { email } = profile;
  if (!emailSchema.safeParse(email).success)
    throw identityRefusal('email_not_verified', providerName(profile.provider));
  if ((await prisma().user.count({ where: { email } })) > 0) return;
  const name = { firstName: usableName(profile.givenName), lastName: usableName(profile.familyName) };
  const app = {
    id: randomUUID(),
    mail: { redirectTo: '', challenge: null },
    userMetadata: {},
    isVerified: true,
    isMailedElsewhere: true,
  };
  await registerAccount(registration, { ...name, email, password: null } as never, referrer, null, app);
}

/** Links an identity to the account of its address, where both sides have verified that. @throws {IdentityRefusal} */
async function linkByAddress(tx: Transaction, profile: ProviderProfile): Promise<string> {
  const name = providerName(profile.provider);
  const user = await tx.db.user.findUnique({ where: { email: profile.email }, select: { id: true } });
  if (!user) throw identityRefusal('no_flow');
  await lockUser(tx, user.id);
  const present = await tx.db.user.findUniqueOrThrow({
    where: { id: user.id },
    select: { email: true, emailVerifiedAt: true, status: true, _count: { select: { sessions: true } } },
  });
  if (present.email !== profile.email || !present.emailVerifiedAt)
    throw identityRefusal('account_not_linked', name);
  if (present.status !== 'active') throw identityRefusal('inactive');
  await addIdentity(tx, user.id, profile);
  // Whoever has just been registered by it need not be told.
  if (present._count.sessions > 0) await queueSecurityNotice(tx, user.id, 'identity_linked', name);
  return user.id;
}

/**
 * Whose account somebody signs in to by a provider, and what `then` does with it in one transaction, under the account's lock. An
 * identity that is linked to none is linked to the account of its address if both sides have verified that; without such an account one
 * is made. Both doors, the site's pages and the auth API, come through here.
 * @throws {IdentityRefusal} email_not_verified, account_not_linked, inactive
 */
export async function proveIdentity<T>(
  attempts: IdentityAttempts,
  profile: ProviderProfile,
  then: (tx: Transaction, user: { id: string; email: string; hasSecondStep: boolean }) => Promise<T>,
): Promise<T> {
  const { issuer, subject, provider } = profile;
  try {
    const isLinked = (await prisma().userIdentity.count({ where: { issuer, subject } })) > 0;
    if (!isLinked) {
      // The same for an address that has an account and one that has none: the provider has not shown whose it is.
      if (!profile.isEmailVerified || profile.email === '')
        throw identityRefusal('email_not_verified', providerName(provider));
      await register(profile, attempts);
    }
    return await signInTransaction(async (tx) => {
      const userId =
        (await findIdentityOwner(tx, profile)) ?? (isLinked ? null : await linkByAddress(tx, profile));
      if (userId === null) throw identityRefusal('no_flow');
      const user = await tx.db.user.findUniqueOrThrow({
        where: { id: userId },
        select: { id: true, email: true, status: true, secondFactorSince: true },
      });
      if (user.status !== 'active') throw identityRefusal('inactive');
      return then(tx, { id: user.id, email: user.email, hasSecondStep: user.secondFactorSince !== null });
    });
  } catch (error) {
    if ((error as IdentityRefusal).problem) await recordRefusedSignIn('provider');
    throw error;
  }
}

/**
 * Signs a browser in by a provider. Where the account asks for a second step, and the browser is not one that it trusts, that comes next:
 * what the provider has asked for is not known here.
 * @throws as `proveIdentity`
 */
export function signInByIdentity(
  attempts: IdentityAttempts,
  profile: ProviderProfile,
  browser: Browser,
): Promise<SignInOutcome> {
  return proveIdentity(attempts, profile, async (tx, user): Promise<SignInOutcome> => {
    if (user.hasSecondStep && !(await isBrowserTrusted(browser.trustToken, user.id, tx.db)))
      return {
        kind: 'second_step',
        token: await awaitSecondStep(tx, user.id, { staysSignedIn: browser.staysSignedIn, by: 'provider' }),
      };
    return beginSession(tx, user, browser, attempts.signIn.device, { by: 'provider', isConfirmed: false });
  });
}
