import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import {
  devopsKeySchema,
  findDevopsKey,
  makeKeyWithSecret,
  revokeDevopsKey,
  rotateDevopsKey,
} from '#app/domain/operating/devops/keys.server.ts';
import { allDevopsPermissions, type DevopsPermission } from '#app/domain/operating/devops/permissions.ts';
import { sendWebhooks as sendFor } from '#app/domain/operating/devops/webhooks/deliver.server.ts';
import {
  deleteOldDeliveries,
  findDelivery,
  listDeliveries,
  readDeliveryFilter,
  replayAll,
  replayDelivery,
  sendTest,
} from '#app/domain/operating/devops/webhooks/deliveries.server.ts';
import { checkedAddress } from '#app/domain/operating/devops/webhooks/endpoint-address.server.ts';
import {
  addEndpoint,
  deleteEndpoint,
  editEndpoint,
  listEndpoints,
  rotateSecret,
  switchEndpoint,
} from '#app/domain/operating/devops/webhooks/endpoints.server.ts';
import { eventRecords } from '#app/domain/operating/devops/webhooks/events.ts';
import {
  addProgramEndpoint,
  deleteProgramEndpoint,
  listProgramEndpoints,
} from '#app/domain/operating/devops/webhooks/program-endpoints.server.ts';
import { deleteUser } from '#app/domain/operating/users/delete-user.server.ts';
import { gatherPayouts } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import { post } from '#app/platform/outgoing/post.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { newPayee } from '#tests/integration/payees.ts';
import { at, mailsTo, newUser } from '#tests/integration/people.ts';
import { newEndpoint, type Received, startReceiver } from '#tests/integration/receivers.ts';
import { newSeller, sellMembership, tell } from '#tests/integration/sellers.ts';

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const isAnyAllowed = (allowed: boolean) => Object.assign(config(), { allowsAnyWebhookTarget: allowed });

afterEach(async () => {
  await prisma().webhookEndpoint.deleteMany();
  await prisma().outgoingEvent.deleteMany();
  receiver.received.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
});
beforeAll(() => void isAnyAllowed(true));

/** Sends all that is due, however slow the machine is. */
const sendWebhooks = (options: Parameters<typeof sendFor>[0] = {}) => sendFor({ forMs: 600_000, ...options });

const minute = 60_000;
const hour = 60 * minute;
const form = (values: object = {}) => ({
  url: receiver.url,
  description: '',
  events: ['user.updated' as const],
  ...values,
});
const rename = (id: string, name: string) => prisma().user.update({ where: { id }, data: { name } });
const deliveriesOf = (endpointId: string) =>
  prisma().webhookDelivery.findMany({ where: { endpointId }, orderBy: { sequence: 'asc' } });
const types = () => receiver.received.map(({ body }) => body.type);
const names = () => receiver.received.map(({ body }) => body.data.name);

describe('events', () => {
  it('are written with the change alone, for who wants them, and hold what the schemas say', async () => {
    const before = await prisma().outgoingEvent.count();
    await newUser();
    expect(await prisma().outgoingEvent.count(), 'nobody listens').toBe(before);
    const { id: endpointId } = await newEndpoint({ url: receiver.url });
    const off = await newEndpoint({ url: receiver.url });
    await prisma().webhookEndpoint.update({ where: { id: off.id }, data: { isOn: false } });
    await newEndpoint({ url: receiver.url, events: ['payout.paid'] });
    const user = await newUser();
    await expect(
      transaction(async (tx) => {
        await tx.db.user.update({ where: { id: user.id }, data: { name: 'Undone' } });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await prisma().user.update({ where: { id: user.id }, data: { bio: 'Nobody is told of this' } });
    await rename(user.id, 'Ada');
    const seller = await newSeller();
    await sellMembership(seller.id);
    const all = await prisma().outgoingEvent.findMany({ orderBy: { sequence: 'asc' } });
    expect(all.filter(({ subjectId }) => subjectId === user.id).map(({ type }) => type)).toEqual([
      'user.created',
      'user.updated',
    ]);
    const told = new Set(all.map(({ type }) => type));
    for (const type of ['subscription.created', 'payment.paid', 'commission.created'])
      expect(told).toContain(type);
    for (const { type, data } of all)
      eventRecords[type.split('.')[0] as keyof typeof eventRecords].parse(data);
    expect((await deliveriesOf(endpointId)).map(({ type }) => type)).toEqual(all.map(({ type }) => type));
    expect(await prisma().webhookDelivery.count()).toBe(all.length);
    await sendWebhooks();
    expect(types().toSorted()).toEqual(all.map(({ type }) => type).toSorted());
  });

  it('tell of refunds, disputes, canceled subscriptions, approvals, reversals and payouts', async () => {
    const seller = await newSeller();
    const { payment, refunded } = await sellMembership(seller.id);
    const { id } = payment;
    const commission = await prisma().commission.findFirstOrThrow({ where: { paymentId: id } });
    const payee = await newPayee(20_000);
    await newEndpoint({ url: receiver.url });
    await prisma().payment.update({ where: { id }, data: { feeCents: 11, feeCurrency: 'usd' } });
    await tell(refunded(1_000));
    await prisma().payment.update({ where: { id }, data: { disputedCents: 100 } });
    await prisma().subscription.updateMany({
      where: { userId: payment.userId },
      data: { status: 'canceled', canceledAt: new Date() },
    });
    await prisma().commissionApproval.create({
      data: { commissionId: commission.id, approvedAt: new Date() },
    });
    await gatherPayouts();
    const where = { userId: payee.id };
    await prisma().payoutItem.updateMany({ where, data: { state: 'sending' } });
    await prisma().payoutItem.updateMany({ where, data: { state: 'paid', paidAt: new Date() } });
    const all = await prisma().outgoingEvent.findMany({ orderBy: { sequence: 'asc' } });
    expect(all.map(({ type }) => type)).toEqual([
      'payment.updated',
      'payment.refunded',
      'commission.reversed',
      'payment.disputed',
      'subscription.canceled',
      'commission.approved',
      'payout.created',
      'payout.updated',
      'payout.paid',
    ]);
    for (const { type, data } of all)
      eventRecords[type.split('.')[0] as keyof typeof eventRecords].parse(data);
  });

  it('name a user who is deleted no more: neither the deletion, nor what was sent before, nor what was answered', async () => {
    receiver.answer = (response, { text }) => response.writeHead(200).end(text);
    const { actor } = await newActor('owner');
    const { id: endpointId } = await newEndpoint({
      url: receiver.url,
      events: ['user.created', 'user.deleted'],
    });
    const user = await newUser();
    await sendWebhooks();
    expect((await deliveriesOf(endpointId))[0]?.lastAnswer).toContain(user.id);
    await deleteUser(actor, user.id, 'They asked for it');
    await sendWebhooks();
    expect(types()).toEqual(['user.created', 'user.deleted']);
    expect(receiver.received[1]?.body.data).toMatchObject({
      id: user.id,
      email: null,
      name: null,
      username: null,
      deleted: true,
    });
    const { rows } = await databasePool().query(
      `SELECT e::text AS text FROM outgoing_events e UNION ALL SELECT d::text FROM webhook_deliveries d
       UNION ALL SELECT a::text FROM webhook_attempts a`,
    );
    expect(JSON.stringify(rows)).not.toContain(user.email);
  });
});

describe('delivering', () => {
  it('signs as Standard Webhooks say, the same id and body at every attempt', async () => {
    const { secret } = await newEndpoint({ url: receiver.url, events: ['user.created'] });
    receiver.answer = (response) => response.writeHead(500).end('no');
    const { id } = await newUser();
    await sendWebhooks();
    receiver.answer = (response) => response.writeHead(200).end('yes');
    await at(Date.now() + 2 * minute, () => sendWebhooks());
    const [first, second] = receiver.received;
    expect(receiver.received).toHaveLength(2);
    expect(second?.text).toBe(first?.text);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(
      new Webhook(secret).verify(first?.text ?? '', first?.headers as Record<string, string>),
    ).toMatchObject({ type: 'user.created', data: { id } });
    expect(() =>
      new Webhook(secret).verify(`${first?.text} `, first?.headers as Record<string, string>),
    ).toThrow('No matching signature');
    const delivery = await prisma().webhookDelivery.findFirstOrThrow();
    expect(await findDelivery(delivery.id)).toMatchObject({
      state: 'delivered',
      attempts: 2,
      tried: [
        { status: 200, answer: 'yes' },
        { status: 500, answer: 'no' },
      ],
    });
  });

  it('keeps the order of a subject, and lets others pass', async () => {
    await newEndpoint({ url: receiver.url, events: ['user.updated'] });
    const [user, other] = [await newUser(), await newUser()];
    for (const name of ['one', 'two', 'three']) await rename(user.id, name);
    await rename(other.id, 'other');
    receiver.answer = (response, { body }) => response.writeHead(body.data.name === 'one' ? 503 : 200).end();
    await sendWebhooks();
    expect(names().toSorted()).toEqual(['one', 'other']);
    receiver.answer = (response) => response.writeHead(200).end();
    await at(Date.now() + 2 * minute, () => sendWebhooks());
    expect(names().filter((name) => name !== 'other')).toEqual(['one', 'one', 'two', 'three']);
    const numbers = receiver.received.filter(({ body }) => body.data.id === user.id);
    expect(numbers.map(({ body }) => body.sequence)).toEqual(
      numbers.map(({ body }) => body.sequence).toSorted((a, b) => a - b),
    );
  });

  it('is done once by two workers at once', async () => {
    await newEndpoint({ url: receiver.url, events: ['user.updated'] });
    const users = [await newUser(), await newUser(), await newUser()];
    for (const { id } of users) for (const name of ['one', 'two', 'three']) await rename(id, name);
    await Promise.all([sendWebhooks(), sendWebhooks(), sendWebhooks()]);
    await sendWebhooks();
    expect(receiver.received).toHaveLength(9);
    for (const { id } of users)
      expect(
        receiver.received.filter(({ body }) => body.data.id === id).map(({ body }) => body.data.name),
      ).toEqual(['one', 'two', 'three']);
  });

  it('is done again where a process is killed with the event on its way: the same event, before what follows it', async () => {
    const { id: endpointId } = await newEndpoint({ url: receiver.url, events: ['user.updated'] });
    const { id } = await newUser();
    for (const name of ['one', 'two', 'three']) await rename(id, name);
    const sender = spawn(process.execPath, [join(import.meta.dirname, '../webhooks/round.ts')], {
      env: { ...process.env, WEBHOOK_TARGETS: 'any' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // It has arrived, and whoever sent it will never know.
    receiver.answer = (response, { body }) => {
      if (body.data.name === 'two') sender.kill('SIGKILL');
      else response.writeHead(204).end();
    };
    const [, signal] = (await once(sender, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    expect(names()).toEqual(['one', 'two']);
    receiver.answer = (response) => response.writeHead(204).end();
    // Nobody else takes it while its process may still be there.
    await sendWebhooks();
    expect(names()).toEqual(['one', 'two']);
    await at(Date.now() + 61_000, () => sendWebhooks());
    expect(names()).toEqual(['one', 'two', 'two', 'three']);
    const [, first, again] = receiver.received;
    expect([again?.text, again?.headers['webhook-id']]).toEqual([first?.text, first?.headers['webhook-id']]);
    expect((await deliveriesOf(endpointId)).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
  });

  it('tries for three days, gives up, and is sent again by an admin, one and all, in order', async () => {
    const { actor } = await newActor('manager');
    const { actor: support } = await newActor('support');
    const { id: endpointId } = await newEndpoint({ url: receiver.url, events: ['user.updated'] });
    const user = await newUser();
    await rename(user.id, 'one');
    receiver.answer = (response) => response.writeHead(500).end();
    const began = (await deliveriesOf(endpointId))[0]?.createdAt.getTime() ?? 0;
    for (let tries = 0; tries < 10; tries += 1) {
      const [next] = await deliveriesOf(endpointId);
      expect(next).toMatchObject({ state: 'waiting', attempts: tries });
      await at(Math.max(next?.nextAt.getTime() ?? 0, Date.now()), () => sendWebhooks());
    }
    const [dead] = await deliveriesOf(endpointId);
    expect(dead).toMatchObject({ state: 'dead', attempts: 10, lastStatus: 500 });
    expect((dead?.endedAt?.getTime() ?? 0) - began).toBeGreaterThanOrEqual(72 * hour);
    expect((await listEndpoints(endpointId))[0]).toMatchObject({ isOn: true, dead: 1, waiting: 0 });
    await rename(user.id, 'two');
    await prisma().webhookDelivery.updateMany({ where: { state: 'waiting' }, data: { state: 'dead' } });
    receiver.answer = (response) => response.writeHead(200).end();
    receiver.received.length = 0;
    await expect(replayAll(support, endpointId)).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(await replayAll(actor, endpointId)).toBe(2);
    expect(await replayAll(actor, endpointId)).toBe(0);
    await expect(replayDelivery(actor, dead?.id ?? '')).rejects.toMatchObject({ kind: 'conflict' });
    await sendWebhooks();
    expect(names()).toEqual(['one', 'two']);
    await replayDelivery(actor, dead?.id ?? '');
    await sendWebhooks();
    expect(names()).toEqual(['one', 'two', 'one']);
    await expect(replayDelivery(actor, 'nothing')).rejects.toMatchObject({ kind: 'not_found' });
    expect((await auditOf(dead?.id ?? '')).map(({ action }) => action)).toEqual([
      'webhook_delivery_replayed',
    ]);
  });

  it('switches an endpoint off that is gone, or has taken nothing for five days, and says so by mail', async () => {
    const { supportEmail } = config();
    const gone = await newEndpoint({ url: receiver.url, events: ['user.created'] });
    await newUser();
    receiver.answer = (response) => response.writeHead(410).end();
    await sendWebhooks();
    expect((await listEndpoints(gone.id))[0]).toMatchObject({ isOn: false, offReason: 'gone', dead: 1 });
    const failing = await newEndpoint({ url: receiver.url, events: ['user.created'] });
    await newUser();
    receiver.answer = (response) => response.writeHead(500).end();
    const last = { tries: 9, roundAt: new Date(Date.now() - 73 * hour) };
    await prisma().webhookDelivery.updateMany({ where: { endpointId: failing.id }, data: last });
    const since = (days: number) =>
      prisma().webhookEndpoint.update({
        where: { id: failing.id },
        data: { failingSince: new Date(Date.now() - days * 24 * hour) },
      });
    await since(4);
    await sendWebhooks();
    expect((await listEndpoints(failing.id))[0]).toMatchObject({ isOn: true, dead: 1 });
    await newUser();
    await prisma().webhookDelivery.updateMany({
      where: { endpointId: failing.id, state: 'waiting' },
      data: last,
    });
    await since(5);
    await sendWebhooks();
    expect((await listEndpoints(failing.id))[0]).toMatchObject({ isOn: false, offReason: 'failing' });
    const mails = (await mailsTo(supportEmail)).filter(({ subject }) => subject.includes('webhook endpoint'));
    expect(mails).toHaveLength(2);
    expect(mails.map(({ text }) => text).join()).toContain(`/admin/webhooks/endpoints/${failing.id}`);
    const before = await prisma().webhookDelivery.count();
    await newUser();
    expect(await prisma().webhookDelivery.count()).toBe(before);
  });

  it('bears receivers that redirect, answer without end, with rubbish, or not at all', async () => {
    const { id: endpointId } = await newEndpoint({ url: receiver.url, events: ['user.updated'] });
    const user = await newUser();
    const outcome = async (answer: typeof receiver.answer) => {
      receiver.answer = answer;
      await rename(user.id, randomUUID());
      await sendWebhooks();
      const latest = (await deliveriesOf(endpointId)).at(-1);
      await prisma().webhookDelivery.deleteMany();
      return latest;
    };
    const elsewhere = `${receiver.url}/elsewhere`;
    expect(await outcome((response) => response.writeHead(302, { Location: elsewhere }).end())).toMatchObject(
      {
        state: 'waiting',
        lastStatus: 302,
        lastError: expect.stringContaining('not followed'),
      },
    );
    expect(receiver.received.map(({ path }) => path)).not.toContain('/hooks/elsewhere');
    const endless = await outcome((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    expect(endless).toMatchObject({ state: 'delivered', lastAnswer: 'x'.repeat(500) });
    expect(
      await outcome((response) => response.writeHead(200).end(Buffer.from([0, 255, 65, 7]))),
    ).toMatchObject({
      state: 'delivered',
      lastAnswer: 'A',
    });
    expect(await outcome((response) => response.destroy())).toMatchObject({
      state: 'waiting',
      lastStatus: null,
      lastError: 'The connection was broken off.',
    });
    expect(await outcome((response) => response.writeHead(429, { 'Retry-After': '7200' }).end())).toSatisfy(
      (one) => one.nextAt.getTime() >= Date.now() + 1.9 * hour,
    );
  });

  it('waits for an answer only so long, and takes its beginning for it', async () => {
    const call = (limitMs: number) =>
      post(new URL(receiver.url), { headers: {}, body: '{}', isAnyAllowed: true, limitMs });
    receiver.answer = () => undefined;
    await expect(call(50)).rejects.toThrow('No answer came in time.');
    // Its beginning came, and then the connection broke.
    receiver.answer = (response) => {
      response.writeHead(202, { 'Content-Length': '100' });
      response.write('slow', () => response.socket?.end());
    };
    expect(await call(60_000)).toMatchObject({ status: 202, text: 'slow' });
    await expect(
      post(new URL('https://slow.example'), {
        headers: {},
        body: '',
        isAnyAllowed: true,
        limitMs: 20,
        resolve: () => new Promise(() => undefined),
      }),
    ).rejects.toThrow('No answer came in time.');
  });
});

describe('addresses that are not on the public internet', () => {
  const local = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
  const open = () => Promise.resolve([{ address: '203.0.114.7', family: 4 as const }]);

  afterEach(() => void isAnyAllowed(true));

  it('are refused at adding, however they are spelled', async () => {
    isAnyAllowed(false);
    for (const url of [
      'https://127.0.0.1/',
      'https://0177.0.0.1/',
      'https://2130706433/',
      'https://0.0.0.0:8443/',
      'https://[::1]/',
      'https://[::ffff:169.254.169.254]/latest/meta-data',
      'https://[64:ff9b::7f00:1]/',
      'https://169.254.169.254/',
      'http://example.com/',
      'https://user:word@example.com/',
      'ftp://example.com/',
      'javascript:alert(1)',
    ])
      await expect(checkedAddress(url, open), url).rejects.toMatchObject({ kind: 'invalid', field: 'url' });
    await expect(checkedAddress('https://intranet.example/', local)).rejects.toThrow('public internet');
    expect(await checkedAddress('https://hooks.example/x#part', open)).toBe('https://hooks.example/x');
  });

  it('are refused at connecting: a name that leads elsewhere later leads nowhere', async () => {
    const { id: endpointId } = await newEndpoint({
      url: receiver.url.replace('127.0.0.1', 'rebinding.example'),
      events: ['user.created'],
    });
    await newUser();
    isAnyAllowed(false);
    await sendWebhooks({ resolve: local });
    expect(receiver.received).toHaveLength(0);
    expect((await deliveriesOf(endpointId))[0]?.lastError).toContain('not on the public internet');
    // Looked up once, and connected to that: were it looked up again, it would be found nowhere.
    isAnyAllowed(true);
    let asked = 0;
    await at(Date.now() + 2 * minute, () =>
      sendWebhooks({
        resolve: () => {
          asked += 1;
          return local();
        },
      }),
    );
    expect([asked, receiver.received.length]).toEqual([1, 1]);
    expect(receiver.received[0]?.headers.host).toBe(`rebinding.example:${receiver.port}`);
  });
});

describe('endpoints', () => {
  it('are added by owners who have confirmed it, once for each form, with a secret that is shown once', async () => {
    const { actor } = await newActor('owner');
    const { actor: manager } = await newActor('manager');
    await expect(addEndpoint(manager, form(), randomUUID())).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(
      at(Date.now() + 16 * minute, () => addEndpoint(actor, form(), randomUUID())),
    ).rejects.toThrow('confirm that it is you');
    const formKey = randomUUID();
    const made = await addEndpoint(actor, form(), formKey);
    expect(made?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await addEndpoint(actor, form(), formKey)).toBeNull();
    const id = made?.id ?? '';
    const { rows } = await databasePool().query('SELECT e::text AS text FROM webhook_endpoints e');
    expect(rows).toHaveLength(1);
    expect(rows[0].text).not.toContain(made?.secret.slice(6));
    expect(rows[0].text).not.toContain(Buffer.from(made?.secret ?? '').toString('hex'));
    const wanted = form({ description: 'Accounting', events: ['payment.paid'] });
    const version = (await listEndpoints(id))[0]?.version ?? '';
    await editEndpoint(actor, id, wanted, version);
    await editEndpoint(actor, id, wanted, version);
    await expect(switchEndpoint(manager, id, false)).rejects.toMatchObject({ kind: 'not_allowed' });
    await switchEndpoint(actor, id, false);
    await switchEndpoint(actor, id, false);
    await expect(sendTest(actor, id)).rejects.toMatchObject({ kind: 'conflict' });
    await switchEndpoint(actor, id, true);
    expect((await listEndpoints())[0]).toMatchObject({ description: 'Accounting', isOn: true });
    await deleteEndpoint(actor, id);
    await expect(deleteEndpoint(actor, id)).rejects.toMatchObject({ kind: 'not_found' });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'webhook_endpoint_added',
      'webhook_endpoint_edited',
      'webhook_endpoint_switched',
      'webhook_endpoint_switched',
      'webhook_endpoint_deleted',
    ]);
    expect(JSON.stringify(await auditOf(id))).not.toContain(made?.secret);
  });

  it('are changed by whoever has seen what is there: of two who open one at once the second is told', async () => {
    const { actor } = await newActor('owner');
    const { id } = await newEndpoint({ url: receiver.url });
    const version = (await listEndpoints(id))[0]?.version ?? '';
    const outcomes = await Promise.allSettled(
      ['Mine', 'Theirs'].map((description) => editEndpoint(actor, id, form({ description }), version)),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict' },
    });
    const [now] = await listEndpoints(id);
    await editEndpoint(actor, id, form({ description: 'Seen, and changed' }), now?.version ?? '');
    expect((await listEndpoints(id))[0]).toMatchObject({ description: 'Seen, and changed' });
    const [first, second] = await auditOf(id);
    expect(first?.after).toMatchObject({ description: now?.description });
    expect(second).toMatchObject({
      before: { description: now?.description },
      after: { description: 'Seen, and changed' },
    });
  });

  it('are signed for with both secrets for a day after a rotation', async () => {
    const { actor } = await newActor('owner');
    const { id, secret: old } = await newEndpoint({ url: receiver.url });
    const next = await rotateSecret(actor, id);
    await expect(rotateSecret(actor, id)).rejects.toMatchObject({ kind: 'conflict' });
    await sendTest(actor, id);
    await sendWebhooks();
    const verify = (secret: string) => {
      const { text, headers } = receiver.received.at(-1) as (typeof receiver.received)[number];
      return new Webhook(secret).verify(text, headers as Record<string, string>);
    };
    expect(verify(next)).toMatchObject({ type: 'webhook.test' });
    expect(verify(old)).toMatchObject({ type: 'webhook.test' });
    await prisma().webhookEndpoint.update({ where: { id }, data: { previousUntil: new Date() } });
    await at(Date.now() + 60_000, async () => {
      // Pressed twice, it is sent once.
      expect(await sendTest(actor, id)).toBe(await sendTest(actor, id));
      await sendWebhooks();
    });
    expect(verify(next)).toMatchObject({ type: 'webhook.test' });
    expect(() => verify(old)).toThrow();
  });

  it('that are switched off have what waits given up, and nothing kept for them', async () => {
    const { actor } = await newActor('owner');
    const { id } = await newEndpoint({ url: receiver.url, events: ['user.created'] });
    await newUser();
    await switchEndpoint(actor, id, false);
    await newUser();
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'dead', attempts: 0 }]);
    await expect(replayAll(actor, id)).rejects.toMatchObject({ kind: 'conflict' });
    await sendWebhooks();
    expect(receiver.received).toHaveLength(0);
  });

  it('that are deleted meanwhile undo nobody’s change', async () => {
    const { id } = await newEndpoint({ url: receiver.url });
    const other = await databasePool().connect();
    try {
      await other.query('BEGIN');
      await other.query('DELETE FROM webhook_endpoints WHERE id = $1', [id]);
      const change = newUser();
      await expect
        .poll(async () => {
          const { rows } = await databasePool().query(
            `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          );
          return rows[0].waiting;
        })
        .toBeGreaterThan(0);
      await other.query('COMMIT');
      expect(await change).toMatchObject({ name: 'Test Person' });
    } finally {
      other.release();
    }
  });
});

describe('endpoints of programs', () => {
  const keyOf = async (permissions: string[]) => {
    const { actor } = await newActor('owner');
    const wanted = devopsKeySchema.parse({ permissions });
    const { key, webhookSecret } = await makeKeyWithSecret(actor, wanted);
    const { id } = await prisma().devopsKey.findFirstOrThrow({ where: { createdById: actor.id } });
    return { actor, key, webhookSecret, id };
  };
  const known = (id: string, permissions: string[]) => ({
    id,
    permissions: permissions as DevopsPermission[],
  });

  it('are signed for with the secret that came with the key, also after a rotation of it', async () => {
    const may = ['webhooks:write', 'users:read'];
    const { actor, webhookSecret, id } = await keyOf(may);
    const signedAt = async (keyId: string, url: string) => {
      const wanted = form({ url, events: ['user.created'] });
      expect(await addProgramEndpoint(known(keyId, may), wanted, 'r')).toMatchObject({ secret: null });
      await newUser();
      await sendWebhooks();
      const { text, headers } = receiver.received.find(({ path }) => url.endsWith(path)) as Received;
      return new Webhook(webhookSecret).verify(text, headers as Record<string, string>);
    };
    expect(await signedAt(id, `${receiver.url}/1`)).toMatchObject({ type: 'user.created' });
    await rotateDevopsKey(actor, id);
    const { replacedById } = await prisma().devopsKey.findUniqueOrThrow({ where: { id } });
    expect(await signedAt(replacedById ?? '', `${receiver.url}/2`)).toMatchObject({ type: 'user.created' });
    // The old key's end ends nothing; the new one's switches off what was added with either.
    await revokeDevopsKey(actor, id);
    expect((await listEndpoints()).map(({ isOn }) => isOn)).toEqual([true, true]);
    await revokeDevopsKey(actor, replacedById ?? '');
    expect((await listEndpoints()).map(({ isOn }) => isOn)).toEqual([false, false]);
  });

  it('are told of nothing that their key may not read, and of no endpoint of an admin’s', async () => {
    const { id } = await keyOf(['webhooks:write']);
    const admins = await newEndpoint({ url: receiver.url });
    for (const [kind, needed] of [
      ['user.deleted', 'users:read'],
      ['subscription.updated', 'revenue:read'],
      ['payment.paid', 'revenue:read'],
      ['commission.created', 'commissions:read'],
      ['payout.paid', 'commissions:read'],
    ] as const) {
      const wanted = form({ url: `${receiver.url}/${kind}`, events: [kind] });
      const others = allDevopsPermissions.filter((permission) => permission !== needed);
      await expect(addProgramEndpoint(known(id, others), wanted, 'r'), kind).rejects.toMatchObject({
        kind: 'not_allowed',
      });
      await addProgramEndpoint(known(id, [needed]), wanted, 'r');
    }
    const listed = await listProgramEndpoints({ id });
    expect(listed.map((one) => one.id)).not.toContain(admins.id);
    expect(listed).toHaveLength(5);
    await expect(deleteProgramEndpoint({ id }, admins.id, 'r')).rejects.toMatchObject({ kind: 'not_found' });
    await deleteProgramEndpoint({ id }, listed[0]?.id ?? '', 'r');
    expect((await auditOf(listed[0]?.id ?? '')).map(({ action }) => action)).toEqual([
      'webhook_endpoint_added',
      'webhook_endpoint_deleted',
    ]);
  });
});

describe('the endpoints of a key', () => {
  const may: DevopsPermission[] = ['webhooks:write', 'users:read'];
  const keyWithEndpoint = async () => {
    const { actor, user } = await newActor('owner');
    const { key: secret } = await makeKeyWithSecret(actor, devopsKeySchema.parse({ permissions: may }));
    const { id } = await prisma().devopsKey.findFirstOrThrow({ where: { createdById: actor.id } });
    const key = { id, permissions: may };
    const url = `${receiver.url}/${randomUUID()}?secret=abc`;
    const endpoint = await addProgramEndpoint(key, form({ url, events: ['user.created'] }), 'r');
    return { actor, user, secret, key, endpoint };
  };
  const isOn = async (id: string) =>
    (await prisma().webhookEndpoint.findUniqueOrThrow({ where: { id } })).isOn;

  it('are seen and deleted with that key alone', async () => {
    const [one, two] = [await keyWithEndpoint(), await keyWithEndpoint()];
    expect((await listProgramEndpoints(one.key)).map(({ id }) => id)).toEqual([one.endpoint.id]);
    expect(JSON.stringify(await listProgramEndpoints(two.key))).not.toContain(one.endpoint.id);
    await expect(deleteProgramEndpoint(two.key, one.endpoint.id, 'r')).rejects.toMatchObject({
      kind: 'not_found',
    });
    // Nor does a refusal tell one key of another's address.
    const same = form({ url: one.endpoint.url, events: ['user.created'] });
    expect((await addProgramEndpoint(two.key, same, 'r')).id).not.toBe(one.endpoint.id);
    await expect(addProgramEndpoint(one.key, same, 'r')).rejects.toMatchObject({ kind: 'conflict' });
    await deleteProgramEndpoint(one.key, one.endpoint.id, 'r');
    expect((await listEndpoints()).map(({ id }) => id)).not.toContain(one.endpoint.id);
  });

  it('go over to the key that takes its place, also what the old one adds meanwhile', async () => {
    const { actor, key, endpoint } = await keyWithEndpoint();
    await rotateDevopsKey(actor, key.id);
    const { replacedById } = await prisma().devopsKey.findUniqueOrThrow({ where: { id: key.id } });
    const wanted = form({ url: `${receiver.url}/later`, events: ['user.created'] });
    const later = await addProgramEndpoint(key, wanted, 'r');
    for (const id of [key.id, replacedById ?? ''])
      expect((await listProgramEndpoints({ id })).map((one) => one.id)).toEqual([endpoint.id, later.id]);
    // The old key's end ends neither.
    await at(Date.now() + 25 * hour, async () => {
      await newUser();
      await sendWebhooks();
    });
    expect([await isOn(endpoint.id), await isOn(later.id)]).toEqual([true, true]);
  });

  const endings: [string, (made: Awaited<ReturnType<typeof keyWithEndpoint>>) => Promise<unknown>][] = [
    [
      'has expired',
      ({ key }) =>
        prisma().devopsKey.update({
          where: { id: key.id },
          data: { expiresAt: new Date(Date.now() - 1_000) },
        }),
    ],
    ['was revoked', ({ key, actor }) => revokeDevopsKey(actor, key.id)],
    [
      'was revoked past the site',
      ({ key }) => prisma().devopsKey.update({ where: { id: key.id }, data: { revokedAt: new Date() } }),
    ],
    [
      'was made by somebody who is no admin any more',
      ({ user }) =>
        prisma().user.update({
          where: { id: user.id },
          data: { role: 'member', assignedRole: 'member' },
        }),
    ],
    [
      'was made by an admin who may not use the integration any more',
      ({ user }) => prisma().user.update({ where: { id: user.id }, data: { adminLevel: 'support' } }),
    ],
    [
      'was made by an admin whose account is closed',
      ({ user }) => prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } }),
    ],
    [
      'was made by somebody whose account is deleted',
      ({ key }) => prisma().devopsKey.update({ where: { id: key.id }, data: { createdById: null } }),
    ],
  ];

  it.each(endings)(
    'are told nothing more once it %s, not even of what waits, and the key opens nothing',
    async (_, end) => {
      const made = await keyWithEndpoint();
      await newUser();
      await end(made);
      await newUser();
      await sendWebhooks();
      expect(receiver.received).toEqual([]);
      expect(await isOn(made.endpoint.id)).toBe(false);
      expect((await deliveriesOf(made.endpoint.id)).map(({ state }) => state)).not.toContain('waiting');
      expect(await findDevopsKey(made.secret, '192.0.2.1')).toBeNull();
      // Nobody switches it on again in the key's name.
      const { actor } = await newActor('owner');
      await expect(switchEndpoint(actor, made.endpoint.id, true)).rejects.toMatchObject({ kind: 'conflict' });
      const wanted = form({ url: `${receiver.url}/again`, events: ['user.created'] });
      await expect(addProgramEndpoint(made.key, wanted, 'r')).rejects.toMatchObject({ kind: 'not_allowed' });
    },
  );

  it('are not told what was claimed just before it ended', async () => {
    const made = await keyWithEndpoint();
    await newUser();
    // The key ends between the look at all endpoints and the delivery: the receiver's name is looked up in between.
    await sendWebhooks();
    expect(receiver.received).toHaveLength(1);
    await newUser();
    const real = prisma().webhookDelivery.findUnique;
    const seen = vi.spyOn(prisma().webhookDelivery, 'findUnique').mockImplementation(((options: never) => {
      seen.mockRestore();
      return prisma()
        .devopsKey.update({ where: { id: made.key.id }, data: { revokedAt: new Date() } })
        .then(() => real.call(prisma().webhookDelivery, options));
    }) as never);
    await sendWebhooks();
    expect(receiver.received).toHaveLength(1);
    expect(await isOn(made.endpoint.id)).toBe(false);
  });
});

describe('the list of what was sent', () => {
  it('is paged by key, narrowed, and forgets what is old', async () => {
    const first = await newEndpoint({ url: receiver.url, events: ['user.updated'] });
    const second = await newEndpoint({ url: receiver.url, events: ['user.updated'] });
    const { id } = await newUser();
    for (let count = 0; count < 30; count += 1) await rename(id, String(count));
    await prisma().webhookDelivery.updateMany({ where: { endpointId: second.id }, data: { state: 'dead' } });
    const all = readDeliveryFilter(new URLSearchParams('state=x&endpoint=x&type=x'));
    const page = await listDeliveries(all, null);
    const rest = await listDeliveries(all, readCursor(page.next));
    expect([page.rows.length, rest.rows.length, rest.next]).toEqual([50, 10, null]);
    expect(new Set([...page.rows, ...rest.rows].map((row) => row.id)).size).toBe(60);
    const narrowed = readDeliveryFilter(
      new URLSearchParams(`state=waiting&endpoint=${first.id}&type=user.updated`),
    );
    expect((await listDeliveries(narrowed, null)).rows).toHaveLength(30);
    await deleteOldDeliveries();
    expect(await prisma().webhookDelivery.count()).toBe(60);
    await at(Date.now() + 31 * 24 * hour, deleteOldDeliveries);
    expect(await prisma().webhookDelivery.count(), 'what waits or was given up is kept longer').toBe(60);
    await at(Date.now() + 91 * 24 * hour, deleteOldDeliveries);
    expect(await prisma().webhookDelivery.count()).toBe(30);
    await prisma().webhookEndpoint.deleteMany();
    await at(Date.now() + 91 * 24 * hour, deleteOldDeliveries);
    expect(await prisma().outgoingEvent.count()).toBe(0);
  });
});
