import { createECDH, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import webPush from 'web-push';
import { listNotifications, readNotification } from '#app/domain/core/notifications/list.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import {
  addBrowser,
  pushSchema,
  removeBrowser,
  sendPush,
} from '#app/domain/core/notifications/push.server.ts';
import { saveChoices } from '#app/domain/core/notifications/settings.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { newUser } from '#tests/integration/people.ts';

/** Decrypts as a browser does; comes with web-push. */
const { decrypt } = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as {
  decrypt(body: Buffer, options: object): Buffer;
};

/** A browser with keys of its own. */
function newBrowser() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    keys,
    auth,
    form: {
      endpoint: `https://push.example/${randomBytes(8).toString('hex')}`,
      p256dh: keys.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
  };
}

interface Taken {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const taken: Taken[] = [];
const statuses = new Map<string, number>();
let base = '';

// A push service as strict as theirs (RFC 8030, 8188, 8291, 8292): what it would refuse fails the test.
const service = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const path = request.url ?? '';
  taken.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
  response.writeHead(statuses.get(path) ?? 201).end();
});

beforeAll(async () => {
  config().vapid = webPush.generateVAPIDKeys();
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

afterAll(() => void service.close());

function expectSigned({ headers }: Taken): void {
  expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
  expect(headers.topic).toMatch(/^[\w-]{1,32}$/);
  const [, token = '', key] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  expect(aud).toBe(base);
  expect(Number(exp)).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3600);
  expect(Number(exp)).toBeGreaterThan(Date.now() / 1000);
  expect(sub).toMatch(/^(?:mailto:|https:)/);
  expect(key).toBe(config().vapid?.publicKey);
  const point = Buffer.from(key ?? '', 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
}

/** Somebody signed in, as the domain is told of them. */
const as = (id: string) => ({ id, sessionId: randomUUID() });

/** Somebody with a browser that the service knows, and a notification of theirs. */
async function newReached() {
  const { id } = await newUser();
  const { form, keys, auth } = newBrowser();
  await addBrowser(as(id), form);
  const path = `/${randomBytes(8).toString('hex')}`;
  await prisma().pushSubscription.update({
    where: { endpoint: form.endpoint },
    data: { endpoint: `${base}${path}` },
  });
  await saveChoices(id, { site: [], mail: [], push: ['thread'] });
  const told = { event: 'reply_accepted', details: { title: 'T' }, path: '/community' } as const;
  await transaction((tx) => notify(tx, { userId: id, ...told }));
  const { id: notificationId } = await prisma().notification.findFirstOrThrow({ where: { userId: id } });
  const count = () => prisma().pushSubscription.count({ where: { userId: id } });
  return { id, path, keys, auth, notificationId, count };
}

const callsTo = (wanted: string) => taken.filter(({ path }) => path === wanted);
const here = { isAnyAllowed: true };

it('is sent signed, and encrypted for the browser alone, with what is told and where it leads', async () => {
  const { path, keys, auth, notificationId } = await newReached();
  await sendPush(notificationId, here);
  const [call] = callsTo(path);
  if (!call) throw new Error('Nothing was sent.');
  expectSigned(call);
  expect(call.body.includes('accepted')).toBe(false);
  const opened = decrypt(call.body, {
    version: 'aes128gcm',
    privateKey: keys,
    authSecret: auth.toString('base64url'),
  });
  expect(JSON.parse(opened.toString())).toMatchObject({
    text: 'Your reply was accepted as the answer to “T”',
    path: '/community',
  });
});

it('forgets a browser that is gone, and tries again where the service fails', async () => {
  for (const [status, isKept, fails] of [
    [201, 1, false],
    [404, 0, false],
    [410, 0, false],
    [500, 1, true],
    [429, 1, true],
    [302, 1, true],
  ] as const) {
    const { path, notificationId, count } = await newReached();
    statuses.set(path, status);
    const sent = sendPush(notificationId, here);
    if (fails) await expect(sent).rejects.toThrow(`status ${status}`);
    else await sent;
    expect([status, await count()]).toEqual([status, isKept]);
  }
});

it('forgets a browser whose keys are none, and fails for nobody by it', async () => {
  const { id, path, notificationId, count } = await newReached();
  const p256dh = Buffer.alloc(65, 4).toString('base64url');
  await prisma().pushSubscription.updateMany({ where: { userId: id }, data: { p256dh } });
  await sendPush(notificationId, here);
  expect(callsTo(path)).toEqual([]);
  expect(await count()).toBe(0);
});

it('is not sent into the site’s own network, nor when it was read, nor by a site without keys', async () => {
  const private_ = await newReached();
  await sendPush(private_.notificationId);
  expect(callsTo(private_.path)).toEqual([]);
  expect(await private_.count()).toBe(0);

  const read = await newReached();
  await prisma().notification.updateMany({ where: { userId: read.id }, data: { isListed: true } });
  await readNotification(read.id, read.notificationId);
  await sendPush(read.notificationId, here);
  expect(callsTo(read.path)).toEqual([]);

  const { vapid } = config();
  const silent = await newReached();
  config().vapid = null;
  await sendPush(silent.notificationId, here);
  await expect(addBrowser(as(silent.id), newBrowser().form)).rejects.toMatchObject({
    kind: 'unavailable',
  });
  config().vapid = vapid;
  expect(callsTo(silent.path)).toEqual([]);
});

it('is for those who ask for it: what is not on the site is not listed for it', async () => {
  const { id } = await newReached();
  expect((await listNotifications(id, 'all', null)).rows).toEqual([]);
});

it('is had in ten browsers at most, and one that another signs in with is theirs', async () => {
  const [one, other] = [await newUser(), await newUser()];
  const forms = Array.from({ length: 12 }, () => newBrowser().form);
  for (const form of forms) await addBrowser(as(one.id), form);
  expect(await prisma().pushSubscription.count({ where: { userId: one.id } })).toBe(10);
  const last = forms.at(-1) ?? newBrowser().form;
  await removeBrowser(other, last.endpoint);
  expect(await prisma().pushSubscription.count({ where: { endpoint: last.endpoint } })).toBe(1);
  await addBrowser(as(other.id), last);
  expect(await prisma().pushSubscription.count({ where: { userId: other.id } })).toBe(1);
  await removeBrowser(other, last.endpoint);
  expect(await prisma().pushSubscription.count({ where: { userId: other.id } })).toBe(0);
});

it.each([
  { endpoint: 'http://push.example/1' },
  { endpoint: 'https://user:secret@push.example/1' },
  { endpoint: 'https://push.example:8443/1' },
  { endpoint: 'file:///etc/passwd' },
  { endpoint: `https://push.example/${'x'.repeat(1_000)}` },
  { p256dh: 'short' },
  { p256dh: '!'.repeat(87) },
  { auth: '' },
])('is not had with what is no browser: %j', (wrong) => {
  const { form } = newBrowser();
  expect(pushSchema.safeParse(form).success).toBe(true);
  expect(pushSchema.safeParse({ ...form, ...wrong }).success).toBe(false);
});
