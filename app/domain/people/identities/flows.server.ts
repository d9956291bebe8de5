import {
  type FlowSecrets,
  findProvider,
  newFlowSecrets,
  type ProviderProfile,
  readAnswer,
  signInAddress,
} from '#app/domain/people/identities/providers.server.ts';
import { identityRefusal } from '#app/domain/people/identities/refusals.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** Somebody is given so long at the provider, in minutes. */
export const flowMinutes = 10;

/** What a sign-in or a linking at a provider is for. */
export interface FlowPurpose {
  /** Of a linking, whose account it is and by which session; null for a sign-in. */
  linksTo: { userId: string; sessionId: string } | null;
  /** Where it leads afterwards. */
  redirectTo: string;
  /** Of an app, what its verifier has to match. */
  challenge: string | null;
  /** Whether an app began it, through the auth API. */
  isApi: boolean;
}

/** The address that a provider sends browsers back to; it has to be registered there. */
const callbackAddress = (isApi: boolean): string =>
  `${config().appUrl}${isApi ? '/auth/v1/callback' : '/continue/callback'}`;

/**
 * Begins a sign-in at a provider. It can be finished once, in the same browser: `browserToken` is what that is known by, made where the
 * browser has none yet. The linking of an app has no browser token: the app's own verifier guards it (see linking.server.ts).
 * @throws {IdentityRefusal} unknown_provider, provider_down
 */
export async function beginFlow(
  providerId: string,
  purpose: FlowPurpose,
  browserToken: string | null,
): Promise<{ address: string; browserToken: string }> {
  const provider = findProvider(providerId);
  if (!provider) throw identityRefusal('unknown_provider');
  const secrets = newFlowSecrets();
  const address = await signInAddress(provider, secrets, callbackAddress(purpose.isApi));
  const isLinkOfApp = purpose.isApi && purpose.linksTo !== null;
  const token = isLinkOfApp ? secrets.state : (browserToken ?? newToken());
  const createdAt = now();
  await prisma().identityFlow.create({
    data: {
      stateHash: hashToken(secrets.state),
      browserHash: hashToken(token),
      provider: provider.id,
      nonce: secrets.nonce,
      codeVerifier: secrets.codeVerifier,
      userId: purpose.linksTo?.userId ?? null,
      sessionId: purpose.linksTo?.sessionId ?? null,
      redirectTo: purpose.redirectTo,
      challenge: purpose.challenge,
      isApi: purpose.isApi,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + flowMinutes * 60_000),
    },
  });
  return { address, browserToken: token };
}

/** A flow whose browser is back. */
export interface FlowBack extends FlowPurpose {
  provider: string;
  secrets: FlowSecrets;
}

/**
 * Takes the flow of a state, once. Only the browser that began it can: otherwise somebody could have another person finish theirs.
 * @throws {IdentityRefusal} no_flow
 */
export async function takeFlow(
  state: string,
  browserToken: string | null,
  isApi: boolean,
): Promise<FlowBack> {
  if (state === '' || state.length > 200) throw identityRefusal('no_flow');
  // Only the linking of an app is kept under its state, which its own verifier guards.
  const tokens = [...(browserToken === null ? [] : [browserToken]), ...(isApi ? [state] : [])];
  const where = {
    stateHash: hashToken(state),
    browserHash: { in: tokens.map(hashToken) },
    isApi,
    expiresAt: { gt: now() },
  };
  const row = await prisma().identityFlow.findFirst({ where });
  // Of two at once one deletes it.
  const { count } = await prisma().identityFlow.deleteMany({ where });
  if (!row || count === 0) throw identityRefusal('no_flow');
  const { userId, sessionId, nonce, codeVerifier, provider, redirectTo, challenge } = row;
  return {
    provider,
    secrets: { state, nonce, codeVerifier },
    linksTo: userId && sessionId ? { userId, sessionId } : null,
    redirectTo,
    challenge,
    isApi,
  };
}

/** Who somebody is, by the address with which the provider has sent the browser back. @throws {IdentityRefusal} */
export async function finishFlow(flow: FlowBack, search: string): Promise<ProviderProfile> {
  const provider = findProvider(flow.provider);
  if (!provider) throw identityRefusal('unknown_provider');
  return readAnswer(provider, flow.secrets, new URL(`${callbackAddress(flow.isApi)}${search}`));
}

/** Deletes flows that nobody has come back from; the worker calls it daily. */
export async function deleteExpiredFlows(): Promise<void> {
  await prisma().identityFlow.deleteMany({ where: { expiresAt: { lte: now() } } });
}
