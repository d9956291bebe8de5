import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { newEmail } from '#tests/integration/people.ts';

// A mail server of our own: takes what it is told to take and keeps it.
const received: string[] = [];
let refuses = false;
/** While set, the server refuses a recipient, or what it was sent, by this reply. */
let rejects: { at: 'recipient' | 'message'; responseCode: number; words?: string } | undefined;
const rejection = (at: 'recipient' | 'message') =>
  rejects?.at === at ? Object.assign(new Error(rejects.words ?? 'no such mailbox'), rejects) : null;
/** While set, the server has what it was sent and does not answer. */
let thinking: Promise<void> | undefined;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    done(refuses ? Object.assign(new Error('mailbox busy'), { responseCode: 450 }) : rejection('recipient')),
  onData(stream, _session, done) {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    stream.on('end', async () => {
      received.push(text);
      await thinking;
      done(rejection('message'));
    });
  },
});

let deliverMail: typeof import('#app/platform/mail/delivery.server.ts').deliverMail;
let deleteOldMail: typeof import('#app/platform/mail/delivery.server.ts').deleteOldMail;
let failedMails: typeof import('#app/domain/operating/operations/failed-work.server.ts').failedMails;
let retryFailedMail: typeof import('#app/domain/operating/operations/failed-work.server.ts').retryFailedMail;
let queueMail: typeof import('#app/platform/mail/outbox.server.ts').queueMail;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${port}`);
  vi.resetModules();
  const { createMailRenderer } = await import('#app/emails/render.tsx');
  const { mails } = await import('#app/program/mails.ts');
  const outbox = await import('#app/platform/mail/outbox.server.ts');
  outbox.setMailRenderer(
    createMailRenderer(mails, {
      brandName: 'Marketing Academy',
      operator: { name: 'Academy Ltd', address: 'Springfield' },
    }),
  );
  ({ queueMail } = outbox);
  ({ failedMails, retryFailedMail } = await import('#app/domain/operating/operations/failed-work.server.ts'));
  ({ deleteOldMail, deliverMail } = await import('#app/platform/mail/delivery.server.ts'));
});

afterAll(async () => {
  const { closeMailTransport } = await import('#app/platform/mail/delivery.server.ts');
  closeMailTransport();
  const { disconnectDatabase } = await import('#app/platform/database/client.server.ts');
  await disconnectDatabase();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

/** Waits for something, as long as it takes. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(20);
}

const reset = { name: 'Ada', resetUrl: 'https://site.example/reset-password/secret', expiresInMinutes: 60 };

async function queued(): Promise<{ id: string; recipient: string }> {
  const recipient = newEmail();
  await transaction((tx) => queueMail(tx, recipient, 'reset-password', reset));
  const { id } = await prisma().mailOutbox.findFirstOrThrow({ where: { recipient } });
  return { id, recipient };
}

describe('delivery over SMTP', () => {
  it('sends HTML and text once, and then forgets the link', async () => {
    const { id, recipient } = await queued();
    received.length = 0;
    await deliverMail(id);
    await deliverMail(id);
    expect(received).toHaveLength(1);
    const [mail = ''] = received;
    expect(mail).toContain(`To: ${recipient}`);
    expect(mail).toContain('Subject: Choose a new password');
    expect(mail).toContain('Content-Type: text/plain');
    expect(mail).toContain('Content-Type: text/html');
    const row = await prisma().mailOutbox.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: 'sent', html: '', text: '' });
  });

  it('is known by one Message-ID, also where it is sent twice, and says that a machine sent it', async () => {
    const { id } = await queued();
    received.length = 0;
    await deliverMail(id);
    const [mail = ''] = received;
    expect(mail).toContain(`Message-ID: <${id}@localhost>`);
    expect(mail).toContain('Auto-Submitted: auto-generated');
    expect(mail).toContain('X-Auto-Response-Suppress: All');
    expect(mail).toContain('Feedback-ID: reset-password:security:localhost');
    expect(mail).not.toMatch(/^(?:Precedence|List-Unsubscribe)/m);
  });

  it('goes to one address, and has no header that somebody wrote', async () => {
    const recipient = `"a, b@evil.example" <${newEmail()}>`;
    const subject = 'Hello\r\nBcc: more@evil.example\r\nX-Own: 1';
    await transaction((tx) =>
      queueMail(tx, { verifiedAddress: recipient }, 'refund-declined', {
        ...{ name: subject, title: subject, answer: subject, amountCents: 1, currency: 'usd' },
        supportUrl: 'https://site.example/support',
      }),
    );
    await transaction((tx) =>
      queueMail(tx, { verifiedAddress: recipient }, 'ticket-answer', {
        ...{ name: 'A', number: 7, subject, message: subject, isClosed: false },
        threading: { messageId: '<own@site.example>', inReplyTo: subject, references: subject },
        ticketUrl: 'https://site.example/support',
      }),
    );
    const rows = await prisma().mailOutbox.findMany({ where: { recipient } });
    received.length = 0;
    await Promise.all(rows.map(({ id }) => deliverMail(id).catch(() => undefined)));
    for (const { subject: own, headers } of rows)
      for (const text of [own, ...Object.values(headers as Record<string, string>)])
        expect(text).not.toMatch(/[\r\n]/);
    for (const mail of received) expect(mail.split('\r\n\r\n')[0]).not.toMatch(/^(?:Bcc|X-Own|Cc)/im);
  });

  it.each([
    { at: 'recipient', responseCode: 550 },
    { at: 'recipient', responseCode: 553 },
    { at: 'message', responseCode: 554 },
  ] as const)(
    'is not tried again where the $at is rejected by $responseCode, until an operator asks',
    async (reply) => {
      const { id } = await queued();
      rejects = reply;
      await deliverMail(id);
      rejects = undefined;
      expect(await prisma().mailOutbox.findUniqueOrThrow({ where: { id } })).toMatchObject({
        status: 'failed',
        attempts: 1,
        lastError: expect.stringContaining('no such mailbox'),
        html: expect.stringContaining('reset-password/secret'),
      });
      expect((await failedMails()).map((mail) => mail.id)).toContain(id);
      await retryFailedMail(id);
      await deliverMail(id);
      expect(await prisma().mailOutbox.findUniqueOrThrow({ where: { id } })).toMatchObject({
        status: 'sent',
      });
    },
  );

  describe('a letter', () => {
    const letter = async (recipient: string) => {
      const { id } = await prisma().mailOutbox.create({
        data: { recipient, subject: 'News', html: '<p>News</p>', text: 'News', lane: 'bulk' },
        select: { id: true },
      });
      await deliverMail(id);
      return prisma().mailOutbox.findUniqueOrThrow({ where: { id } });
    };

    it.each([
      [550, 'no such mailbox'],
      [550, '5.1.1 <a@b.example>: Recipient address rejected: User unknown in virtual mailbox table'],
      [550, '5.2.1 The email account that you tried to reach is disabled.'],
      [553, 'sorry, no such user here'],
    ])(
      'goes to a mailbox that does not exist once, until another email is taken there: %d %s',
      async (responseCode, words) => {
        const recipient = newEmail();
        rejects = { at: 'recipient', responseCode, words };
        expect(await letter(recipient)).toMatchObject({ status: 'failed', attempts: 1 });
        rejects = undefined;
        received.length = 0;
        expect(await letter(recipient)).toMatchObject({
          status: 'skipped',
          html: '',
          text: '',
          lastError: 'An earlier email found no such mailbox.',
        });
        expect(received).toEqual([]);
        // What the person waits for is always tried, and shows that the mailbox is back.
        await transaction((tx) => queueMail(tx, recipient, 'reset-password', reset));
        const { id } = await prisma().mailOutbox.findFirstOrThrow({ where: { recipient, lane: 'security' } });
        await deliverMail(id);
        expect(await letter(recipient)).toMatchObject({ status: 'sent' });
        expect(received).toHaveLength(2);
      },
    );

    it('goes there again where an operator has the failed one sent again', async () => {
      const recipient = newEmail();
      rejects = { at: 'recipient', responseCode: 550 };
      const { id } = await letter(recipient);
      rejects = undefined;
      await retryFailedMail(id);
      await deliverMail(id);
      expect(await letter(recipient)).toMatchObject({ status: 'sent' });
    });

    it.each([
      [550, '5.7.1 Service unavailable, client host blocked using a list'],
      [550, 'Message rejected: unsolicited mail'],
      [552, '5.2.2 Mailbox full'],
      [554, 'Transaction failed'],
    ])('goes on to an address that was refused for another reason: %d %s', async (responseCode, words) => {
      const recipient = newEmail();
      rejects = { at: 'recipient', responseCode, words };
      await letter(recipient);
      rejects = undefined;
      expect(await letter(recipient)).toMatchObject({ status: 'sent' });
    });
  });

  it('is tried again where the server refuses the credentials, not the recipient', async () => {
    const { id } = await queued();
    rejects = { at: 'recipient', responseCode: 530 };
    await expect(deliverMail(id)).rejects.toThrow(/no such mailbox/);
    rejects = undefined;
    expect(await prisma().mailOutbox.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'queued',
    });
  });

  it('keeps what the server refuses, for its lane to try again', async () => {
    const { id } = await queued();
    refuses = true;
    await expect(deliverMail(id)).rejects.toThrow(/mailbox busy/);
    refuses = false;
    expect(await prisma().mailOutbox.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'queued',
      attempts: 1,
    });
    await deliverMail(id);
    expect(await prisma().mailOutbox.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'sent',
      attempts: 2,
    });
  });

  it('sends a mail once, however many deliver it at the same time', async () => {
    const { id } = await queued();
    received.length = 0;
    await Promise.allSettled([1, 2, 3, 4].map(() => deliverMail(id)));
    expect(received).toHaveLength(1);
  });

  it('leaves a mail to who has taken it for half a minute, and wants to be asked again', async () => {
    const { id } = await queued();
    received.length = 0;
    const claimAt = (claimedAt: Date) => prisma().mailOutbox.update({ where: { id }, data: { claimedAt } });
    await claimAt(new Date(Date.now() - 20_000));
    await expect(deliverMail(id)).rejects.toThrow('another process');
    expect(received).toHaveLength(0);
    await claimAt(new Date(Date.now() - 31_000));
    await deliverMail(id);
    expect(received).toHaveLength(1);
    await expect(
      deliverMail(id),
      'once it is sent there is nothing to come back for',
    ).resolves.toBeUndefined();
  });

  it('keeps its claim fresh while the server takes its time', async () => {
    const { id } = await queued();
    received.length = 0;
    let answer = () => {};
    thinking = new Promise((resolve) => {
      answer = resolve;
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const delivery = deliverMail(id);
      await until(() => received.length === 1);
      const longAgo = new Date(Date.now() - 3_600_000);
      await prisma().mailOutbox.update({ where: { id }, data: { claimedAt: longAgo } });
      vi.advanceTimersByTime(10_000);
      const claim = async () => (await prisma().mailOutbox.findUniqueOrThrow({ where: { id } })).claimedAt;
      await until(async () => (await claim())?.getTime() !== longAgo.getTime());
      answer();
      await delivery;
    } finally {
      vi.useRealTimers();
      answer();
      thinking = undefined;
    }
  });

  it('gives a mail up that is refused twelve times, tells the operator, and sends it once it is asked to', async () => {
    const { id, recipient } = await queued();
    await prisma().mailOutbox.update({ where: { id }, data: { attempts: 11 } });
    refuses = true;
    const { log } = await import('#app/platform/log.server.ts');
    const error = vi.spyOn(log(), 'error');
    await deliverMail(id);
    refuses = false;
    expect((await failedMails()).find((mail) => mail.id === id)).toMatchObject({
      recipient,
      subject: 'Choose a new password',
      attempts: 12,
      lastError: expect.stringContaining('mailbox busy'),
    });
    const said = expect.objectContaining({ mailId: id, attempts: 12, responseCode: 450 });
    expect(error).toHaveBeenCalledWith(said, 'mail has given up');
    expect(JSON.stringify(error.mock.calls)).not.toContain(recipient);
    error.mockRestore();
    await deliverMail(id);
    received.length = 0;
    await retryFailedMail(id);
    for (const gone of [id, 'no-id'])
      await expect(retryFailedMail(gone)).rejects.toMatchObject({ kind: 'not_found' });
    await deliverMail(id);
    expect(received).toHaveLength(1);
    expect((await failedMails()).map((mail) => mail.id)).not.toContain(id);
  });

  it('is not sent when the change that causes it is undone', async () => {
    const recipient = newEmail();
    const undone = transaction(async (tx) => {
      await queueMail(tx, recipient, 'reset-password', reset);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await prisma().mailOutbox.count({ where: { recipient } })).toBe(0);
  });

  it('leaves no record after three months, unless it is still to be sent', async () => {
    const [old, fresh, waiting] = [newEmail(), newEmail(), newEmail()];
    const longAgo = new Date(Date.now() - 91 * 24 * 3600 * 1000);
    const mail = { subject: 'Hello', html: '', text: '' };
    await prisma().mailOutbox.createMany({
      data: [
        { ...mail, recipient: old, status: 'sent', createdAt: longAgo },
        { ...mail, recipient: fresh, status: 'sent' },
        { ...mail, recipient: waiting, status: 'queued', attempts: 1, createdAt: longAgo },
      ],
    });
    await deleteOldMail();
    const left = await prisma().mailOutbox.findMany({
      where: { recipient: { in: [old, fresh, waiting] } },
      select: { recipient: true },
    });
    expect(left.map(({ recipient }) => recipient).sort()).toEqual([fresh, waiting].sort());
  });
});

describe('mails that are caught', () => {
  it('are seen by who catches them, and sent by nobody', async () => {
    const outbox = await import('#app/platform/mail/outbox.server.ts');
    const { createMailRenderer } = await import('#app/emails/render.tsx');
    const { mails } = await import('#app/program/mails.ts');
    const { claimNext } = await import('#app/platform/mail/delivery.server.ts');
    const seen: unknown[] = [];
    outbox.catchMails((template, data) => {
      seen.push([template, data]);
      return { subject: 'Caught', text: '', html: '', headers: {} };
    });
    const { id } = await queued().finally(() =>
      outbox.setMailRenderer(
        createMailRenderer(mails, {
          brandName: 'Academy',
          operator: { name: 'Ltd', address: 'Springfield' },
        }),
      ),
    );
    expect(seen).toEqual([['reset-password', reset]]);
    received.length = 0;
    for (let mail = await claimNext('security'); mail; mail = await claimNext('security'))
      expect(mail.id).not.toBe(id);
    await deliverMail(id);
    expect(received).toHaveLength(0);
    expect(await prisma().mailOutbox.findUnique({ where: { id } })).toMatchObject({ attempts: 0 });
  });
});

describe('a mail server on another machine', () => {
  it('is sent nothing that is not encrypted', async () => {
    const { closeMailTransport } = await import('#app/platform/mail/delivery.server.ts');
    const { config } = await import('#app/platform/config.server.ts');
    const other = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
    // Of this machine too, but by an address that the site does not know as its own.
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.2', resolve));
    const port = (other.server.address() as AddressInfo).port;
    const usual = config().smtpUrl;
    closeMailTransport();
    config().smtpUrl = `smtp://127.0.0.2:${port}`;
    const { id, recipient } = await queued();
    await expect(deliverMail(id)).rejects.toThrow();
    const { status, lastError } = await prisma().mailOutbox.findFirstOrThrow({ where: { recipient } });
    expect(status).toBe('queued');
    expect(lastError).toMatch(/STARTTLS/);
    config().smtpUrl = usual;
    closeMailTransport();
    await new Promise<void>((resolve) => other.close(() => resolve()));
  });
});
