import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '#app/platform/config.server.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { type CollectedSpan, type Collector, startCollector } from '#tests/integration/otlp-collector.ts';
import {
  ask,
  buildSite,
  cookieOf,
  newDemoDatabase,
  postForm,
  type Start,
  signInAs,
  startSite,
} from '#tests/integration/running-site.ts';

/** Has the site say that it loads the SDK of traces. */
const watchingLoads = {
  NODE_OPTIONS:
    "--import=data:text/javascript,import{registerHooks}from'node:module';registerHooks({load(url,context,next){if(url.includes('opentelemetry/sdk-trace'))console.error('loads'+'-traces');return(next(url,context))}})",
};

let collector: Collector;
let site: Start;
let port: number;

const settings = {
  DEMO: 'true',
  SESSION_SECRET: 'the-secret-of-the-demos-that-tests-start',
  TRUST_PROXY: 'true',
};

beforeAll(async () => {
  await buildSite();
  collector = await startCollector(['x-key', 'of-the-collector']);
  port = await freePort();
  site = startSite({
    ...settings,
    DATABASE_URL: await newDemoDatabase('test_traces'),
    PORT: `${port}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-the-collector',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=learning,region=eu',
    // Nobody waits five seconds for what is sent, nor ten for a collector that is gone.
    OTEL_BSP_SCHEDULE_DELAY: '250',
    OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
    ...watchingLoads,
  });
  await site.ready;
});

afterAll(async () => {
  await site?.stop();
  collector?.close();
});

/** How a proxy begins a trace, and what the site makes of it. */
function beginTrace() {
  const traceId = crypto.randomUUID().replaceAll('-', '');
  const spanId = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  return {
    headers: { traceparent: `00-${traceId}-${spanId}-01` },
    spanId,
    spans: () => collector.spans.filter((span) => span.traceId === traceId),
  };
}

async function awaitSpan(spans: () => CollectedSpan[], name: string | RegExp): Promise<CollectedSpan> {
  const match = () =>
    spans().find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  await expect.poll(match, { timeout: 20_000, message: `a span ${name}` }).toBeDefined();
  return match() ?? expect.fail();
}

const isBelow = (spans: CollectedSpan[], span: CollectedSpan, above: CollectedSpan): boolean => {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent !== undefined && (parent === above || isBelow(spans, parent, above));
};

it('a webhook, its statements, the job it leads to and the call to the provider are one trace', async () => {
  const headers = { cookie: cookieOf(await signInAs('affiliate', {}, {}, port), 'session') };
  const begun = await postForm(port, '/checkout?product=dmd', { way: 'card_page' }, headers);
  const { pathname, search } = new URL(begun.headers.location ?? '', `http://127.0.0.1:${port}`);
  await postForm(
    port,
    `${pathname}${search}`,
    { number: '4242424242424242', expiry: '12/34', cvc: '123' },
    headers,
  );
  const job = await awaitSpan(() => collector.spans, 'job record-fee');
  const spans = () => collector.spans.filter(({ traceId }) => traceId === job.traceId);
  const page = await awaitSpan(spans, 'POST /webhooks/stripe');
  expect(page).toMatchObject({
    parentSpanId: undefined,
    kind: 2,
    hasFailed: false,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/webhooks/stripe',
      'http.response.status_code': 200,
    },
    resource: { 'service.name': 'learning', region: 'eu', 'deployment.environment.name': 'production' },
  });
  expect(page.resource['service.version']).toMatch(/^[0-9a-f]{16}$/);
  const call = await awaitSpan(spans, 'GET 127.0.0.1');
  expect(call).toMatchObject({ kind: 3, attributes: { 'http.response.status_code': 200 } });
  expect(isBelow(spans(), call, job)).toBe(true);
  expect(isBelow(spans(), job, page)).toBe(true);
  const statements = spans().filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
  expect(
    statements.some((statement) => isBelow(spans(), statement, page) && !isBelow(spans(), statement, job)),
  ).toBe(true);
  expect(statements.some((statement) => isBelow(spans(), statement, job))).toBe(true);
  expect(statements.map(({ name }) => name)).toContain('INSERT payments');
});

it('a request that a proxy traces goes on with its trace; one that it does not sample is not sent', async () => {
  const sampled = beginTrace();
  const unsampled = beginTrace();
  await ask(port, '/courses', {
    headers: { traceparent: unsampled.headers.traceparent.replace(/01$/, '00') },
  });
  const answer = await ask(port, '/search?q=seo', { headers: sampled.headers });
  expect(answer.status).toBe(200);
  const page = await awaitSpan(sampled.spans, 'GET /search');
  expect(page.parentSpanId).toBe(sampled.spanId);
  expect(page.attributes['request.id']).toBe(answer.headers['x-request-id']);
  await expect.poll(() => site.output()).toContain(`"traceId":"${page.traceId}"`);
  expect(unsampled.spans()).toEqual([]);
  // What is no traceparent begins a trace of its own.
  await ask(port, '/search?q=seo', { headers: { traceparent: '00-zz' } });
});

it('an error is told by its class, and nothing by who asked or what they typed', async () => {
  const registered = await postForm(
    port,
    '/register',
    {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada.lovelace@example.com',
      password: 'plum-anchor-teacup-91',
      confirmPassword: 'plum-anchor-teacup-91',
      acceptTerms: 'on',
    },
    { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'a-browser-of-somebody' },
  );
  expect(registered.status).toBe(303);
  await awaitSpan(() => collector.spans, 'job mail-registered');
  await ask(port, '/search?q=ada-asks-this');
  await ask(port, '/reset-password/the-secret-of-a-mailed-link');
  await awaitSpan(() => collector.spans, 'GET /reset-password/:token');
  const cookie = cookieOf(await signInAs('member', {}, {}, port), 'session');
  await ask(port, '/profile', { headers: { cookie } });
  await awaitSpan(() => collector.spans, 'GET /profile');
  const everything = collector.bodies.join('\n');
  for (const secret of [
    'Lovelace',
    'example.com',
    'plum-anchor',
    'ada-asks-this',
    'the-secret-of-a-mailed-link',
    '198.51.100.7',
    'a-browser-of-somebody',
    cookie.slice('session='.length, 30),
  ])
    expect(everything).not.toContain(secret);
  for (const { attributes } of collector.spans)
    expect(String(attributes['db.query.text'] ?? '')).not.toContain("'");
  expect(collector.problems).toEqual([]);
});

it('a collector that is gone hurts nobody, and the site ends in time', async () => {
  collector.close();
  expect((await ask(port, '/search?q=again')).status).toBe(200);
  await expect.poll(() => site.output(), { timeout: 30_000 }).toContain('traces could not be sent');
  const startedAt = performance.now();
  await site.stop();
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

it('a site without a collector loads nothing of it, and takes no traceparent over', async () => {
  const quietPort = await freePort();
  const quiet = startSite({
    ...settings,
    DATABASE_URL: await newDemoDatabase('test_no_traces'),
    PORT: `${quietPort}`,
    ...watchingLoads,
  });
  await quiet.ready;
  await ask(quietPort, '/search?q=seo', { headers: beginTrace().headers });
  await quiet.stop();
  expect(quiet.output()).not.toContain('"traceId"');
  expect(quiet.output()).not.toContain('loads-traces');
  expect(site.output()).toContain('loads-traces');
});

it('an address or a protocol that nothing can be sent to ends the start', async () => {
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_TRACES_SAMPLER_ARG: '2' },
  ])
    expect(() => parseConfig({ DATABASE_URL: 'postgresql://x', DEMO: 'true', ...wrong })).toThrow(/OTEL_/);
});
