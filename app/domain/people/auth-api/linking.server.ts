import { lockOwnAccount } from '#app/domain/core/access/own-account.server.ts';
import { confirmedFor } from '#app/domain/people/auth-api/account-changes.server.ts';
import { issueAuthCode } from '#app/domain/people/auth-api/auth-codes.server.ts';
import { AuthApiError } from '#app/domain/people/auth-api/errors.ts';
import { replaceRefreshToken } from '#app/domain/people/auth-api/session-level.server.ts';
import {
  type ApiViewer,
  replyWithSession,
  type SessionReply,
} from '#app/domain/people/auth-api/sessions.server.ts';
import { beginFlow } from '#app/domain/people/identities/flows.server.ts';
import { linkIdentity } from '#app/domain/people/identities/identities.server.ts';
import type { ProviderProfile } from '#app/domain/people/identities/providers.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

// An app links an account at a provider to the account it is signed in to. The request that begins it carries no cookie to know the
// browser by when it is back. The app's verifier (PKCE) stands in for that: the link is made when the app exchanges the code, so that
// whoever is led to another person's linking makes none.

/** Whose account an app links to, and by which session. */
interface LinkHolder {
  userId: string;
  sessionId: string;
}

/**
 * Who may link: a session whose proof of who asks is younger than a quarter of an hour, of a verified account.
 * @throws {AuthApiError} insufficient_aal, reauthentication_needed, email_not_confirmed
 */
export function linkHolder(viewer: ApiViewer): LinkHolder {
  const { userId } = confirmedFor(viewer);
  if (!viewer.isEmailVerified)
    throw new AuthApiError(422, 'email_not_confirmed', 'Please verify your email first.');
  return { userId, sessionId: viewer.sessionId };
}

/**
 * Begins a linking; the address at the provider that the app leads its browser to.
 * @param challenge what the app's verifier has to match
 * @throws {IdentityRefusal} unknown_provider, provider_down
 */
export async function beginLinking(
  holder: LinkHolder,
  provider: string,
  challenge: string,
  redirectTo: string,
): Promise<string> {
  const { address } = await beginFlow(
    provider,
    { linksTo: holder, redirectTo, challenge, isApi: true },
    null,
  );
  return address;
}

/** Makes the code that links an account at a provider when the app that began exchanges it. */
export function offerLinking(
  { userId, sessionId }: LinkHolder,
  challenge: string,
  profile: ProviderProfile,
): Promise<string> {
  return transaction((tx) => issueAuthCode(tx, userId, challenge, 'oauth', { sessionId, profile }));
}

/**
 * Links an account at a provider for an app, whose session goes on with another refresh token.
 * @throws {IdentityRefusal} already_linked, linked_elsewhere
 * @throws {Refusal} not_allowed, where the session has ended meanwhile
 */
export async function linkForApp(holder: LinkHolder, profile: ProviderProfile): Promise<SessionReply> {
  await linkIdentity(holder, profile);
  const begun = await transaction(async (tx) => {
    await lockOwnAccount(tx, holder);
    return replaceRefreshToken(tx, holder.sessionId);
  });
  return replyWithSession(begun);
}
