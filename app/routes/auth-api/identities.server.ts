import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { confirmedFor } from '#app/domain/people/auth-api/account-changes.server.ts';
import {
  challengeText,
  issueAuthCode,
  readChallenge,
} from '#app/domain/people/auth-api/auth-codes.server.ts';
import { AuthApiError, validationFailed } from '#app/domain/people/auth-api/errors.ts';
import {
  beginLinking,
  linkForApp,
  linkHolder,
  offerLinking,
} from '#app/domain/people/auth-api/linking.server.ts';
import { redirectOf } from '#app/domain/people/auth-api/redirects.server.ts';
import { beginApiSession, replyWithSession } from '#app/domain/people/auth-api/sessions.server.ts';
import type { Verified } from '#app/domain/people/auth-api/verify.server.ts';
import { beginFlow, finishFlow, takeFlow } from '#app/domain/people/identities/flows.server.ts';
import { providersForButtons, unlinkIdentity } from '#app/domain/people/identities/identities.server.ts';
import {
  findProvider,
  type ProviderProfile,
  readIdToken,
} from '#app/domain/people/identities/providers.server.ts';
import { proveIdentity } from '#app/domain/people/identities/sign-in.server.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';
import { idTokenGrant } from '#app/routes/auth-api/bodies.ts';
import type { AuthCall, Handler } from '#app/routes/auth-api/call.server.ts';
import { failure, landing, redirectTo } from '#app/routes/auth-api/verify-link.server.ts';
import { identityCookie } from '#app/routes/http/cookies.server.ts';

/** What a browser is known by while it is at a provider: the one cookie of the API, which signs nobody in. */
function browserTokenOf({ request }: AuthCall): string | null {
  const token = identityCookie().parse(request.headers.get('Cookie'));
  return typeof token === 'string' && token !== '' ? token : null;
}

/** Leads a browser to a provider to sign in there, and from there back to the app. */
export const authorize: Handler = async (call) => {
  const provider = call.query('provider').slice(0, 40);
  if (!findProvider(provider))
    throw validationFailed(`Unsupported provider: provider ${JSON.stringify(provider)} is not enabled`);
  const challenge = challengeText(
    readChallenge(call.query('code_challenge'), call.query('code_challenge_method')),
  );
  const target = redirectOf(call.query('redirect_to'));
  try {
    await admit('identity_sign_in', call.address);
    const purpose = { linksTo: null, redirectTo: target, challenge, isApi: true };
    const { address, browserToken } = await beginFlow(provider, purpose, browserTokenOf(call));
    const answer = redirectTo(new URL(address));
    answer.headers.set('Set-Cookie', identityCookie().serialize(browserToken));
    return answer;
  } catch (error) {
    return redirectTo(failure(error, new URL(target), challenge !== null));
  }
};

async function attemptsOf({ address }: AuthCall) {
  const signIn = await admit('identity_sign_in', address);
  return { signIn, registration: await admit('registration', address), referrer: null };
}

async function finish(call: AuthCall, profile: ProviderProfile, challenge: string | null): Promise<Verified> {
  return proveIdentity(await attemptsOf(call), profile, async (tx, { id }): Promise<Verified> => {
    if (challenge) return { kind: 'code', code: await issueAuthCode(tx, id, challenge, 'oauth') };
    const beginning = { userAgent: call.userAgent, method: 'oauth', isConfirmed: false };
    return { kind: 'session', begun: await beginApiSession(tx, { id }, beginning) };
  });
}

/** Where a provider sends a browser back to: on to the app with a session, a code for the app, or the error. */
export const callback: Handler = async (call) => {
  const state = call.query('state');
  if (state === '') throw new AuthApiError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
  const flow = await takeFlow(state, browserTokenOf(call), true).catch(() => null);
  if (!flow)
    throw new AuthApiError(
      400,
      'bad_oauth_state',
      'OAuth state not found, used, expired or of another browser',
    );
  const target = new URL(flow.redirectTo);
  try {
    const profile = await finishFlow(flow, call.url.search);
    const verified: Verified =
      flow.linksTo && flow.challenge !== null
        ? { kind: 'code', code: await offerLinking(flow.linksTo, flow.challenge, profile) }
        : await finish(call, profile, flow.challenge);
    return redirectTo(await landing(verified, null, target));
  } catch (error) {
    return redirectTo(failure(error, target, flow.challenge !== null));
  }
};

/** @throws {AuthApiError} manual_linking_disabled where there is nothing to link to */
function requireProviders(): void {
  if (providersForButtons().length === 0)
    throw new AuthApiError(404, 'manual_linking_disabled', 'Manual linking is disabled');
}

/**
 * Begins to link an account at a provider to the account that an app is signed in to, after a proof of who asks that is younger than a
 * quarter of an hour. The link is made when the app exchanges the code that its browser comes back with.
 */
export const authorizeLinking: Handler = async (call) => {
  const viewer = await call.viewer();
  requireProviders();
  const provider = call.query('provider').slice(0, 40);
  if (!findProvider(provider))
    throw validationFailed(`Unsupported provider: provider ${JSON.stringify(provider)} is not enabled`);
  const challenge = challengeText(
    readChallenge(call.query('code_challenge'), call.query('code_challenge_method')),
  );
  if (challenge === null)
    throw validationFailed('Linking an identity needs a code_challenge: use the PKCE flow');
  const holder = linkHolder(viewer);
  await admit('identity_sign_in', call.address);
  const url = await beginLinking(holder, provider, challenge, redirectOf(call.query('redirect_to')));
  return { url };
};

/** Signs an app in by the ID token that it has of a provider, or links the provider's account to that of the app's session. */
export const signInWithIdToken: Handler = async (call) => {
  const attempts = await attemptsOf(call);
  const {
    provider: id,
    issuer,
    id_token: token,
    nonce,
    link_identity: isLinking,
  } = await call.body(idTokenGrant);
  const holder = isLinking ? linkHolder(await call.viewer()) : null;
  if (token === '') throw validationFailed('id_token required');
  const provider = findProvider(id === '' ? issuer : id);
  if (!provider)
    throw new AuthApiError(
      400,
      'provider_disabled',
      `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`,
    );
  const nonces = nonce === '' ? [] : [Buffer.from(hashToken(nonce)).toString('hex')];
  const profile = await readIdToken(provider, token, nonces);
  if (holder) return linkForApp(holder, profile);
  const begun = await proveIdentity(attempts, profile, (tx, { id: userId }) =>
    beginApiSession(tx, { id: userId }, { userAgent: call.userAgent, method: 'oauth', isConfirmed: false }),
  );
  return replyWithSession(begun);
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Unlinks an account of a provider, after a proof of who asks that is younger than a quarter of an hour. */
export const unlink: Handler = async (call, { id = '' }) => {
  const viewer = await call.viewer();
  if (!uuid.test(id)) throw new AuthApiError(404, 'validation_failed', 'identity_id must be an UUID');
  // The identity by the account's own address is the account.
  if (id === viewer.id) {
    requireProviders();
    throw new AuthApiError(422, 'single_identity_not_deletable', 'The email identity cannot be unlinked');
  }
  await unlinkIdentity(confirmedFor(viewer), id);
  return {};
};
