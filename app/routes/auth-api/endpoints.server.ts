import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { requestVerificationCode } from '#app/domain/people/accounts/email-verification.server.ts';
import type { AppMail } from '#app/domain/people/accounts/mailed-codes.server.ts';
import { requestPasswordReset } from '#app/domain/people/accounts/password-reset.server.ts';
import { requestSignInLink } from '#app/domain/people/accounts/sign-in-link.server.ts';
import {
  changeAccount,
  mailNonce,
  type SignOutScope,
  signOutOf,
} from '#app/domain/people/auth-api/account-changes.server.ts';
import { challengeText, readChallenge } from '#app/domain/people/auth-api/auth-codes.server.ts';
import { AuthApiError, otpExpired, validationFailed } from '#app/domain/people/auth-api/errors.ts';
import {
  confirmsByItself,
  hasAnonymousUsers,
  redirectOf,
} from '#app/domain/people/auth-api/redirects.server.ts';
import { refreshSession } from '#app/domain/people/auth-api/refresh.server.ts';
import { replyWithSession } from '#app/domain/people/auth-api/sessions.server.ts';
import { exchangeCode, signInWithPassword } from '#app/domain/people/auth-api/sign-in.server.ts';
import {
  registerByMail,
  signUpAnonymously,
  signUpForApp,
} from '#app/domain/people/auth-api/sign-up.server.ts';
import { publicKeys } from '#app/domain/people/auth-api/signing-keys.server.ts';
import { readVerifyType, verifyMail } from '#app/domain/people/auth-api/verify.server.ts';
import { providersForButtons } from '#app/domain/people/identities/identities.server.ts';
import { adminEndpoints } from '#app/routes/auth-api/admin.server.ts';
import {
  otpBody,
  passwordGrant,
  pkceGrant,
  recoverBody,
  refreshGrant,
  resendBody,
  signUpBody,
  userBody,
  verifyBody,
} from '#app/routes/auth-api/bodies.ts';
import type { AuthCall, Endpoint, Handler } from '#app/routes/auth-api/call.server.ts';
import { factorEndpoints } from '#app/routes/auth-api/factors.server.ts';
import {
  authorize,
  authorizeLinking,
  callback,
  signInWithIdToken,
  unlink,
} from '#app/routes/auth-api/identities.server.ts';
import { passkeyEndpoints } from '#app/routes/auth-api/passkeys.server.ts';
import { verifyLink } from '#app/routes/auth-api/verify-link.server.ts';

const phoneIsOff = () =>
  new AuthApiError(400, 'phone_provider_disabled', 'Unsupported phone provider: phone is not enabled');

const disabled = (status: number, code: string, message: string): Handler => {
  const refuse: Handler = async () => {
    throw new AuthApiError(status, code, message);
  };
  return refuse;
};

/** What an app asks a mail for. */
function mailFor(call: AuthCall, body: { code_challenge: string; code_challenge_method: string }): AppMail {
  return {
    redirectTo: redirectOf(call.query('redirect_to')),
    challenge: challengeText(readChallenge(body.code_challenge, body.code_challenge_method)),
  };
}

const signup: Handler = async (call) => {
  const attempt = await admit('registration', call.address);
  const { email, phone, password, data, ...challenge } = await call.body(signUpBody);
  if (email === '' && phone === '' && password === '')
    return signUpAnonymously(attempt, data, call.userAgent);
  if (password === '') throw validationFailed('Signup requires a valid password');
  if (email !== '' && phone !== '')
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  if (phone !== '') throw new AuthApiError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  if (email === '') throw validationFailed('You must provide either an email or phone number and a password');
  return signUpForApp(attempt, { email, password, data }, mailFor(call, challenge), call.userAgent);
};

const grants: Readonly<Record<string, Handler>> = {
  async password(call) {
    const attempt = await admit('sign_in', call.address);
    const { email, phone, password } = await call.body(passwordGrant);
    if (email !== '' && phone !== '')
      throw validationFailed('Only an email address or phone number should be provided on login.');
    if (phone !== '') throw new AuthApiError(422, 'phone_provider_disabled', 'Phone logins are disabled');
    if (email === '') throw validationFailed('missing email or phone');
    return signInWithPassword(attempt, { email, password }, call.userAgent);
  },
  async refresh_token(call) {
    await admit('token_refresh', call.address);
    const { refresh_token: token } = await call.body(refreshGrant);
    if (token === '') throw validationFailed('refresh_token required');
    return refreshSession(token);
  },
  async pkce(call) {
    await admit('mailed_code', call.address);
    const { auth_code: code, code_verifier: verifier } = await call.body(pkceGrant);
    if (code === '' || verifier === '')
      throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
    return exchangeCode(code, verifier, call.userAgent);
  },
  id_token: signInWithIdToken,
  web3: disabled(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
};

const token: Handler = async (call, params) => {
  const name = call.query('grant_type');
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
  if (!grant) throw new AuthApiError(400, 'invalid_credentials', 'unsupported_grant_type');
  return grant(call, params);
};

const otp: Handler = async (call) => {
  const attempt = await admit('sign_in_link_request', call.address);
  const { email, phone, channel, data, create_user: createsUser, ...challenge } = await call.body(otpBody);
  if (email !== '' && phone !== '')
    throw validationFailed('Only an email address or phone number should be provided');
  if (email !== '' && channel !== '')
    throw validationFailed('Channel should only be specified with Phone OTP');
  if (phone !== '') throw phoneIsOff();
  if (email === '') throw validationFailed('You must provide either an email or phone number');
  const mail = mailFor(call, challenge);
  if (createsUser) await registerByMail(await admit('registration', call.address), email, data, mail);
  await requestSignInLink(attempt, email, mail.redirectTo, mail);
  return {};
};

const recover: Handler = async (call) => {
  const attempt = await admit('reset_request', call.address);
  const { email, ...challenge } = await call.body(recoverBody);
  if (email === '') throw validationFailed('Password recovery requires an email');
  await requestPasswordReset(attempt, email, mailFor(call, challenge));
  return {};
};

const resend: Handler = async (call) => {
  const attempt = await admit('verification_request', call.address);
  const { email, phone, type, ...challenge } = await call.body(resendBody);
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type))
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
  if (email !== '' && phone !== '')
    throw validationFailed('Only an email address or phone number should be provided.');
  if (phone !== '' || type === 'sms' || type === 'phone_change')
    throw new AuthApiError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (email === '') throw validationFailed('Type provided requires an email address');
  const mail = mailFor(call, challenge);
  await requestVerificationCode(attempt, email, mail, type === 'email_change' ? type : 'signup');
  return {};
};

const verify: Handler = async (call) => {
  const attempt = await admit('mailed_code', call.address);
  const { email, phone, token, token_hash: hash, type } = await call.body(verifyBody);
  if (type === '') throw validationFailed('Verify requires a verification type');
  if ((token === '') === (hash === ''))
    throw validationFailed('Verify requires either a token or a token hash');
  if (phone !== '' && !/^[1-9]\d{1,14}$/.test(phone.replace(/^\+|\s/g, '')))
    throw validationFailed('Invalid phone number format (E.164 required)');
  // No phone has an account here, so that no code of one is right.
  if (phone !== '' || type === 'sms' || type === 'phone_change') throw otpExpired();
  if (hash !== '' && email !== '') throw validationFailed('Only the token_hash and type should be provided');
  if (hash === '' && email === '')
    throw validationFailed('Only an email address or phone number should be provided on verify');
  const proof = hash === '' ? { email, code: token } : { token: hash };
  const prover = { address: call.address, userAgent: call.userAgent, isLink: false };
  const verified = await verifyMail(attempt, readVerifyType(type), proof, prover);
  if (verified.kind === 'session') return replyWithSession(verified.begun);
  return {
    msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    code: '200',
  };
};

const getUser: Handler = async (call) => (await call.viewer()).user;

const putUser: Handler = async (call) => {
  const viewer = await call.viewer();
  const {
    email,
    phone,
    password,
    data,
    nonce,
    app_metadata: appMetadata,
    ...rest
  } = await call.body(userBody);
  if (appMetadata !== undefined)
    throw new AuthApiError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  if (phone !== '') throw phoneIsOff();
  const change = {
    email: email === '' ? null : email,
    password: password || null,
    currentPassword: rest.current_password ?? null,
    nonce: nonce || null,
    data: data ?? null,
  };
  return (await changeAccount(viewer, change, { ...mailFor(call, rest), address: call.address })).user;
};

const logout: Handler = async (call) => {
  const scope = call.query('scope') || 'global';
  if (!['global', 'local', 'others'].includes(scope))
    throw validationFailed(`Unsupported logout scope "${scope.slice(0, 40)}"`);
  await signOutOf(await call.viewer(), scope as SignOutScope);
  return new Response(null, { status: 204 });
};

const reauthenticate: Handler = async (call) => {
  await mailNonce(await call.viewer());
  return {};
};

const settings: Handler = async () => ({
  external: {
    anonymous_users: hasAnonymousUsers(),
    email: true,
    phone: false,
    ...Object.fromEntries(providersForButtons().map(({ id }) => [id, true])),
  },
  disable_signup: false,
  mailer_autoconfirm: confirmsByItself(),
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  passkeys_enabled: true,
});

const health: Handler = async () => ({
  version: '1',
  name: 'GoTrue',
  description: 'The auth API of this site',
});

const jwks: Handler = async () =>
  Response.json(await publicKeys(), { headers: { 'Cache-Control': 'public, max-age=300' } });

/** Every address of the API by its method, below /auth/v1. */
export const endpoints: readonly Endpoint[] = [
  ['POST', '/signup', signup],
  ['POST', '/token', token],
  ['POST', '/otp', otp],
  ['POST', '/magiclink', otp],
  ['POST', '/verify', verify],
  ['GET', '/verify', verifyLink],
  ['POST', '/resend', resend],
  ['POST', '/recover', recover],
  ['POST', '/logout', logout],
  ['GET', '/reauthenticate', reauthenticate],
  ['GET', '/user', getUser],
  ['PUT', '/user', putUser],
  ['GET', '/user/identities/authorize', authorizeLinking],
  ['DELETE', '/user/identities/:id', unlink],
  ...factorEndpoints,
  ...passkeyEndpoints,
  ...adminEndpoints,
  ['GET', '/settings', settings],
  ['GET', '/health', health],
  ['GET', '/.well-known/jwks.json', jwks],
  ['GET', '/authorize', authorize],
  ['GET', '/callback', callback],
  ['POST', '/sso', disabled(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')],
];
