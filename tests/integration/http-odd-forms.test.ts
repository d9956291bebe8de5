import Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, get, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite({ TRUST_PROXY: 'true' });

let cookie: string;

beforeAll(async () => {
  cookie = await sessionOf('member');
});

const boundary = 'a-line-between-the-parts-of-a-form';
const urlEncoded = 'application/x-www-form-urlencoded';

/** Every address that reads a form, and who may post there. */
const doors: [path: string, isForMembers: boolean][] = [
  ['/login', false],
  ['/register', false],
  ['/reset-password/unknown', false],
  ['/support', false],
  ['/profile', true],
  ['/change-password', true],
  ['/profile/billing', true],
  ['/profile/billing/cancel', true],
  ['/email-course', true],
  ['/affiliate-centre', true],
  ['/courses/seo/complete', true],
  ['/verify-email/resend', true],
];

/** Bodies that once stopped the site, or made it fail, and their kin. */
const attacks: [what: string, body: string, status: number][] = [
  ['a list of four thousand million', 'email[4294967290]=1', 400],
  ['a list of ten million in a field of no form', 'zzz[10000000]=1', 400],
  ['a list, with its brackets encoded', 'email%5B30000000%5D=1', 400],
  ['a name of ten thousand dots', `email${'.x'.repeat(10_000)}=1`, 400],
  ['one field 8,000 times', 'a=&'.repeat(8_000), 400],
  ['the field of the form 8,000 times', 'email=a&'.repeat(8_000), 413],
  ['one field 240,000 times', 'a=&'.repeat(240_000), 413],
  ['one field twice', 'intent=reset&email=a&email=b', 400],
  ['51 fields', Array.from({ length: 51 }, (_, index) => `f${index}=`).join('&'), 400],
  ['a name of the language', '__proto__=1', 400],
  ['a command of the form library', '__intent__=1', 400],
  ['a name without letters', '=1', 400],
  ['50,001 bytes', `email=${'a'.repeat(49_995)}`, 413],
];

/** Whether a request is answered in words, with this status, and the site goes on. */
async function expectRefusal(
  path: string,
  isForMembers: boolean,
  question: Parameters<typeof ask>[2],
  status: number,
) {
  const headers = { ...question?.headers, ...(isForMembers ? { cookie } : {}) };
  const answer = await ask(port, path, { method: 'POST', ...question, headers });
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(
    status === 413 ? 'That form is longer than this site accepts' : 'That form could not be read',
  );
  expect((await get('/healthz')).status).toBe(200);
}

describe.each(doors)('a form posted to %s', (path, isForMembers) => {
  it.each(attacks)('is refused when it holds %s', async (_, body, status) => {
    await expectRefusal(path, isForMembers, { body, headers: { 'content-type': urlEncoded } }, status);
  });

  it('is refused when it holds such names or a file in parts', async () => {
    const part = (disposition: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n1\r\n--${boundary}--\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    for (const disposition of ['name="email[4294967290]"', 'name="email"; filename="a.txt"'])
      await expectRefusal(path, isForMembers, { body: part(disposition), headers }, 400);
    const large = part('name="email"').replace('\r\n1\r\n', `\r\n${'a'.repeat(50_001)}\r\n`);
    await expectRefusal(path, isForMembers, { body: large, headers }, 413);
  });

  it('is refused when it is long, whatever its length was said to be', async () => {
    const headers = { 'content-type': urlEncoded, 'transfer-encoding': 'chunked' };
    await expectRefusal(path, isForMembers, { body: `email=${'a'.repeat(60_000)}`, headers }, 413);
  });
});

describe('a form', () => {
  it('may come in parts', async () => {
    const fields = { email: 'nobody@example.com', password: 'not-the-right-one' };
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const body = `${parts.join('')}--${boundary}--\r\n`;
    expect((await ask(port, '/login', { method: 'POST', body, headers })).status).toBe(422);
  });

  it('may be filled to the brim', async () => {
    const comment = 'é'.repeat(8_000);
    expect((await postForm(port, '/profile/billing/cancel', { comment }, { cookie })).status).toBe(422);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'may name what the language names: %s',
    async (name) => {
      expect((await postForm(port, '/login', { [name]: '1' })).status).toBe(422);
    },
  );
});

describe('a call of the site’s own scripts', () => {
  const call = (body: string) =>
    ask(port, '/create-payment-intent', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', cookie },
    });

  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"{}"'],
    ['a number', '7'],
    ['half of an object', '{'],
  ])('is refused when it is %s', async (_, body) => {
    const answer = await call(body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'bad_request' } });
  });

  it('is refused when it is longer than 10,000 bytes', async () => {
    const answer = await call(`{"a":"${'a'.repeat(10_000)}"}`);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'request_too_large' } });
  });

  it.each(['', '{}', '{"product":"dmd"}'])('is taken when it is an object, or nothing: %j', async (body) => {
    expect((await call(body)).status).not.toBe(400);
  });
});

describe('a webhook that is rightly signed', () => {
  const object = { id: 'sub_1' };
  const event = { id: 'evt_odd', type: 'ping', created: 1, data: { object } };
  const odd: [string, unknown][] = [
    ['null', null],
    ['a list', []],
    ['a text', 'event'],
    ['an empty object', {}],
    ['an event without an id', { ...event, id: undefined }],
    ['an event of a number', { ...event, type: 7 }],
    ['an event of no time', { ...event, created: 'yesterday' }],
    ['an event about nothing', { ...event, data: null }],
  ];

  const post = (payload: unknown) => {
    const body = JSON.stringify(payload);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_sandbox' });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return ask(port, '/webhooks/stripe', { method: 'POST', body, headers });
  };

  it.each(odd)('is refused when it holds %s', async (_, payload) => {
    const answer = await post(payload);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'bad_event' } });
  });

  // What an event that is one lacks is kept for an operator, or asked for again: billing decides.
  it.each<[string, unknown]>([
    ['a subscription without prices', { ...event, type: 'customer.subscription.updated' }],
    ['a link without a payment', { ...event, type: 'invoice_payment.paid' }],
    ['a payment without metadata', { ...event, type: 'payment_intent.succeeded' }],
  ])('is no failure when it is %s', async (_, payload) => {
    expect((await post(payload)).status).toBeLessThan(500);
  });
});
