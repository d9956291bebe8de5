import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { identityRefusal } from '#app/domain/people/identities/refusals.ts';
import { config } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';
import { memoizeByObject } from '#app/platform/runtime/memoize-by-object.server.ts';
import type { IdentityProvider } from '#app/platform/settings/identity-providers.server.ts';

/** A provider is given so long for each answer, in seconds. A sign-in asks for four at most: an answer is there within 20 seconds. */
const answerSeconds = 4;

/** What a provider says about itself is asked for again after so long. */
const discoveryMs = 10 * 60_000;

/** Who somebody is at a provider, as it has signed it. */
export interface ProviderProfile {
  provider: string;
  issuer: string;
  subject: string;
  /** Empty where the provider tells none. */
  email: string;
  isEmailVerified: boolean;
  givenName: string;
  familyName: string;
}

/** A provider of the settings by its name; null where none has it. */
export const findProvider = (id: string): IdentityProvider | null =>
  config().identityProviders.find((provider) => provider.id === id) ?? null;

/** Sends the secret as the provider takes it: in a header unless it takes the form alone. */
const authenticateClient =
  (secret: string): oidc.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const takesHeader = methods === undefined || methods.includes('client_secret_basic');
    (takesHeader ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret))(
      server,
      client,
      body,
      headers,
    );
  };

const discoveries = memoizeByObject((_provider: object) => ({
  discovery: null as Promise<oidc.Configuration> | null,
  readAt: 0,
}));

/** Without TLS on this machine alone; the settings refuse any other such issuer. */
const isWithoutTls = (issuer: string) => new URL(issuer).protocol === 'http:';

function discover(provider: IdentityProvider): Promise<oidc.Configuration> {
  const memo = discoveries(provider);
  if (memo.discovery && performance.now() - memo.readAt < discoveryMs) return memo.discovery;
  const discovery = oidc.discovery(
    new URL(provider.issuer),
    provider.clientId,
    provider.clientSecret,
    authenticateClient(provider.clientSecret),
    {
      timeout: answerSeconds,
      execute: [
        // The signature is checked although the token comes from the provider itself.
        oidc.enableNonRepudiationChecks,
        ...(isWithoutTls(provider.issuer) ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
  Object.assign(memo, { discovery, readAt: performance.now() });
  discovery.then(
    (server) => {
      server.timeout = answerSeconds;
    },
    () => {
      // A provider that is back is asked at the next sign-in.
      if (memo.discovery === discovery) memo.discovery = null;
    },
  );
  return discovery;
}

/** What does not come from whoever signs in: the provider cannot be reached, is too slow, or answers with an error page. */
const outageCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

function isOutage(error: unknown): boolean {
  if (error instanceof oidc.ClientError) return outageCodes.includes(error.code ?? '');
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'server_error' || error.error === 'temporarily_unavailable';
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  // Of the provider's keys, which an ID token of an app is checked by.
  if (code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JOSE_GENERIC') return true;
  // What fetch throws where there is no connection.
  return (
    name === 'TimeoutError' ||
    name === 'AbortError' ||
    (error instanceof TypeError && /fetch failed/.test(error.message))
  );
}

/** Asks a provider, and turns whatever goes wrong into a refusal in plain words. @throws {IdentityRefusal} */
async function ask<T>(provider: IdentityProvider, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
      throw identityRefusal('canceled', provider.name);
    const { name, code } = (error ?? {}) as { name?: string; code?: string };
    // The message may hold what the provider has sent.
    log().warn(
      { event: 'identity_provider_failed', provider: provider.id, name, code },
      'a sign-in at a provider failed',
    );
    throw identityRefusal(isOutage(error) ? 'provider_down' : 'bad_answer', provider.name);
  }
}

/** What a sign-in at a provider is bound to. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export const newFlowSecrets = (): FlowSecrets => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  codeVerifier: oidc.randomPKCECodeVerifier(),
});

/** The provider's page to sign in at. @throws {IdentityRefusal} provider_down */
export function signInAddress(
  provider: IdentityProvider,
  { state, nonce, codeVerifier }: FlowSecrets,
  redirectUri: string,
): Promise<string> {
  return ask(provider, async () => {
    const server = await discover(provider);
    const url = oidc.buildAuthorizationUrl(server, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  });
}

const text = (value: unknown, most: number) => (typeof value === 'string' ? value.slice(0, most) : '');

function profileOf({ id }: IdentityProvider, claims: Record<string, unknown>): ProviderProfile {
  return {
    provider: id,
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: text(claims.email, 254).trim().toLowerCase(),
    isEmailVerified: claims.email_verified === true,
    givenName: text(claims.given_name, 80) || text(claims.name, 80),
    familyName: text(claims.family_name, 80),
  };
}

/**
 * Exchanges what a provider has sent a browser back with for who it is: state, nonce, verifier (PKCE) and issuer have to be those of the
 * sign-in that was begun, and the token signed by the provider, for this site, and not expired.
 * @throws {IdentityRefusal} canceled, provider_down, bad_answer
 */
export function readAnswer(
  provider: IdentityProvider,
  { state, nonce, codeVerifier }: FlowSecrets,
  answer: URL,
): Promise<ProviderProfile> {
  return ask(provider, async () => {
    const server = await discover(provider);
    const tokens = await oidc.authorizationCodeGrant(server, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('no ID token');
    // Many providers keep the address out of the token.
    const hasUserInfo = server.serverMetadata().userinfo_endpoint !== undefined;
    if (claims.email !== undefined || !hasUserInfo) return profileOf(provider, claims);
    const info = await oidc.fetchUserInfo(server, tokens.access_token, claims.sub);
    return profileOf(provider, { ...info, iss: claims.iss, sub: claims.sub });
  });
}

const keySets = memoizeByObject((server: oidc.Configuration) =>
  createRemoteJWKSet(new URL(server.serverMetadata().jwks_uri ?? ''), {
    timeoutDuration: answerSeconds * 1000,
  }),
);

/**
 * Reads an ID token that an app has of the provider: signed by it, for this site's client, not expired, and with the app's nonce (as
 * the app hands it in, or its SHA-256 in hexadecimal, whichever `nonces` lists). @throws {IdentityRefusal} provider_down, bad_answer
 */
export function readIdToken(
  provider: IdentityProvider,
  token: string,
  nonces: readonly string[],
): Promise<ProviderProfile> {
  return ask(provider, async () => {
    const server = await discover(provider);
    const { payload } = await jwtVerify(token, keySets(server), {
      issuer: server.serverMetadata().issuer,
      audience: provider.clientId,
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    const sent = payload.nonce;
    const isNonceRight = sent === undefined ? nonces.length === 0 : nonces.includes(String(sent));
    if (!isNonceRight) throw new Error('nonces differ');
    return profileOf(provider, payload);
  });
}
