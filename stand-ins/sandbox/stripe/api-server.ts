import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import qs from 'qs';
import { readBody, sendJson } from '#stand-ins/sandbox/http.ts';
import { type Answer, answerOnce } from '#stand-ins/sandbox/idempotent-answer.ts';
import { KeyInUse, type Store, withStore } from '#stand-ins/sandbox/store.ts';
import { answerCall } from '#stand-ins/sandbox/stripe/api.ts';
import { type FindEarlierSale, takeOver } from '#stand-ins/sandbox/stripe/earlier-sales.ts';
import { errorBody } from '#stand-ins/sandbox/stripe/error-responses.ts';
import { ApiError, type Params } from '#stand-ins/sandbox/stripe/parameters.ts';

/** Failures that a test has asked for: what the next calls are answered with. */
export type Failure = 429 | 500;

const failures: Readonly<Record<Failure, () => ApiError>> = {
  429: () =>
    new ApiError(429, 'rate_limit', 'Request rate limit exceeded. Please retry with exponential backoff.'),
  500: () => new ApiError(500, undefined, 'An unknown error occurred', undefined, 'api_error'),
};

/** Answers the provider's API: the key is checked, and the same idempotency key gets the same answer, errors too. */
export function createApi(options: {
  pool: pg.Pool;
  secretKey: string;
  publicBase: string;
  /** Failures to come, the next one first. */
  failures: Failure[];
  /** Called once a call's changes are committed. */
  onChange(): void;
  findSold?: FindEarlierSale | undefined;
}) {
  const { pool, publicBase, findSold } = options;

  /** What a call names that was sold before the sandbox was there. */
  async function soldBefore(path: string, { payment_intent }: Params) {
    const id = typeof payment_intent === 'string' ? payment_intent : (path.split('/').at(-1) ?? '');
    const sale = await findSold?.(id);
    return sale ? { id, sold: sale } : null;
  }

  /** What a call comes to; one that is refused has changed nothing. */
  async function run(store: Store, method: string, path: string, params: Params): Promise<Answer> {
    await store.query('SAVEPOINT call');
    try {
      return { status: 200, body: await answerCall(store, method, path, params, publicBase) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await store.query('ROLLBACK TO SAVEPOINT call');
      return { status: error.status, body: errorBody(error), isUnread: isUnread(error) };
    }
  }

  return async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${options.secretKey}`)
      throw new ApiError(401, 'api_key_invalid', 'Invalid API Key provided.');
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const body = await readBody(request);
    const method = request.method ?? 'GET';
    const failure = options.failures.shift();
    if (failure === 429) throw failures[failure]();
    const params = qs.parse(method === 'GET' ? url.search.slice(1) : body, { depth: 8 }) as Params;
    const idempotencyHeader = method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const key = typeof idempotencyHeader === 'string' ? `stripe ${idempotencyHeader}` : undefined;
    const fingerprint = createHash('sha256').update(`${method} ${url.pathname} ${body}`).digest('hex');
    const before = await soldBefore(url.pathname, params);
    const answer = await withStore(
      pool,
      async (store) => {
        if (before) await takeOver(store, before.id, before.sold);
        return answerOnce(store, key, fingerprint, () =>
          failure ? failed(failures[failure]()) : run(store, method, url.pathname, params),
        );
      },
      key,
    ).catch((error: unknown) => {
      throw error instanceof KeyInUse ? concurrent(String(idempotencyHeader)) : error;
    });
    if (answer === 'other request') throw reused(String(idempotencyHeader));
    if (answer.isReplayed) response.setHeader('Idempotent-Replayed', 'true');
    sendJson(response, answer.status, answer.body);
    options.onChange();
  };
}

const failed = (error: ApiError): Promise<Answer> =>
  Promise.resolve({ status: error.status, body: errorBody(error) });

/** Calls refused before anything was looked at are not remembered: the same key may come with better words. */
const isUnread = ({ code }: ApiError) => /^parameter_|^url_invalid$/.test(code ?? '');

const concurrent = (key: string) =>
  new ApiError(
    409,
    'idempotency_key_in_use',
    `There is currently another in-progress request using this Idempotent Key (${key}).`,
    undefined,
    'idempotency_error',
  );

const reused = (key: string) =>
  new ApiError(
    400,
    undefined,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    undefined,
    'idempotency_error',
  );
