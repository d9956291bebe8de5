import { setTimeout } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { MailLane } from '#app/platform/mail/templates.ts';
import { newEmail } from '#tests/integration/people.ts';

/** The addresses a mail server was sent mails for, in their order; and whether it takes them. */
interface Sink {
  /** How long it takes to take a mail, in milliseconds. */
  takesMs: number;
  server: SMTPServer;
  url: string;
  recipients: string[];
  refuses: boolean;
  connections: number;
}

async function newSink(): Promise<Sink> {
  const sink = { recipients: [] as string[], refuses: false, connections: 0, takesMs: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      made.connections += 1;
      done();
    },
    onRcptTo({ address }, _session, done) {
      if (made.refuses) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
      made.recipients.push(address);
      done();
    },
    onData(stream, _session, done) {
      stream.on('end', async () => {
        if (made.takesMs > 0) await setTimeout(made.takesMs);
        done();
      });
      stream.resume();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const made: Sink = Object.assign(sink, { server, url: `smtp://127.0.0.1:${port}` });
  return made;
}

const [sink, bulkSink] = [await newSink(), await newSink()];
vi.stubEnv('SMTP_URL', sink.url);

const { config } = await import('#app/platform/config.server.ts');
const { claimNext, closeMailTransport } = await import('#app/platform/mail/delivery.server.ts');
const { startMailLanes, stopMailLanes } = await import('#app/platform/mail/lanes.server.ts');
const { paceBulkMail } = await import('#app/platform/mail/pace.server.ts');
const { queueMail } = await import('#app/platform/mail/outbox.server.ts');

/** Waits for something, as long as it takes. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(10);
}

/** Has mails wait, made by SQL: so many of a lane, each tried so often before. */
const waiting = (lane: MailLane, count: number, attempts = 0) =>
  prisma().$executeRaw`
    INSERT INTO mail_outbox (id, recipient, subject, html, text, lane, attempts)
    SELECT gen_random_uuid(), ${lane} || n || '@waiting.example', 'Letter', '<p>Letter</p>', 'Letter', ${lane}::mail_lane, ${attempts}
    FROM generate_series(1, ${count}) n`;

async function askReset(): Promise<string> {
  const recipient = newEmail();
  const mail = { name: '', resetUrl: 'https://site.example/reset', expiresInMinutes: 60 };
  await transaction((tx) => queueMail(tx, recipient, 'reset-password', mail));
  return recipient;
}

beforeAll(() => prisma().mailOutbox.deleteMany());
beforeEach(async () => {
  await stopMailLanes();
  closeMailTransport();
  await prisma().mailOutbox.deleteMany();
  config().bulkSmtpUrl = null;
  for (const each of [sink, bulkSink])
    Object.assign(each, { recipients: [], refuses: false, connections: 0 });
});
afterAll(async () => {
  await stopMailLanes();
  closeMailTransport();
  for (const { server } of [sink, bulkSink])
    await new Promise<void>((resolve) => server.close(() => resolve()));
});

describe('the lanes of the outbox (P190)', () => {
  it('hands a link to reset a password over past thousands of letters that wait', async () => {
    await waiting('bulk', 3_000);
    startMailLanes();
    await until(() => sink.recipients.length >= 50);
    const before = sink.recipients.length;
    const recipient = await askReset();
    await until(() => sink.recipients.includes(recipient));
    expect(sink.recipients.indexOf(recipient) - before).toBeLessThan(200);
    await stopMailLanes();
    expect(new Set(sink.recipients).size, 'each is sent once').toBe(sink.recipients.length);
    expect(sink.connections, 'over connections that are kept').toBeLessThanOrEqual(7);
  }, 120_000);

  it('has receipts pass letters too, and links to sign in pass receipts', async () => {
    await waiting('bulk', 300);
    await waiting('transactional', 300);
    await waiting('security', 20);
    startMailLanes();
    await until(() => sink.recipients.length === 620);
    const lastOf = (lane: string) => sink.recipients.findLastIndex((address) => address.startsWith(lane));
    expect(lastOf('security')).toBeLessThan(200);
  }, 120_000);

  it('goes on where the server for letters takes nothing', async () => {
    config().bulkSmtpUrl = bulkSink.url;
    bulkSink.refuses = true;
    await waiting('bulk', 20);
    await waiting('transactional', 20, 1);
    startMailLanes();
    await until(() => sink.recipients.length === 20);
    expect(sink.recipients.every((address) => address.startsWith('transactional'))).toBe(true);
    await until(
      async () =>
        (await prisma().mailOutbox.count({ where: { lane: 'bulk', attempts: 1, claimedAt: null } })) === 20,
    );
    const left = await prisma().mailOutbox.findMany({ where: { lane: 'bulk' } });
    for (const { status, nextAttemptAt, createdAt, lastError } of left) {
      expect(status).toBe('queued');
      expect(lastError).toContain('try later');
      expect(nextAttemptAt.getTime()).toBeGreaterThan(createdAt.getTime());
    }
  }, 120_000);

  it('tries first what was never tried, then what failed before, and nothing before its time', async () => {
    await waiting('bulk', 2, 3);
    await waiting('bulk', 2);
    await prisma().$executeRaw`
      UPDATE mail_outbox SET next_attempt_at = now() - interval '1 hour' WHERE attempts > 0`;
    await prisma().$executeRaw`
      INSERT INTO mail_outbox (id, recipient, subject, html, text, lane, attempts, next_attempt_at)
      VALUES (gen_random_uuid(), 'later@waiting.example', '', '', '', 'bulk', 1, now() + interval '1 hour')`;
    const attempts = [];
    for (let mail = await claimNext('bulk'); mail; mail = await claimNext('bulk'))
      attempts.push(mail.attempts);
    expect(attempts).toEqual([1, 1, 4, 4]);
  });

  it('gives a mail to one process', async () => {
    await waiting('security', 5);
    const taken = await Promise.all(Array.from({ length: 10 }, () => claimNext('security')));
    const ids = taken.flatMap((mail) => (mail ? [mail.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    while (ids.length < 5) ids.push((await claimNext('security'))?.id ?? '');
    expect(new Set(ids).size).toBe(5);
    expect(await claimNext('security')).toBeNull();
  });
});

describe('the pace of bulk mail (P277)', () => {
  const none = { perHour: null, perProviderPerHour: null, today: null };
  beforeEach(() => prisma().$executeRaw`DELETE FROM rate_limits`);
  afterAll(() => paceBulkMail(() => none));

  const bulkTo = (domain: string, count: number) =>
    prisma().$executeRaw`
      INSERT INTO mail_outbox (id, recipient, subject, html, text, lane)
      SELECT gen_random_uuid(), n || '@' || ${domain}, 'Letter', '<p>Letter</p>', 'Letter', 'bulk'
      FROM generate_series(1, ${count}) n`;
  const countLeft = () => prisma().mailOutbox.count({ where: { status: 'queued' } });
  const countDue = () =>
    prisma().mailOutbox.count({ where: { status: 'queued', nextAttemptAt: { lte: new Date() } } });

  it('keeps to so many an hour for one provider, a sixth of it every ten minutes, and lets all others pass', async () => {
    paceBulkMail(() => ({ ...none, perProviderPerHour: 60 }));
    await bulkTo('gmail.com', 8);
    await bulkTo('GoogleMail.com', 7);
    await bulkTo('academy.org', 9);
    await waiting('transactional', 20);
    startMailLanes();
    await until(async () => (await countDue()) === 0 && (await countLeft()) === 5);
    const left = await prisma().mailOutbox.findMany({ where: { status: 'queued' } });
    expect(left.every(({ recipient }) => /@(gmail|googlemail)\.com$/i.test(recipient))).toBe(true);
    for (const { attempts, claimedAt, lastError, nextAttemptAt } of left) {
      // To wait one's turn is no attempt that failed.
      expect({ attempts, claimedAt, lastError }).toEqual({ attempts: 0, claimedAt: null, lastError: null });
      expect(nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 60_000);
    }
    await stopMailLanes();
    // Ten minutes later.
    await prisma().$executeRaw`DELETE FROM rate_limits`;
    await prisma().$executeRaw`UPDATE mail_outbox SET next_attempt_at = now() WHERE status = 'queued'`;
    startMailLanes();
    await until(async () => (await countLeft()) === 0);
    expect(sink.recipients).toHaveLength(44);
    expect(new Set(sink.recipients).size).toBe(44);
  });

  it('keeps to so many in all and in a day, and has no receipt wait', async () => {
    paceBulkMail(() => ({ ...none, perHour: 60, today: 4 }));
    await bulkTo('academy.org', 12);
    await waiting('transactional', 20);
    startMailLanes();
    await until(async () => (await countDue()) === 0 && (await countLeft()) === 8);
    expect(sink.recipients.filter((address) => address.endsWith('@academy.org'))).toHaveLength(4);
    await stopMailLanes();
    paceBulkMail(() => ({ ...none, perHour: 60 }));
    await bulkTo('academy.org', 4);
    await prisma().$executeRaw`DELETE FROM rate_limits`;
    await prisma().$executeRaw`UPDATE mail_outbox SET next_attempt_at = now() WHERE status = 'queued'`;
    startMailLanes();
    await until(async () => (await countDue()) === 0 && (await countLeft()) === 2);
  });
});

// npm run load:mail: the real figure, which a busy machine would make up in a test.
describe.skipIf(!process.env.MAIL_WAITING)('by the clock', () => {
  it('hands a link over within five seconds, past all the letters that wait, at 250 ms a mail', async () => {
    sink.takesMs = 250;
    await waiting('bulk', Number(process.env.MAIL_WAITING));
    startMailLanes();
    await until(() => sink.recipients.length >= 100);
    const seconds: number[] = [];
    for (let count = 0; count < 20; count++) {
      const asked = performance.now();
      const recipient = await askReset();
      await until(() => sink.recipients.includes(recipient));
      seconds.push((performance.now() - asked) / 1_000);
    }
    const sent = sink.recipients.length;
    const from = performance.now();
    await setTimeout(10_000);
    const rate = (sink.recipients.length - sent) / ((performance.now() - from) / 1_000);
    await stopMailLanes();
    sink.takesMs = 0;
    seconds.sort((one, other) => one - other);
    console.log(
      `${process.env.MAIL_WAITING} letters waiting: a reset link took ${seconds[10]?.toFixed(2)} s (median), ${seconds[19]?.toFixed(2)} s (longest); ${rate.toFixed(1)} letters a second`,
    );
    expect(seconds[19]).toBeLessThan(5);
  }, 300_000);
});
