import type { Actor } from '#app/domain/core/audit/record.server.ts';
import {
  findAccount,
  listAccounts,
  notAdmin,
  userNotFound,
} from '#app/domain/operating/account-api/account.server.ts';
import { createAccount, inviteAccount } from '#app/domain/operating/account-api/add-account.server.ts';
import { listAccountAudit } from '#app/domain/operating/account-api/audit.server.ts';
import {
  changeAccountByKey,
  deleteAccount,
} from '#app/domain/operating/account-api/change-account.server.ts';
import {
  listFactorsOf,
  listPasskeysOf,
  removeFactorOf,
  removePasskeyOf,
} from '#app/domain/operating/account-api/factors.server.ts';
import { generateLink, type LinkType, linkTypes } from '#app/domain/operating/account-api/links.server.ts';
import { findDevopsKey } from '#app/domain/operating/devops/keys.server.ts';
import { AuthApiError, validationFailed } from '#app/domain/people/auth-api/errors.ts';
import { redirectOf } from '#app/domain/people/auth-api/redirects.server.ts';
import { keyedHash } from '#app/platform/secrets/keyed-hash.server.ts';
import {
  adminUserBody,
  deletionBody,
  durationHours,
  inviteBody,
  linkBody,
} from '#app/routes/auth-api/admin-bodies.ts';
import type { AuthCall, Endpoint, Handler } from '#app/routes/auth-api/call.server.ts';

/** Whether an address, below /auth/v1, is for the operator's programs alone. */
export const isForOperators = (path: string): boolean => /^\/(?:admin\/|invite\/?$)/.test(path);

const isKey = (text: string) => text.startsWith('mad_');

/**
 * The program that asks, by its secret key: as the bearer token, or without one in the header apikey. A user's token is refused,
 * whoever the user is.
 * @throws {AuthApiError} no_authorization, bad_jwt, not_admin
 * @throws {RateLimitExceeded}
 */
async function programOf(call: AuthCall): Promise<Actor> {
  const { headers } = call.request;
  const apiKey = headers.get('apikey')?.trim() ?? '';
  const secret = headers.has('Authorization') || !isKey(apiKey) ? call.bearer() : apiKey;
  if (!isKey(secret)) {
    await call.viewer();
    throw notAdmin();
  }
  const key = await findDevopsKey(secret.length > 200 ? null : secret, call.address);
  if (!key) throw new AuthApiError(403, 'bad_jwt', 'invalid key: it is unknown, has ended or was revoked');
  if (!key.permissions.includes('accounts:manage'))
    throw notAdmin('The key does not have the permission accounts:manage');
  return {
    id: null,
    sessionId: null,
    keyId: key.id,
    origin: keyedHash('network of an admin', call.address),
    requestId: call.requestId,
  };
}

type ProgramHandler = (
  call: AuthCall,
  params: Readonly<Record<string, string>>,
  actor: Actor,
) => Promise<unknown>;

const forPrograms = (handle: ProgramHandler): Handler => {
  const handler: Handler = async (call, params) => handle(call, params, await programOf(call));
  return handler;
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id of an address, in lower case. @throws {AuthApiError} validation_failed */
function readId(id: string, name: string): string {
  if (!uuid.test(id)) throw validationFailed(`${name} must be an UUID`, 404);
  return id.toLowerCase();
}

const userIdOf = ({ id = '' }: Readonly<Record<string, string>>) => readId(id, 'user_id');

const [usualPerPage, mostPerPage, lastPage] = [50, 1_000, 1_000_000];

function countOf(call: AuthCall, name: string, usual: number, most: number): number {
  const text = call.query(name);
  if (text === '') return usual;
  const count = Number(text);
  if (!/^\d{1,7}$/.test(text) || count < 1 || count > most)
    throw validationFailed(
      `Bad Pagination Parameters: ${name} must be a whole number from 1 to ${most.toLocaleString('en-US')}`,
    );
  return count;
}

/** A page of a list, with how many there are and where the next and the last page are. */
async function paged(
  call: AuthCall,
  read: (page: number, perPage: number) => Promise<{ body: unknown; total: number }>,
): Promise<Response> {
  const page = countOf(call, 'page', 1, lastPage);
  const perPage = countOf(call, 'per_page', usualPerPage, mostPerPage);
  const { body, total } = await read(page, perPage);
  const last = Math.max(1, Math.ceil(total / perPage));
  // The client reads the page's number after the first "=".
  const to = (target: number, rel: string) =>
    `<${call.url.pathname}?page=${target}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(page < last ? [to(page + 1, 'next')] : []), to(last, 'last')];
  return Response.json(body, { headers: { 'X-Total-Count': String(total), Link: links.join(', ') } });
}

const list = forPrograms((call) =>
  paged(call, async (page, perPage) => {
    const { users, total } = await listAccounts(page, perPage);
    return { body: { users, aud: 'authenticated' }, total };
  }),
);

const audit = forPrograms((call) =>
  paged(call, async (page, perPage) => {
    const { entries, total } = await listAccountAudit(page, perPage);
    return { body: entries, total };
  }),
);

const read = forPrograms(async (_call, params) => {
  const account = await findAccount(userIdOf(params));
  if (!account) throw userNotFound();
  return account;
});

/** A ban lasts until it is lifted, so that one which is meant to be over sooner is refused. In hours: ten years. */
const shortestBanHours = 87_600;

function bansOf(duration: string): boolean | null {
  if (duration === '') return null;
  if (duration === 'none') return false;
  const hours = durationHours(duration);
  if (hours === null) throw validationFailed(`invalid format for ban duration: ${JSON.stringify(duration)}`);
  if (hours < shortestBanHours)
    throw validationFailed(
      `ban_duration: here a ban lasts until it is lifted with "none". Send at least "${shortestBanHours}h".`,
    );
  return true;
}

async function readUser(call: AuthCall) {
  const { phone, role, id, password_hash: passwordHash, ...body } = await call.body(adminUserBody);
  if (phone !== '')
    throw new AuthApiError(
      400,
      'phone_provider_disabled',
      'Unsupported phone provider: phone is not enabled',
    );
  if (!['', 'authenticated'].includes(role))
    throw validationFailed('role: accounts have the role "authenticated" and no other');
  if (id !== '') throw validationFailed('id: the site gives accounts their ids');
  if (passwordHash !== '') throw validationFailed('password_hash is not supported: send the password');
  return {
    email: body.email,
    password: body.password || null,
    isVerified: body.email_confirm,
    isBanned: bansOf(body.ban_duration),
    userMetadata: body.user_metadata,
    appMetadata: body.app_metadata,
  };
}

const create = forPrograms(async (call, _params, actor) => {
  const user = await readUser(call);
  if (user.email === '') throw validationFailed('Cannot create a user without an email');
  return createAccount(actor, {
    ...user,
    isBanned: user.isBanned === true,
    userMetadata: user.userMetadata ?? {},
    appMetadata: user.appMetadata ?? {},
  });
});

const update = forPrograms(async (call, params, actor) => {
  const userId = userIdOf(params);
  const { email, isVerified, ...user } = await readUser(call);
  return changeAccountByKey(actor, userId, { ...user, email: email || null, verifies: isVerified });
});

const remove = forPrograms(async (call, params, actor) => {
  const userId = userIdOf(params);
  await call.body(deletionBody);
  await deleteAccount(actor, userId);
  return {};
});

const invite = forPrograms(async (call, _params, actor) => {
  const { email, data } = await call.body(inviteBody);
  if (email === '') throw validationFailed('An email address is required');
  const mail = { redirectTo: redirectOf(call.query('redirect_to')), challenge: null };
  return inviteAccount(actor, email, data ?? {}, mail);
});

const isLinkType = (type: string): type is LinkType => linkTypes.some((known) => known === type);

const link = forPrograms(async (call, _params, actor) => {
  const { type, email, new_email: newEmail, password, data, ...body } = await call.body(linkBody);
  if (!isLinkType(type)) throw validationFailed(`Invalid email action link type requested: ${type}`);
  if (email === '') throw validationFailed('An email address is required');
  if (type === 'signup' && password === '') throw validationFailed('Signup requires a valid password');
  if (type.startsWith('email_change') && newEmail === '') throw validationFailed('new_email is required');
  const redirectTo = redirectOf(call.query('redirect_to') || body.redirect_to);
  return generateLink(actor, {
    type,
    email,
    newEmail,
    password: type === 'signup' ? password : null,
    userMetadata: data ?? {},
    mail: { redirectTo, challenge: null },
  });
});

const listFactors = forPrograms((_call, params) => listFactorsOf(userIdOf(params)));

const removeFactor = forPrograms((_call, params, actor) =>
  removeFactorOf(actor, userIdOf(params), readId(params.factor ?? '', 'factor_id')),
);

const listPasskeys = forPrograms((_call, params) => listPasskeysOf(userIdOf(params)));

const removePasskey = forPrograms(async (_call, params, actor) => {
  await removePasskeyOf(actor, userIdOf(params), readId(params.passkey ?? '', 'passkey_id'));
  return new Response(null, { status: 204 });
});

/** What the operator's programs do with accounts, with a key that has the permission for it (P218). */
export const adminEndpoints: readonly Endpoint[] = [
  ['GET', '/admin/users', list],
  ['POST', '/admin/users', create],
  ['GET', '/admin/users/:id', read],
  ['PUT', '/admin/users/:id', update],
  ['DELETE', '/admin/users/:id', remove],
  ['GET', '/admin/users/:id/factors', listFactors],
  ['DELETE', '/admin/users/:id/factors/:factor', removeFactor],
  ['GET', '/admin/users/:id/passkeys', listPasskeys],
  ['DELETE', '/admin/users/:id/passkeys/:passkey', removePasskey],
  ['POST', '/admin/generate_link', link],
  ['GET', '/admin/audit', audit],
  ['POST', '/invite', invite],
];
