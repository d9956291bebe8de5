import { type ActionFunctionArgs, data, RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { answerInJson, jsonError } from '#app/routes/http/json-error.server.ts';

/** What a program is answered whose handler does this. */
async function answerTo(handler: () => Response | Promise<Response>, failure?: unknown) {
  const context = new RouterContextProvider();
  context.set(requestInfoContext, {
    requestId: 'r1',
    nonce: 'n',
    clientAddress: '',
    isOutage: false,
    failure,
  });
  const request = new Request('http://localhost/api/x');
  const args: ActionFunctionArgs = {
    request,
    context,
    params: {},
    url: new URL(request.url),
    pattern: '/api/x',
  };
  const answer = await answerInJson(args, async () => handler());
  const response = answer instanceof Response ? answer : expect.fail('No answer');
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const throwing = (error: unknown) => () => {
  throw error;
};

describe('a program', () => {
  it('is given what its handler answers in JSON', async () => {
    expect(await answerTo(() => Response.json({ a: 1 }))).toMatchObject({ status: 200, body: { a: 1 } });
    expect(await answerTo(() => jsonError(409, 'taken', 'Taken.'))).toMatchObject({
      status: 409,
      body: { error: { type: 'invalid_request_error', code: 'taken', message: 'Taken.' } },
    });
  });

  it.each<[string, () => Response, number, string]>([
    ['answers with words only', () => new Response('no', { status: 405 }), 405, 'method_not_allowed'],
    ['throws an answer', throwing(new Response('no', { status: 404 })), 404, 'not_found'],
    ['throws a status', throwing(data('Not here', { status: 404 })), 404, 'not_found'],
    ['is refused by the domain', throwing(new Refusal('not_allowed', 'Not yours.')), 403, 'not_allowed'],
    ['has asked too often', throwing(new RateLimitExceeded(30)), 429, 'rate_limited'],
    ['loses the database', throwing(Object.assign(new Error('x'), { code: '57P01' })), 503, 'unavailable'],
    ['fails', throwing(new TypeError('secret detail')), 500, 'error'],
  ])('is told in JSON when its handler %s', async (_, handler, status, code) => {
    const answer = await answerTo(handler);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(JSON.stringify(answer.body)).not.toContain('secret detail');
    if (status === 429 || status === 503) expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
  });

  it.each<[string, unknown, number, string]>([
    ['asks too often', new RateLimitExceeded(30), 429, 'rate_limited'],
    ['loses the database', Object.assign(new Error('x'), { code: '57P01' }), 503, 'unavailable'],
    ['fails', new TypeError('secret detail'), 500, 'error'],
  ])('is told the same where the framework has answered one that %s', async (_, failure, status, code) => {
    const answer = await answerTo(() => new Response('[]', { status: 500 }), failure);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(JSON.stringify(answer.body)).not.toContain('secret detail');
  });
});
