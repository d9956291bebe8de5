import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { AuthApiError, validationFailed } from '#app/domain/people/auth-api/errors.ts';
import { challengeFactor, verifyFactor } from '#app/domain/people/auth-api/factor-proofs.server.ts';
import { enrollFactor, removeFactor } from '#app/domain/people/auth-api/factors.server.ts';
import { enrollBody, factorProofBody } from '#app/routes/auth-api/bodies.ts';
import type { Endpoint, Handler } from '#app/routes/auth-api/call.server.ts';

const enroll: Handler = async (call) => {
  const viewer = await call.viewer();
  const { factor_type: kind, friendly_name: name, issuer } = await call.body(enrollBody);
  if (kind === 'phone')
    throw new AuthApiError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  if (kind !== 'totp' && kind !== 'webauthn')
    throw validationFailed('factor_type needs to be totp, phone, or webauthn');
  return enrollFactor(viewer, { kind, name, issuer });
};

const challenge: Handler = async (call, { id = '' }) => challengeFactor(await call.viewer(), id);

const verify: Handler = async (call, { id = '' }) => {
  const viewer = await call.viewer();
  const { challenge_id: challengeId, code, webauthn } = await call.body(factorProofBody);
  const attempt = await admit('second_step', call.address);
  const signed = webauthn ? { type: webauthn.type, answer: webauthn.credential_response } : null;
  return verifyFactor(attempt, viewer, id, { challengeId, code, webauthn: signed }, call.userAgent);
};

const remove: Handler = async (call, { id = '' }) => removeFactor(await call.viewer(), id);

/** The second factors of an account. */
export const factorEndpoints: readonly Endpoint[] = [
  ['POST', '/factors', enroll],
  ['POST', '/factors/:id/challenge', challenge],
  ['POST', '/factors/:id/verify', verify],
  ['DELETE', '/factors/:id', remove],
];
