import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { skippedSql } from '#app/domain/operating/letters/audience.server.ts';
import { findRefusals, saveEmailChoices } from '#app/domain/operating/letters/email-choices.server.ts';
import { letterKindNames } from '#app/domain/operating/letters/kinds.ts';
import { withholdLetter } from '#app/domain/operating/letters/late-refusals.server.ts';
import { removeSuppression } from '#app/domain/operating/letters/suppression-removal.server.ts';
import {
  addSuppression,
  listSuppressions,
  readAddressFilter,
} from '#app/domain/operating/suppressions/suppressions.server.ts';
import * as platform from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { keyedHash } from '#app/platform/secrets/keyed-hash.server.ts';
import { action as mailgun } from '#app/routes/api/mailgun-webhook.ts';
import { action as postmark } from '#app/routes/api/postmark-webhook.ts';
import { action as resend } from '#app/routes/api/resend-webhook.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { newEmail, newUser } from '#tests/integration/people.ts';

const key = Buffer.from('a key of thirty-two bytes or so.').toString('base64');
const secrets = {
  postmark: 'site:a-long-password-of-ours',
  resend: `whsec_${key}`,
  mailgun: 'key-0123456789abcdef',
  ses: null,
};

beforeAll(() => {
  const usual = platform.config();
  vi.spyOn(platform, 'config').mockReturnValue({ ...usual, mailEvents: secrets });
});
afterAll(() => vi.restoreAllMocks());

const request = (body: string, headers: Record<string, string> = {}) => ({
  request: new Request('http://x/webhooks/provider', { method: 'POST', body, headers }),
});
const seconds = () => Math.floor(Date.now() / 1000);

const toPostmark = (event: object, login = secrets.postmark) =>
  postmark(
    request(JSON.stringify(event), { Authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  );

function toResend(event: object, { id = randomUUID(), time = seconds(), body = JSON.stringify(event) } = {}) {
  const signed = createHmac('sha256', Buffer.from(key, 'base64')).update(
    `${id}.${time}.${JSON.stringify(event)}`,
  );
  const signature = `v1,${'A'.repeat(43)}= v1,${signed.digest('base64')}`;
  return resend(
    request(body, { 'svix-id': id, 'svix-timestamp': String(time), 'svix-signature': signature }),
  );
}

function toMailgun(event: object, { token = randomUUID(), time = seconds(), secret = secrets.mailgun } = {}) {
  const signature = createHmac('sha256', secret).update(`${time}${token}`).digest('hex');
  return mailgun(
    request(
      JSON.stringify({ signature: { timestamp: String(time), token, signature }, 'event-data': event }),
    ),
  );
}

const suppressionOf = (address: string) => prisma().mailSuppression.findUnique({ where: { address } });
const postmarkBounce = (Email: string, ID = Math.floor(Math.random() * 1e15)) => ({
  RecordType: 'Bounce',
  Type: 'HardBounce',
  TypeCode: 1,
  ID,
  MessageID: randomUUID(),
  Email,
  Details: 'smtp;550 5.1.1 unknown user',
});
const permanent = (recipient: string) => ({
  event: 'failed',
  severity: 'permanent',
  reason: 'bounce',
  recipient,
  'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: 'No such user' },
});

describe('mail providers’ events (P267)', () => {
  it('suppresses an address that bounced for good, by Postmark, Resend and Mailgun', async () => {
    const addresses = [newEmail(), newEmail(), newEmail()] as const;
    const answers = [
      await toPostmark(postmarkBounce(addresses[0].toUpperCase())),
      await toResend({
        type: 'email.bounced',
        data: { to: [addresses[1]], bounce: { type: 'Permanent', subType: 'General', message: 'gone' } },
      }),
      await toMailgun(permanent(addresses[2])),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await Promise.all(addresses.map(suppressionOf));
    expect(rows.map((row) => [row?.reason, row?.source])).toEqual([
      ['bounce', 'postmark'],
      ['bounce', 'resend'],
      ['bounce', 'mailgun'],
    ]);
  });

  it('refuses what its provider has not signed, and what is old', async () => {
    const address = newEmail();
    const bounced = { type: 'email.bounced', data: { to: [address], bounce: { type: 'Permanent' } } };
    const complaint = { event: 'complained', recipient: address };
    const answers = await Promise.all([
      toPostmark(postmarkBounce(address), 'site:another-password-here'),
      postmark(request(JSON.stringify(postmarkBounce(address)))),
      toResend(bounced, { body: JSON.stringify({ ...bounced, more: 1 }) }),
      toResend(bounced, { time: seconds() - 400 }),
      toMailgun(complaint, { secret: 'another key than ours' }),
      toMailgun(complaint, { time: seconds() - 90_000 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await suppressionOf(address)).toBeNull();
  });

  it('refuses what is no event, and takes no notice of other events', async () => {
    const login = { Authorization: `Basic ${Buffer.from(secrets.postmark).toString('base64')}` };
    for (const body of ['', 'no json', '[]', 'null', '{"RecordType":1}'])
      expect((await postmark(request(body, login))).status).toBe(400);
    expect((await mailgun(request('{"signature":{}}'))).status).toBe(400);
    await expect(postmark(request('x'.repeat(300_001), login))).rejects.toMatchObject({
      init: { status: 413 },
    });
    const address = newEmail();
    const soft = [
      await toPostmark({ ...postmarkBounce(address), Type: 'SoftBounce' }),
      await toResend({ type: 'email.bounced', data: { to: [address], bounce: { type: 'Transient' } } }),
      await toMailgun({ ...permanent(address), severity: 'temporary' }),
      await toMailgun({ ...permanent(address), 'delivery-status': { 'enhanced-code': '5.7.1' } }),
      await toMailgun({
        ...permanent(address),
        'delivery-status': { 'enhanced-code': '', message: '552-5.2.2 over quota' },
      }),
      // Whose mailbox of the two it was, nobody knows.
      await toResend({
        type: 'email.bounced',
        data: { to: [address, newEmail()], bounce: { type: 'Permanent' } },
      }),
    ];
    for (const answer of soft) expect(await answer.json()).toEqual({ outcome: 'ignored' });
    expect(await suppressionOf(address)).toBeNull();
  });

  it('does a repeated event once: an admin who removed the address is not overruled by it', async () => {
    const { actor } = await newActor('manager');
    const address = newEmail();
    const token = randomUUID();
    await toMailgun(permanent(address), { token });
    const entry = await suppressionOf(address);
    await removeSuppression(actor, entry?.id ?? '', { why: 'They fixed their mailbox' });
    await removeSuppression(actor, entry?.id ?? '', { why: 'They fixed their mailbox' });
    expect(await (await toMailgun(permanent(address), { token })).json()).toEqual({ outcome: 'known' });
    expect(await suppressionOf(address)).toBeNull();
    expect(JSON.stringify(await auditOf(entry?.id ?? ''))).not.toContain(address);
  });

  it('takes no other body with the signature of an event, also of one of no consequence', async () => {
    const address = newEmail();
    const token = randomUUID();
    expect(await (await toMailgun({ event: 'delivered', recipient: newEmail() }, { token })).json()).toEqual({
      outcome: 'ignored',
    });
    expect(await (await toMailgun(permanent(address), { token })).json()).toEqual({ outcome: 'known' });
    expect(await suppressionOf(address)).toBeNull();
  });

  it('answers 400 for an id that cannot be stored, and reads an address with its name', async () => {
    const address = newEmail();
    expect((await toPostmark({ ...postmarkBounce(address), ID: 'a\0b' })).status).toBe(400);
    await toPostmark(postmarkBounce(`Some Body <${address}>`));
    expect((await suppressionOf(address))?.reason).toBe('bounce');
  });

  it('keeps nothing that comes late about an account that was erased', async () => {
    const address = newEmail();
    await prisma().erasedAddress.create({
      data: { addressHash: keyedHash('erased address', address), erasedAt: new Date() },
    });
    await toPostmark(postmarkBounce(address));
    expect(await suppressionOf(address)).toBeNull();
    const { id } = await newUser();
    await prisma().user.update({ where: { id }, data: { email: address } });
    await toPostmark(postmarkBounce(address));
    expect((await suppressionOf(address))?.reason).toBe('bounce');
  });

  it('unsubscribes whoever complains from every kind of letter, and says so over an earlier bounce', async () => {
    const { id, email } = await newUser();
    await toPostmark(postmarkBounce(email));
    await toMailgun({ event: 'complained', recipient: email });
    expect((await suppressionOf(email))?.reason).toBe('complaint');
    expect((await findRefusals(id)).sort()).toEqual([...letterKindNames].sort());
    await toPostmark(postmarkBounce(email));
    expect((await suppressionOf(email))?.reason).toBe('complaint');
  });
});

describe('the suppression list (P268)', () => {
  it('leaves whoever has an address that complained unsubscribed, also an account made later', async () => {
    const { actor } = await newActor('manager');
    const early = await newUser();
    const late = newEmail();
    await prisma().emailCourseSubscription.create({ data: { userId: early.id, nextDueAt: new Date() } });
    for (const recipient of [early.email, late]) await toMailgun({ event: 'complained', recipient });
    const course = await prisma().emailCourseSubscription.findUnique({ where: { userId: early.id } });
    expect([course?.nextDueAt, course?.unsubscribedAt !== null]).toEqual([null, true]);
    // The owner of the first address wants letters again.
    await saveEmailChoices(early.id, letterKindNames);
    // Imported, with the day on which they joined another site.
    const { id } = await newUser();
    const imported = { email: late, createdAt: new Date('2020-01-01') };
    await prisma().user.update({ where: { id }, data: imported });
    await prisma().importedPerson.create({
      data: { userId: id, isAwaited: true, importedAt: new Date(Date.now() + 1_000) },
    });
    for (const address of [early.email, late])
      await removeSuppression(actor, (await suppressionOf(address))?.id ?? '', { why: 'Asked by phone' });
    expect(await findRefusals(early.id)).toEqual(['clicks']);
    expect((await findRefusals(id)).sort()).toEqual([...letterKindNames].sort());
  });

  it('finds the addresses that begin with something by an index', async () => {
    const asked = vi.spyOn(prisma(), '$queryRaw');
    await listSuppressions('jane', null);
    const [text, ...values] = asked.mock.calls[0] as unknown as [TemplateStringsArray, ...unknown[]];
    asked.mockRestore();
    const query = Prisma.sql(text, ...values);
    const plan = await prisma().$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return tx.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${query}`);
    });
    expect(JSON.stringify(plan)).toContain('mail_suppressions_beginning_idx');
  });

  it('reads a search of any letters as the beginning of an address', async () => {
    const { actor } = await newActor('manager');
    const local = `Z%_${randomUUID()}`.replace('%', '+').toLowerCase();
    await addSuppression(actor, { email: `${local}@example.com`, why: 'x' });
    const find = async (typed: string) => {
      const start = readAddressFilter(new URLSearchParams({ address: typed }));
      return (await listSuppressions(start, null)).rows.map(({ address }) => address);
    };
    expect(await find(` ${local.toUpperCase()} `)).toEqual([`${local}@example.com`]);
    expect(await find(local.replace('_', '%'))).toEqual([]);
    expect(await find(local.slice(1))).toEqual([]);
    expect(await find('\u{10FFFF}\0\ud800')).toEqual([]);
  });

  it('keeps bulk mail from its addresses, as it is queued and as it is delivered', async () => {
    const { actor } = await newActor('manager');
    const { id, email } = await newUser();
    const mail = { id: randomUUID(), key: null, recipient: email };
    const reasonNow = async () => {
      const [row] = await prisma().$queryRaw<{ reason: string | null }[]>`
        SELECT ${skippedSql('news')} AS reason FROM users u WHERE u.id = ${id}::uuid`;
      return row?.reason;
    };
    expect([await reasonNow(), await withholdLetter(mail)]).toEqual([null, null]);
    await addSuppression(actor, { email, why: 'Asked by phone' });
    expect(await reasonNow()).toBe('suppressed');
    expect(await withholdLetter(mail)).toMatchObject({ skip: expect.stringContaining('suppression list') });
    await expect(addSuppression(actor, { email, why: 'Again' })).rejects.toMatchObject({ kind: 'conflict' });
    const { rows } = await listSuppressions(email.slice(0, -3), null);
    expect(rows.map(({ address, detail }) => [address, detail])).toEqual([[email, 'Asked by phone']]);
  });

  it('is for managers and owners', async () => {
    const { actor } = await newActor('support');
    const refused = addSuppression(actor, { email: newEmail(), why: 'No' });
    await expect(refused).rejects.toMatchObject({ kind: 'not_allowed' });
  });
});
