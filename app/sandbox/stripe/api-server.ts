import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import qs from 'qs';
import { answerCall } from '#app/sandbox/stripe/api.ts';
import { readBody, sendJson } from '#app/sandbox/stripe/http.ts';
import { ApiError, type Params } from '#app/sandbox/stripe/parameters.ts';
import { withStore } from '#app/sandbox/stripe/store.ts';

/** Answers the provider's API: the key is checked, and the same idempotency key gets the same answer. */
export function createApi(options: {
  pool: pg.Pool;
  secretKey: string;
  publicBase: string;
  /** Called once a call's changes are committed. */
  onChange(): void;
}) {
  const { pool, publicBase } = options;
  return async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${options.secretKey}`)
      throw new ApiError(401, 'api_key_invalid', 'Invalid API Key provided.');
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const body = await readBody(request);
    const method = request.method ?? 'GET';
    const params = qs.parse(method === 'GET' ? url.search.slice(1) : body, { depth: 8 }) as Params;
    const key = method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const fingerprint = createHash('sha256').update(`${method} ${url.pathname} ${body}`).digest('hex');
    const answer = await withStore(pool, async (store) => {
      if (typeof key === 'string') {
        const { rows } = await store.query<{ request: string; body: unknown }>(
          'SELECT request, body FROM sandbox.idempotency WHERE key = $1',
          [key],
        );
        if (rows[0] && rows[0].request !== fingerprint)
          throw new ApiError(
            400,
            'idempotency_key_in_use',
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            undefined,
            'idempotency_error',
          );
        if (rows[0]) return rows[0].body;
      }
      const result = await answerCall(store, method, url.pathname, params, publicBase);
      if (typeof key === 'string')
        await store.query(
          'INSERT INTO sandbox.idempotency (key, request, status, body) VALUES ($1, $2, 200, $3)',
          [key, fingerprint, result],
        );
      return result;
    });
    sendJson(response, 200, answer);
    options.onChange();
  };
}
