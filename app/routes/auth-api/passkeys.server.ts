import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { validationFailed } from '#app/domain/people/auth-api/errors.ts';
import {
  askForPasskey,
  askNewPasskey,
  listOwnPasskeys,
  type PasskeyCredential,
  registerPasskey,
  removeOwnPasskey,
  renameOwnPasskey,
  signInWithPasskey,
} from '#app/domain/people/auth-api/passkeys.server.ts';
import { passkeyBody, passkeyNameBody } from '#app/routes/auth-api/bodies.ts';
import type { AuthCall, Endpoint, Handler } from '#app/routes/auth-api/call.server.ts';

async function readCredential(call: AuthCall): Promise<PasskeyCredential> {
  const { challenge_id: challengeId, credential } = await call.body(passkeyBody);
  if (challengeId === '') throw validationFailed('challenge_id is required');
  if (!credential) throw validationFailed('credential is required');
  return { challengeId, credential };
}

const askNew: Handler = async (call) => askNewPasskey(await call.viewer());

const register: Handler = async (call) =>
  registerPasskey(await call.viewer(), await readCredential(call), call.userAgent);

const ask: Handler = async (call) => askForPasskey(await admit('passkey_question', call.address));

const signIn: Handler = async (call) => {
  const attempt = await admit('passkey_sign_in', call.address);
  return signInWithPasskey(attempt, await readCredential(call), call.userAgent);
};

const list: Handler = async (call) => listOwnPasskeys(await call.viewer());

const rename: Handler = async (call, { id = '' }) => {
  const viewer = await call.viewer();
  const { friendly_name: name } = await call.body(passkeyNameBody);
  if (name === '') throw validationFailed('friendly_name is required');
  return renameOwnPasskey(viewer, id, name);
};

const remove: Handler = async (call, { id = '' }) => {
  await removeOwnPasskey(await call.viewer(), id);
  return new Response(null, { status: 204 });
};

/** Passkeys: a sign-in by themselves, and a second factor. */
export const passkeyEndpoints: readonly Endpoint[] = [
  ['POST', '/passkeys/registration/options', askNew],
  ['POST', '/passkeys/registration/verify', register],
  ['POST', '/passkeys/authentication/options', ask],
  ['POST', '/passkeys/authentication/verify', signIn],
  ['GET', '/passkeys', list],
  ['PATCH', '/passkeys/:id', rename],
  ['DELETE', '/passkeys/:id', remove],
];
