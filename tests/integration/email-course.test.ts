import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { withClock } from '#app/platform/clock.server.ts';
import { at, mailsTo, newUser, newViewer } from '#tests/integration/people.ts';

// A mail server of our own, there before any module reads the configuration.
const received: string[] = [];
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      received.push(String(Buffer.concat(chunks)));
      done();
    });
  },
});
mailServer.listen(0, '127.0.0.1');
await once(mailServer.server, 'listening');
const { port } = mailServer.server.address() as AddressInfo;
process.env.SMTP_URL = `smtp://127.0.0.1:${port}`;

const { letters } = await import('#app/domain/learning/email-course/letters.server.ts');
const { sendDueLetters } = await import('#app/domain/learning/email-course/sending.server.ts');
const { findCourseByMail, subscribe, unsubscribe, unsubscribeByToken } = await import(
  '#app/domain/learning/email-course/subscriptions.server.ts'
);
const { prisma } = await import('#app/platform/database/client.server.ts');
const { closeMailTransport, deliverMail } = await import('#app/platform/mail/delivery.server.ts');

afterAll(async () => {
  closeMailTransport();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});

// Subscribers of other tests are left alone.
beforeEach(() => prisma().emailCourseSubscription.updateMany({ data: { nextDueAt: null } }));

const makeDue = (userId: string) =>
  prisma().emailCourseSubscription.update({ where: { userId }, data: { nextDueAt: new Date() } });

/** The secret of the link to unsubscribe in a mail. */
function tokenIn(mail: { headers: unknown } | undefined): string {
  const header = String((mail?.headers as Record<string, string> | undefined)?.['List-Unsubscribe']);
  const token = /^<http:\/\/localhost:3000\/email-course\/unsubscribe\/([\w-]{43})>$/.exec(header)?.[1];
  if (!token) throw new Error(`No link to unsubscribe in ${header}`);
  return token;
}

describe('the letters', () => {
  it('are twelve, in order', () => {
    expect(letters().map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
});

describe('subscribing', () => {
  it('sends the first letter at once, and plans the second for a month later', async () => {
    const viewer = await newViewer();
    expect(await findCourseByMail(viewer.id)).toEqual({
      isSubscribed: false,
      lastLetter: 0,
      nextDueAt: null,
    });
    await at(Date.parse('2026-11-21T14:00:00Z'), () => subscribe(viewer));
    expect(await findCourseByMail(viewer.id)).toEqual({
      isSubscribed: true,
      lastLetter: 1,
      nextDueAt: new Date('2026-12-21T00:00:00Z'),
    });
    const mails = await mailsTo(viewer.email);
    expect(mails.map(({ subject }) => subject)).toEqual([letters()[0]?.subject]);
    const [mail] = mails;
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    const link = `http://localhost:3000/email-course/unsubscribe/${tokenIn(mail)}`;
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain('href="http://localhost:3000/playbooks/customer-interviews"');
    expect(mail?.text).toContain('http://localhost:3000/playbooks/customer-interviews');
    expect(mail?.html).not.toMatch(/href="\/|<input/);
    for (const form of [mail?.html, mail?.text])
      expect(form).toContain('run by Academy Ltd, 1 Market Street, Springfield.');
  });

  it('twice, even at once, is subscribing once', async () => {
    const viewer = await newViewer();
    await Promise.all([1, 2, 3].map(() => subscribe(viewer)));
    await subscribe(viewer);
    expect(await mailsTo(viewer.email)).toHaveLength(1);
    expect(await prisma().activityLog.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('is refused with an address that is not verified', async () => {
    const viewer = { ...(await newViewer()), isEmailVerified: false };
    await expect(subscribe(viewer)).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(await mailsTo(viewer.email)).toEqual([]);
  });
});

describe('the daily run', () => {
  it('sends what is due, one letter for each run, to the last one and no further', async () => {
    const viewer = await newViewer();
    await subscribe(viewer);
    await sendDueLetters();
    expect(await mailsTo(viewer.email), 'nothing is due on the same day').toHaveLength(1);
    for (const _ of letters().slice(1)) {
      await makeDue(viewer.id);
      await sendDueLetters();
    }
    const subjects = (await mailsTo(viewer.email)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(
      letters()
        .map(({ subject }) => subject)
        .toSorted(),
    );
    expect(await findCourseByMail(viewer.id)).toEqual({
      isSubscribed: true,
      lastLetter: 12,
      nextDueAt: null,
    });
    await makeDue(viewer.id);
    await sendDueLetters();
    expect(await mailsTo(viewer.email)).toHaveLength(12);
    expect((await findCourseByMail(viewer.id)).nextDueAt).toBeNull();
  });

  it('sends each letter once when several processes run at the same time', async () => {
    const viewers = await Promise.all(Array.from({ length: 4 }, () => newViewer()));
    for (const viewer of viewers) await subscribe(viewer);
    for (const { id } of viewers) await makeDue(id);
    await Promise.all([1, 2, 3, 4].map(() => sendDueLetters()));
    for (const { id, email } of viewers) {
      expect(await mailsTo(email)).toHaveLength(2);
      expect(await prisma().emailCourseLetter.count({ where: { userId: id } })).toBe(2);
    }
  });

  it('never sends a letter again that was sent, whatever the subscription says', async () => {
    const viewer = await newViewer();
    await subscribe(viewer);
    await prisma().emailCourseSubscription.update({ where: { userId: viewer.id }, data: { lastLetter: 0 } });
    await makeDue(viewer.id);
    await sendDueLetters();
    expect(await mailsTo(viewer.email)).toHaveLength(1);
    expect((await findCourseByMail(viewer.id)).lastLetter).toBe(1);
  });

  it('waits for the next day where somebody had a letter that day', async () => {
    const viewer = await newViewer();
    await subscribe(viewer);
    await makeDue(viewer.id);
    const at = new Date();
    const letter = await prisma().letter.create({ data: { subject: 'News', createdAt: at, updatedAt: at } });
    const data = { letterId: letter.id, userId: viewer.id, mailId: randomUUID(), at };
    await prisma().letterRecipient.create({ data });
    await sendDueLetters();
    await sendDueLetters();
    expect(await mailsTo(viewer.email)).toHaveLength(1);
    const { nextDueAt } = await findCourseByMail(viewer.id);
    expect(nextDueAt?.getTime()).toBeGreaterThanOrEqual(at.getTime() + 12 * 60 * 60 * 1000);
    await withClock(
      () => new Date(nextDueAt ?? 0),
      () => sendDueLetters(),
    );
    expect(await mailsTo(viewer.email)).toHaveLength(2);
  });

  it('leaves out addresses no longer verified and inactive accounts, and catches up later', async () => {
    const viewer = await newViewer();
    await subscribe(viewer);
    await makeDue(viewer.id);
    const change = (data: { emailVerifiedAt?: Date | null; status?: 'active' | 'inactive' }) =>
      prisma().user.update({ where: { id: viewer.id }, data });
    await change({ emailVerifiedAt: null });
    await sendDueLetters();
    await change({ emailVerifiedAt: new Date(), status: 'inactive' });
    await sendDueLetters();
    expect(await mailsTo(viewer.email)).toHaveLength(1);
    await change({ status: 'active' });
    await sendDueLetters();
    expect(await mailsTo(viewer.email)).toHaveLength(2);
  });
});

describe('unsubscribing', () => {
  it('works by the link of any letter, again and again, without signing in', async () => {
    const viewer = await newViewer();
    await subscribe(viewer);
    await makeDue(viewer.id);
    await sendDueLetters();
    const [second, first] = await mailsTo(viewer.email);
    expect(tokenIn(first)).not.toBe(tokenIn(second));
    expect(await unsubscribeByToken(tokenIn(first))).toBe(true);
    expect(await findCourseByMail(viewer.id)).toEqual({
      isSubscribed: false,
      lastLetter: 2,
      nextDueAt: null,
    });
    expect(await unsubscribeByToken(tokenIn(second))).toBe(true);
    expect(await unsubscribeByToken('no-such-token')).toBe(false);
    await sendDueLetters();
    expect(await mailsTo(viewer.email)).toHaveLength(2);
    expect(await prisma().activityLog.count({ where: { userId: viewer.id } })).toBe(2);
  });

  it('and coming back goes on with the next letter, a month after the last', async () => {
    const viewer = await newViewer();
    await at(Date.parse('2026-11-21T14:00:00Z'), () => subscribe(viewer));
    await unsubscribe(viewer.id);
    await at(Date.parse('2026-11-22T14:00:00Z'), () => subscribe(viewer));
    expect(await mailsTo(viewer.email)).toHaveLength(1);
    expect((await findCourseByMail(viewer.id)).nextDueAt).toEqual(new Date('2026-12-21T00:00:00Z'));
    await unsubscribe(viewer.id);
    await at(Date.parse('2027-03-01T10:00:00Z'), () => subscribe(viewer));
    expect(await mailsTo(viewer.email)).toHaveLength(2);
    expect(await findCourseByMail(viewer.id)).toMatchObject({
      lastLetter: 2,
      nextDueAt: new Date('2027-04-01T00:00:00Z'),
    });
  });

  it('does nothing to those who never subscribed', async () => {
    const { id } = await newUser();
    await unsubscribe(id);
    expect(await findCourseByMail(id)).toEqual({ isSubscribed: false, lastLetter: 0, nextDueAt: null });
  });
});

describe('delivery', () => {
  it('sends the headers of one-click unsubscribing, and keeps no link afterwards', async () => {
    const viewer = await newViewer();
    await subscribe(viewer);
    const [mail] = await mailsTo(viewer.email);
    if (!mail) throw new Error('No mail');
    await deliverMail(mail.id);
    const message = received.find((text) => text.includes(viewer.email))?.replace(/\r\n[ \t]+/g, ' ');
    expect(message).toContain(
      `List-Unsubscribe: <http://localhost:3000/email-course/unsubscribe/${tokenIn(mail)}>`,
    );
    expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect((await mailsTo(viewer.email))[0]).toMatchObject({
      status: 'sent',
      headers: {},
      html: '',
      text: '',
    });
  });
});
