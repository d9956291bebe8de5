import type { MiddlewareFunction } from 'react-router';
import { createContext } from 'react-router';
import { findKeyOwner } from '#app/domain/core/api-keys/api-keys.server.ts';
import { noteAccount } from '#app/platform/runtime/request-scope.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { jsonError } from '#app/routes/http/json-error.server.ts';

/** Whose key a program has brought. */
export const keyOwnerContext = createContext<{ id: string }>();

const bearer = /^Bearer ([\w-]{1,200})$/i;

/** Lets programs with a key of an affiliate's in, to read. */
export const requireKey: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return jsonError(405, 'method_not_allowed', 'This address only reads.', { Allow: 'GET' });
  const [, secret = null] = bearer.exec(request.headers.get('Authorization') ?? '') ?? [];
  const owner = await findKeyOwner(secret, context.get(requestInfoContext).clientAddress);
  if (!owner)
    return jsonError(401, 'bad_key', 'Send a key that is taken in the header Authorization: Bearer mak_...', {
      'WWW-Authenticate': 'Bearer',
    });
  noteAccount(owner.id);
  context.set(keyOwnerContext, owner);
  return next();
};

/** What a program is answered; no cache keeps it. */
export const answer = (value: unknown) =>
  Response.json(value, { headers: { 'Cache-Control': 'private, no-store' } });

/** Refuses a parameter that this address cannot read, naming it: a program that misspells one must not get other figures than it asked for. */
export const badParameter = (name: string, takes: string) =>
  jsonError(400, 'bad_parameter', `The parameter ${name} takes ${takes}.`);
