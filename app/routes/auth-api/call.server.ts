import type { z } from 'zod';
import { readAccessToken } from '#app/domain/people/auth-api/access-tokens.server.ts';
import { AuthApiError, validationFailed } from '#app/domain/people/auth-api/errors.ts';
import { type ApiViewer, findApiViewer } from '#app/domain/people/auth-api/sessions.server.ts';
import type { RequestInfo } from '#app/platform/http/listener.server.ts';
import { noteAccount } from '#app/platform/runtime/request-scope.server.ts';
import { readBytes } from '#app/routes/http/request-body.server.ts';

/** A body is an address, a password and a little metadata. */
const maxBodyBytes = 30_000;

const badJson = (why: string) =>
  new AuthApiError(400, 'bad_json', `Could not parse request body as JSON: ${why}`);

/** No keyboard types NUL, and Postgres stores none; half a surrogate pair is no text. */
function plain(name: string, value: unknown): unknown {
  for (const text of [name, value])
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) throw badJson('no text');
  return value;
}

/** How deep a body may be nested. */
const deepest = 20;

/** How deep JSON is nested: brackets in its texts don't count. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let isText = false;
  for (let place = 0; place < text.length; place += 1) {
    const char = text[place];
    if (isText) {
      if (char === '\\') place += 1;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}

/** One request to the auth API. No cookie signs anybody in. */
export class AuthCall {
  readonly request: Request;
  readonly url: URL;
  /** The visitor's address or, of IPv6, network. */
  readonly address: string;
  readonly requestId: string;

  constructor(request: Request, url: URL, { clientAddress, requestId }: RequestInfo) {
    this.request = request;
    this.url = url;
    this.address = clientAddress;
    this.requestId = requestId;
  }

  get userAgent(): string | null {
    return this.request.headers.get('User-Agent');
  }

  query(name: string): string {
    const value = this.url.searchParams.get(name) ?? '';
    if (value.includes('\0') || !value.isWellFormed()) throw validationFailed(`${name} is no text`);
    return value;
  }

  /** The JSON body; an empty one is an empty object. @throws {AuthApiError} bad_json, validation_failed, request_entity_too_large */
  async body<T>(schema: z.ZodType<T>): Promise<T> {
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(this.request, maxBodyBytes));
    } catch (error) {
      if ((error as { init?: ResponseInit } | null)?.init?.status === 413)
        throw new AuthApiError(
          413,
          'request_entity_too_large',
          `Request body too large (max ${maxBodyBytes} bytes)`,
        );
      throw badJson('it cannot be read');
    }
    if (depthOf(text) > deepest) throw badJson('it is nested too deeply');
    let sent: unknown;
    try {
      sent = text === '' ? {} : JSON.parse(text, plain);
    } catch (error) {
      throw error instanceof AuthApiError ? error : badJson('it is malformed');
    }
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw badJson('it is no object');
    const read = schema.safeParse(sent);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const field = issue?.path.join('.') ?? '';
    if (field === 'email' || field === 'new_email')
      throw validationFailed(emailProblem(issue?.message ?? ''));
    throw badJson(`${field === '' ? '' : `${field}: `}${issue?.message ?? 'it is invalid'}`);
  }

  /** The token that the request brings. @throws {AuthApiError} no_authorization */
  bearer(): string {
    const [, token] = /^bearer\s+(\S+)$/i.exec(this.request.headers.get('Authorization')?.trim() ?? '') ?? [];
    if (!token)
      throw new AuthApiError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    return token;
  }

  /** Who asks. @throws {AuthApiError} no_authorization, bad_jwt, session_not_found, user_banned */
  async viewer(): Promise<ApiViewer> {
    const viewer = await findApiViewer(await readAccessToken(this.bearer()));
    noteAccount(viewer.id);
    return viewer;
  }
}

/** What the protocol says of an address that is none. */
function emailProblem(message: string): string {
  return message === 'Please enter your email address'
    ? 'An email address is required'
    : 'Unable to validate email address: invalid format';
}

export type Handler = (call: AuthCall, params: Readonly<Record<string, string>>) => Promise<unknown>;

/** An address of the API below /auth/v1, with the values of its parameters named by a colon. */
export type Endpoint = readonly [method: string, path: string, handler: Handler];
