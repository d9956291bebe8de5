import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { inDemoDatabase } from '#tests/integration/demo-database.ts';
import { ask, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite({ REPORT_QUERY_COUNT: 'true' });

const generate = (body: object, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}/api/devops/generate-key`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

async function newKey(permissions?: string[]): Promise<string> {
  const answer = await generate(
    { ...(permissions ? { permissions } : {}) },
    { cookie: await sessionOf('admin') },
  );
  const { api_key: key } = (await answer.json()) as { api_key: string };
  return key;
}

const call = (path: string, key?: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...(key ? { 'x-api-key': key } : {}), ...headers } });

const sync = '/api/devops/sync';
const resources = ['users', 'revenue', 'commissions'] as const;
let key = '';

beforeAll(async () => {
  key = await newKey();
});

describe('making and listing keys', () => {
  it('is for an admin’s session alone, whatever a request says of users', async () => {
    const forged = { user_id: '00000000-0000-7000-8000-000000000000', name: 'x' };
    const asked = await generate(forged, { 'x-user-id': '1', 'x-user-role': 'admin' });
    expect([asked.status, await asked.json()]).toEqual([401, { error: 'Please sign in first.' }]);
    for (const role of ['member', 'affiliate', 'pro_reseller'] as const) {
      const cookie = await sessionOf(role);
      const refused = await generate(forged, { cookie, 'x-user-role': 'admin' });
      expect([refused.status, Object.keys((await refused.json()) as object)]).toEqual([403, ['error']]);
      expect((await call('/api/devops/keys', undefined, { cookie })).status).toBe(403);
    }
    const cookie = await sessionOf('admin');
    const elsewhere = await generate(forged, {
      cookie,
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    });
    expect([elsewhere.status, await elsewhere.json()]).toEqual([
      403,
      { error: expect.stringContaining('sent from another site') },
    ]);
    const made = await generate({ user_id: 'x', name: '' }, { cookie });
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await made.json()).toEqual({ api_key: expect.stringMatching(/^mad_[\w-]{43}$/) });
    const listed = (await (await call('/api/devops/keys', undefined, { cookie })).json()) as {
      keys: object[];
    };
    expect(listed.keys[0]).toMatchObject({
      name: 'DevOps Integration Key',
      is_active: true,
      last_used: null,
    });
    expect(JSON.stringify(listed)).not.toMatch(/mad_|hash/);
    for (const body of ['[]', '{', '"x"'])
      expect(
        (
          await fetch(`http://127.0.0.1:${port}/api/devops/generate-key`, {
            method: 'POST',
            body,
            headers: { cookie, 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(400);
    expect((await generate({ name: 5 }, { cookie })).status).toBe(422);
    expect((await call('/api/devops/generate-key', undefined, { cookie })).status).toBe(405);
  });

  it('shows a key by the answer to its form, in the words given, and by no page after it', async () => {
    const headers = { cookie: await sessionOf('admin') };
    const path = '/admin/embedded-widget';
    const { text } = await ask(port, path, { headers });
    const formKey = /name="formKey" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const form = { intent: 'make', name: 'From the page', endsOn: '', users_read: 'on', formKey };
    const made = await postForm(port, path, form, headers);
    const shown = /mad_[\w-]{43}/.exec(made.text)?.[0] ?? '';
    expect(made.text).toContain('Save this key securely - it won&#x27;t be shown again!');
    expect((await call(`${sync}/users`, shown)).status).toBe(200);
    expect((await call(`${sync}/revenue`, shown)).status).toBe(403);
    expect((await ask(port, path, { headers })).text).not.toContain(shown);
    expect((await postForm(port, path, form, headers)).text).toContain('This form was sent before');
    const none = await postForm(port, path, { intent: 'make', name: 'x', endsOn: '', formKey }, headers);
    expect([none.status, none.text.includes('Please choose what the key may do')]).toEqual([422, true]);
  });
});

describe('every answer', () => {
  it('is as the description says, which is of OpenAPI 3.1', async () => {
    const description = (await (await call('/api/devops/openapi.json')).json()) as {
      openapi: string;
      paths: Record<
        string,
        { get: { responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }> } }
      >;
      components: { schemas: Record<string, object> };
    };
    expect(description.openapi).toBe('3.1.0');
    const ajv = new Ajv2020({ strict: false, formats: { uuid: true, 'date-time': true } });
    const check = (schema: { $ref: string }, value: unknown) => {
      const name = schema.$ref.replace('#/components/schemas/', '');
      const isValid = ajv.validate(description.components.schemas[name] ?? false, value);
      expect(ajv.errors ?? [], `${name}: ${JSON.stringify(value).slice(0, 300)}`).toEqual([]);
      expect(isValid).toBe(true);
    };
    const little = await newKey(['metrics:read']);
    const seen = new Set<string>();
    for (const resource of resources) {
      const path = `${sync}/${resource}`;
      const answers = await Promise.all([
        call(path, key),
        call(`${path}?limit=1`, key),
        call(`${path}?fields=created_at&limit=3`, key),
        call(`${path}?updated_since=2026-01-01T00:00:00Z`, key),
        call(`${path}?format=ndjson`, key),
        call(`${path}?limit=x`, key),
        call(`${path}?fields=secrets`, key),
        call(`${path}?cursor=%27`, key),
        call(`${path}?cursor=9999999999999-00000000-0000-7000-8000-000000000000`, key),
        call(path),
        call(path, 'mad_forged'),
        call(path, little),
      ]);
      for (const answer of answers) {
        const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
        const content = description.paths[path]?.get.responses[String(answer.status)]?.content?.[type];
        expect(content, `${path} ${answer.status} ${type}`).toBeDefined();
        if (!content) continue;
        seen.add(`${answer.status} ${type}`);
        const text = await answer.text();
        if (type === 'application/x-ndjson')
          for (const line of text.trimEnd().split('\n').filter(Boolean))
            check(content.schema, JSON.parse(line));
        else check(content.schema, JSON.parse(text));
      }
    }
    expect([...seen].toSorted()).toEqual([
      '200 application/json',
      '200 application/x-ndjson',
      '400 application/problem+json',
      '401 application/problem+json',
      '403 application/problem+json',
    ]);
  });

  it('to programs that have themselves told is as the description says', async () => {
    const description = (await (await call('/api/devops/openapi.json')).json()) as {
      paths: Record<
        string,
        Record<
          string,
          { responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }> }
        >
      >;
      webhooks: Record<
        string,
        { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }
      >;
      components: { schemas: Record<string, object> };
    };
    const ajv = new Ajv2020({ strict: false, formats: { uuid: true, 'date-time': true } });
    const seen = new Set<string>();
    const list = '/api/devops/webhook-endpoints';
    const send = async (method: string, path: string, described: string, body?: unknown, by?: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...(by ? { 'x-api-key': by } : {}) },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const { status, headers } = answer;
      seen.add(`${method} ${status}`);
      const text = await answer.text();
      const responses = description.paths[described]?.[method.toLowerCase()]?.responses;
      expect(responses?.[String(status)], `${method} ${path} ${status} ${text}`).toBeDefined();
      const type = headers.get('content-type')?.split(';')[0] ?? '';
      const schema = responses?.[String(status)]?.content?.[type]?.schema;
      if (status === 204) return { status, json: {} };
      const name = schema?.$ref.replace('#/components/schemas/', '') ?? '';
      ajv.validate(description.components.schemas[name] ?? false, JSON.parse(text));
      expect(ajv.errors ?? [], `${name}: ${text}`).toEqual([]);
      return { status, json: JSON.parse(text) as Record<string, unknown> };
    };
    const writing = await newKey(['webhooks:write', 'users:read']);
    const url = 'http://127.0.0.1:9/program';
    const wanted = { url, events: ['user.updated', 'user.created'] };
    const added = await send('POST', list, list, wanted, writing);
    expect(added.json).toMatchObject({
      url,
      events: ['user.created', 'user.updated'],
      secret: expect.stringMatching(/^whsec_/),
    });
    await send('POST', list, list, wanted, writing);
    // What it may not read it is not told either.
    await send('POST', list, list, { url: `${url}/2`, events: ['payment.paid'] }, writing);
    for (const bad of [
      {},
      '[',
      { ...wanted, url: 'nothing' },
      { ...wanted, events: [] },
      { ...wanted, more: 1 },
    ])
      expect((await send('POST', list, list, bad, writing)).status).toBe(400);
    const long = await fetch(`http://127.0.0.1:${port}${list}`, {
      method: 'POST',
      headers: { 'x-api-key': writing },
      body: JSON.stringify({ url: 'x'.repeat(20_000) }),
    });
    expect(long.status).toBe(413);
    const reading = await newKey(['users:read']);
    for (const by of [undefined, 'mad_forged', reading]) {
      await send('POST', list, list, wanted, by);
      await send('GET', list, list, undefined, by);
    }
    const { json } = await send('GET', list, list, undefined, writing);
    expect(json.data).toMatchObject([{ id: added.json.id, is_on: true }]);
    expect(JSON.stringify(json)).not.toContain('whsec_');
    const one = `${list}/{id}`;
    await send('DELETE', `${list}/${added.json.id}`, one, undefined, reading);
    await send('DELETE', `${list}/${added.json.id}`, one);
    await send('DELETE', `${list}/${added.json.id}`, one, undefined, writing);
    await send('DELETE', `${list}/${added.json.id}`, one, undefined, writing);
    await send('DELETE', `${list}/%00`, one, undefined, writing);
    expect([...seen].toSorted()).toEqual([
      'DELETE 204',
      'DELETE 401',
      'DELETE 403',
      'DELETE 404',
      'GET 200',
      'GET 401',
      'GET 403',
      'POST 201',
      'POST 400',
      'POST 401',
      'POST 403',
      'POST 409',
    ]);
    // And what is posted to it.
    expect(Object.keys(description.webhooks)).toEqual([
      'user',
      'subscription',
      'payment',
      'commission',
      'payout',
    ]);
  });

  it('to an admin’s program holds a key, and the secret that its events are signed with', async () => {
    const path = '/devops/generate-api-key';
    const ask = async (body: object, headers: Record<string, string> = {}) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      });
      return { status: answer.status, json: (await answer.json()) as Record<string, string> };
    };
    const cookie = await sessionOf('admin');
    expect((await ask({}, { 'x-user-role': 'admin' })).status).toBe(401);
    expect((await ask({}, { cookie: await sessionOf('member') })).status).toBe(403);
    expect((await ask({ permissions: ['users:read'] }, { cookie })).status).toBe(422);
    expect((await call(path, undefined, { cookie })).status).toBe(405);
    const { status, json } = await ask({ user_id: 'x', name: 'Warehouse' }, { cookie });
    expect([status, json]).toEqual([
      200,
      {
        api_key: expect.stringMatching(/^mad_[\w-]{43}$/),
        webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    ]);
    const added = await fetch(`http://127.0.0.1:${port}/api/devops/webhook-endpoints`, {
      method: 'POST',
      headers: { 'x-api-key': json.api_key ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'http://127.0.0.1:9/warehouse', events: ['payout.paid'] }),
    });
    expect([added.status, ((await added.json()) as { secret: unknown }).secret]).toEqual([201, null]);
  });

  it('tells what is left of the limit, and when to ask again once it is used up', async () => {
    const own = await newKey();
    const first = await call(`${sync}/users`, own);
    expect(first.headers.get('ratelimit-limit')).toBe('300');
    expect(first.headers.get('ratelimit-remaining')).toBe('299');
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    await inDemoDatabase(`UPDATE rate_limits SET points = 300 WHERE key LIKE 'devops-key-asked:%'`);
    const refused = await call(`${sync}/users`, own);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'application/problem+json']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-limit')).toBe('300');
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    await inDemoDatabase(`DELETE FROM rate_limits WHERE key LIKE 'devops-key-asked:%'`);
  });

  it('is not sent again where nothing has changed, and compressed where that is taken', async () => {
    const first = await call(`${sync}/users?limit=5`, key);
    const etag = first.headers.get('etag') ?? '';
    const again = await call(`${sync}/users?limit=5`, key, { 'If-None-Match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await call(`${sync}/users?limit=5`, key, { 'If-None-Match': '"other"' })).status).toBe(200);
    const all = `${sync}/users?format=ndjson`;
    const small = await call(all, key, { 'Accept-Encoding': 'gzip' });
    const plain = await call(all, key, { 'Accept-Encoding': 'identity' });
    expect([small.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
      'gzip',
      null,
    ]);
    const text = await plain.text();
    expect(text.split('\n').length).toBeGreaterThan(3);
    // Unpacked by whoever has asked for it.
    expect(await small.text()).toBe(text);
  });

  it('is a problem for what does not exist, and for other methods', async () => {
    expect((await call(`${sync}/passwords`, key)).status).toBe(404);
    const posted = await fetch(`http://127.0.0.1:${port}${sync}/users`, {
      method: 'POST',
      headers: { 'x-api-key': key },
    });
    expect([posted.status, posted.headers.get('content-type')]).toEqual([405, 'application/problem+json']);
    expect((await call(`${sync}/users`, 'm'.repeat(5_000))).status).toBe(401);
  });
});

describe('figures for Prometheus', () => {
  it('are told to a key that may read them', async () => {
    expect((await call('/metrics')).status).toBe(401);
    expect((await call('/metrics', await newKey(['users:read']))).status).toBe(403);
    const answer = await call('/metrics', await newKey(['metrics:read']));
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toMatch(/^site_users [1-9]\d*$/m);
    expect(text).toMatch(/^process_resident_memory_bytes\{/m);
    expect(text).toContain('site_queue_ready{');
  });
});

describe('the screens', () => {
  it('tell how it stands from what was called, and describe the calls', async () => {
    await call(`${sync}/users`, key);
    const headers = { cookie: await sessionOf('admin') };
    const page = await ask(port, '/admin/embedded-widget', { headers });
    expect(page.text).toMatch(/Sync status/);
    expect(page.text).toMatch(/>success</);
    expect(page.text).toContain('data-renews');
    const docs = await ask(port, '/admin/embedded-widget/docs', { headers });
    for (const words of ['updated_since', 'commission_cents', 'x-api-key', 'users:read'])
      expect(docs.text).toContain(words);
  });
});
