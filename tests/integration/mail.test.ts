import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { newEmail } from '#tests/integration/people.ts';

// A mail server of our own: takes what it is told to take and keeps it.
const received: string[] = [];
let refuses = false;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    done(refuses ? Object.assign(new Error('mailbox busy'), { responseCode: 450 }) : null),
  onData(stream, _session, done) {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    stream.on('end', () => {
      received.push(text);
      done();
    });
  },
});

let deliverMail: typeof import('#app/platform/mail/delivery.server.ts').deliverMail;
let queueMail: typeof import('#app/platform/mail/outbox.server.ts').queueMail;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${port}`);
  vi.resetModules();
  const { createMailRenderer } = await import('#app/emails/render.tsx');
  const outbox = await import('#app/platform/mail/outbox.server.ts');
  outbox.setMailRenderer(createMailRenderer('Marketing Academy'));
  ({ queueMail } = outbox);
  ({ deliverMail } = await import('#app/platform/mail/delivery.server.ts'));
});

afterAll(async () => {
  const { closeMailTransport } = await import('#app/platform/mail/delivery.server.ts');
  closeMailTransport();
  const { disconnectDatabase } = await import('#app/platform/database/client.server.ts');
  await disconnectDatabase();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

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

  it('keeps what the server refuses, for the queue to try again', async () => {
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

  it('is not sent when the change that causes it is undone', async () => {
    const recipient = newEmail();
    const undone = transaction(async (tx) => {
      await queueMail(tx, recipient, 'reset-password', reset);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await prisma().mailOutbox.count({ where: { recipient } })).toBe(0);
  });
});
