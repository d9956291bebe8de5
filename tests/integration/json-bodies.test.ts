import { globSync, readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { type JsonBodies, jsonBodies } from '#app/routes/http/json-bodies.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { ask, port, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite({ TRUST_PROXY: 'true' });

type Route = keyof JsonBodies;

/** A body that each address takes, and who sends it. */
const taken: {
  [R in Route]: { by: 'affiliate' | 'reseller' | 'admin' | 'key'; body: Record<string, unknown> };
} = {
  'create-membership-session': { by: 'affiliate', body: { referrer_username: 'nobody' } },
  'create-reseller-session': { by: 'affiliate', body: { referrer_username: 'nobody' } },
  'create-pro-reseller-session': {
    by: 'reseller',
    body: { referrer_username: 'nobody', three_months_free: true },
  },
  'create-payment-intent': { by: 'affiliate', body: { referrer_username: 'nobody' } },
  'api/ai-assistant': {
    by: 'affiliate',
    body: {
      message: 'What is SEO?',
      conversationId: null,
      requestKey: 'a-key-of-this',
      onPath: '/courses/seo',
    },
  },
  'api/ai-assistant/rating': { by: 'affiliate', body: { messageId: 'none', rating: 1 } },
  'api/ai-assistant/ticket': {
    by: 'affiliate',
    body: { messageId: 'none', subject: 'Help', message: 'Help me' },
  },
  'api/devops/generate-key': {
    by: 'admin',
    body: { name: 'A key', permissions: ['users:read'], expires_on: '2099-01-01' },
  },
  'devops/generate-api-key': {
    by: 'admin',
    body: { name: 'A key', permissions: ['webhooks:write'], expires_on: '2099-01-01' },
  },
  'api/devops/webhook-endpoints': {
    by: 'key',
    body: { url: 'http://127.0.0.1:9/a', description: 'A program', events: ['user.created'] },
  },
};

const routes = Object.keys(taken) as Route[];
const headersOf = new Map<string, Record<string, string>>();

beforeAll(async () => {
  for (const role of ['affiliate', 'reseller', 'admin'] as const)
    headersOf.set(role, { cookie: await sessionOf(role) });
  const made = await ask(port, '/devops/generate-api-key', {
    method: 'POST',
    headers: { ...headersOf.get('admin'), 'content-type': 'application/json' },
    body: '{}',
  });
  headersOf.set('key', { 'x-api-key': JSON.parse(made.text).api_key });
});

async function send(route: Route, body: string | Buffer, type: string | null = 'application/json') {
  return ask(port, `/${route}`, {
    method: 'POST',
    headers: {
      ...headersOf.get(taken[route].by),
      'x-forwarded-for': newAddress(),
      ...(type === null ? {} : { 'content-type': type }),
    },
    body: body as string,
  });
}

/** What an address promises to say of a refusal: each family of them has its shape. */
function expectRefusal(
  route: Route,
  sent: string,
  answer: Awaited<ReturnType<typeof send>>,
  statuses: number[],
) {
  const about = `${route} ${sent.slice(0, 120)}`;
  expect([about, statuses.includes(answer.status) ? 'refused' : answer.status]).toEqual([about, 'refused']);
  const said: unknown = JSON.parse(answer.text);
  if (route === 'api/devops/webhook-endpoints') {
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(said).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status: answer.status,
      detail: expect.any(String),
    });
  } else if (route.includes('devops/')) expect(said).toEqual({ error: expect.any(String) });
  else
    expect(said).toEqual({
      error: { type: 'invalid_request_error', code: expect.any(String), message: expect.any(String) },
    });
}

/** Values of the wrong type or size for most fields. */
const odd: unknown[] = [
  ...[null, 0, 1, -1, 1.5, 1e300, true, false, '', [], [[]], ['x'], {}, { a: { b: [1] } }],
  ...['x'.repeat(9_000), 'half a pair \ud800', 'pair \udc00\ud800', 'with \0 in it'],
];

const isText = (value: unknown) =>
  typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'));

describe('a field of the wrong type', () => {
  it.each(routes)('is refused: %s', async (route) => {
    const { shape } = jsonBodies[route];
    const { body } = taken[route];
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(shape).toSorted());
    for (const [field, schema] of Object.entries(shape))
      for (const value of odd) {
        // What a field takes, such as null for one that may be, is no wrong value of it.
        if (schema.safeParse(value).success && isText(value)) continue;
        const sent = JSON.stringify({ ...body, [field]: value });
        expectRefusal(route, sent, await send(route, sent), [400, 413, 422]);
      }
  });

  it('is refused also where it is not needed: whoever sends a referrer sends a name', async () => {
    for (const route of ['create-membership-session', 'create-reseller-session'] as const)
      for (const value of [
        null,
        7,
        true,
        [],
        ['demo-affiliate'],
        {},
        { username: 'demo-affiliate' },
        'x'.repeat(101),
      ])
        expectRefusal(
          route,
          String(value),
          await send(route, JSON.stringify({ referrer_username: value })),
          [422],
        );
  });
});

describe('what is no body', () => {
  const bodies: [string, string | Buffer][] = [
    ['a list', '[]'],
    ['a list of objects', '[{"message":"Hello"}]'],
    ['a text', '"text"'],
    ['a number', '7'],
    ['null', 'null'],
    ['true', 'true'],
    ['invalid JSON', '{"message":'],
    ['two objects', '{}{}'],
    ['JavaScript', "{message:'Hello'}"],
    ['white space', '   '],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ['deep nesting', `{"a":${'['.repeat(4_000)}${']'.repeat(4_000)}}`],
    ['NUL in a name', '{"a\\u0000":1}'],
    ['half a pair in a name', '{"\\ud800":1}'],
    ['too much', JSON.stringify({ a: 'x'.repeat(20_000) })],
  ];

  it.each(bodies)('is refused everywhere: %s', async (name, body) => {
    for (const route of routes) {
      const answer = await send(route, body);
      // Depth alone is nothing wrong: fields that nobody declared are ignored.
      if (name === 'deep nesting' && answer.status < 500) continue;
      expectRefusal(route, name, answer, [400, 413, 415, 422]);
    }
  });

  it.each(routes)('is one with a field twice: %s', async (route) => {
    const { body } = taken[route];
    const whole = JSON.stringify(body).slice(1, -1);
    for (const sent of [
      ...Object.entries(body).map(
        ([name, value]) => `{${whole},${JSON.stringify(name)}:${JSON.stringify(value)}}`,
      ),
      `{${whole}${whole ? ',' : ''}"other":1,"other":1}`,
    ])
      expectRefusal(route, sent, await send(route, sent), [400]);
  });

  it.each(routes)('is one of another type: %s', async (route) => {
    const sent = JSON.stringify({ ...taken[route].body, other: 1 });
    for (const type of ['text/plain', 'text/html', 'application/xml', 'application/jsonp', 'image/png', 'x'])
      expectRefusal(route, type, await send(route, sent, type), [415]);
  });

  it('is nothing at all, where something is needed', async () => {
    for (const route of routes) {
      const needsBody = !jsonBodies[route].safeParse({}).success;
      for (const type of ['application/json', null])
        if (needsBody) expectRefusal(route, 'nothing', await send(route, '', type), [400, 422]);
    }
  });
});

describe('a whole body', () => {
  it.each(routes)(
    'is taken, also with fields that nobody declared, unless the address names them all: %s',
    async (route) => {
      const { body } = taken[route];
      const refused = [400, 413, 415, 422];
      for (const type of ['application/json', 'Application/JSON; charset=utf-8', null]) {
        const answer = await send(route, JSON.stringify(body), type);
        expect([route, type, answer.status, refused.includes(answer.status)]).toEqual([
          route,
          type,
          answer.status,
          false,
        ]);
        expect(answer.status).toBeLessThan(500);
      }
      const answer = await send(route, JSON.stringify({ ...body, user_id: 'x', role: 'admin' }));
      expect(answer.status === 400).toBe(route === 'api/devops/webhook-endpoints');
    },
  );
});

it('is read by the table alone: no route parses JSON that was sent to it by itself', () => {
  const readers = globSync('app/routes/**/*.{ts,tsx}').filter((file) =>
    /request\.(?:clone\(\)\.)?json\(|JSON\.parse\(/.test(readFileSync(file, 'utf8')),
  );
  expect(readers.filter((file) => !file.includes('.test.')).toSorted()).toEqual([
    // The auth API has errors of its own: see auth-api tests.
    'app/routes/auth-api/call.server.ts',
    'app/routes/http/json-body.server.ts',
    'app/routes/http/json-names.ts',
    'app/routes/http/signed-cookie.server.ts',
  ]);
});

describe('events of payments', () => {
  const stripe = new Stripe('sk_test_x');
  it('that are signed and say nothing are refused, and fail nothing', async () => {
    for (const payload of [
      ...['', 'null', '[]', '7', '"x"', '{}', '{', '{"id":1}', '{"id":"evt_1"}', '{"id":"evt_1","type":7}'],
      ...['{"id":"evt_1","type":"invoice.paid"}', '{"id":"evt_1","type":"invoice.paid","data":null}'],
      ...['{"id":"evt_1","object":"event","type":"invoice.paid","created":1,"data":{"object":[]}}'],
      ...['{"id":"evt_1","object":"event","type":"invoice.paid","created":"x","data":{"object":{}}}'],
      ...['{"id":null,"object":"event","type":"invoice.paid","created":1,"data":{"object":{}}}'],
    ]) {
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_sandbox' });
      const answer = await ask(port, '/webhooks/stripe', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
      });
      expect([payload, answer.status >= 400 && answer.status < 500]).toEqual([payload, true]);
      expect(JSON.parse(answer.text)).toHaveProperty('error');
    }
  });
});

describe('a refusal that no handler has made', () => {
  // What a program is told of a body that is too long for the site is told before any route is asked.
  const shapes = (answer: Awaited<ReturnType<typeof send>>) => {
    const { error } = JSON.parse(answer.text);
    return [answer.headers['content-type'], typeof error, Boolean(error)];
  };
  const inJson = ['application/json', 'object', true];

  it.each(routes)('is { error } for a body of more than a megabyte: %s', async (route) => {
    const sent = JSON.stringify({ ...taken[route].body, other: 'x'.repeat(1_100_000) });
    const answer = await send(route, sent);
    expect([answer.status, ...shapes(answer)]).toEqual([413, ...inJson]);
  });

  it.each([
    ['webhooks/mail', 'message/rfc822', 25_100_000],
    ['webhooks/stripe', 'text/plain', 1_100_000],
    ['api/affiliate/summary', 'application/x-www-form-urlencoded', 1_100_000],
    ['auth/v1/token', 'application/octet-stream', 1_100_000],
  ])('is { error } for a body that is too long, of whatever type: /%s', async (address, type, length) => {
    const headers = { 'content-type': type, 'content-length': String(length) };
    const answer = await ask(port, `/${address}`, { method: 'POST', headers, body: 'x', isUnfinished: true });
    expect([answer.status, ...shapes(answer)]).toEqual([413, ...inJson]);
  });

  it.each([
    'create-membership-session',
    'create-reseller-session',
    'create-pro-reseller-session',
    'create-payment-intent',
  ] as const)('is { error } for a form that cannot be read: %s', async (route) => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await send(route, '{"referrer_username":{"a":1}}', type);
      expect([type, answer.status, ...shapes(answer)]).toEqual([type, 400, ...inJson]);
    }
  });

  const addresses: readonly string[] = [
    ...routes.filter((route) => route !== 'api/devops/webhook-endpoints'),
    ...['checkout/accept', 'notifications/push', 'watching', 'reading', 'live', 'meta.json'],
    ...['confirm-identity/passkey', 'profile/security/passkeys/new', 'api/devops/keys'],
  ];

  it.each(addresses)('is { error } for a method that it does not take: /%s', async (address) => {
    const by = address.includes('generate-') ? 'admin' : 'affiliate';
    for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'OPTIONS']) {
      // No cookie is looked at there: everybody is told which build it is.
      if (address === 'meta.json' && method === 'OPTIONS') continue;
      const headers = { ...headersOf.get(by), 'x-forwarded-for': newAddress() };
      const answer = await ask(port, `/${address}`, { method, headers });
      expect([method, answer.status, answer.text]).toEqual([
        method,
        405,
        expect.stringContaining('"error":'),
      ]);
    }
  });

  it('is { error } where an address only takes posts, or only reads', async () => {
    for (const [method, address] of [
      ['GET', 'api/ai-assistant/rating'],
      ['GET', 'api/ai-assistant/ticket'],
      ['POST', 'live'],
      ['POST', 'meta.json'],
      ['POST', 'notifications/push'],
    ] as const) {
      const answer = await ask(port, `/${address}`, {
        method,
        headers: { ...headersOf.get('affiliate'), 'x-forwarded-for': newAddress() },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect([address, answer.status < 500, Boolean(JSON.parse(answer.text).error)]).toEqual([
        address,
        true,
        true,
      ]);
    }
  });
});
