import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findAttention } from '#app/domain/operating/attention/attention.server.ts';
import { maxMailBytes } from '#app/domain/talk/support/inbound.server.ts';
import { checkMailbox, readMailbox } from '#app/domain/talk/support/mailbox-reading.server.ts';
import { findMailboxState } from '#app/domain/talk/support/mailbox-state.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { findMailSource } from '#app/platform/mail/mail-source.server.ts';
import { closeMailboxes } from '#app/platform/mail/mailbox.server.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import type { MailboxSettings } from '#app/platform/settings/inbound-mail.server.ts';
import {
  type Dovecot,
  mailboxPassword,
  openMailProgram,
  startDovecot,
  whyNoDovecot,
} from '#tests/integration/dovecot.ts';
import { openImapDoor } from '#tests/integration/imap-proxy.ts';
import { at, newEmail } from '#tests/integration/people.ts';
import { answered, mail, mailWithFile } from '#tests/integration/ticket-mails.ts';

let dovecot: Dovecot;
let boxes = 0;

beforeAll(async () => {
  if (!whyNoDovecot) dovecot = await startDovecot();
});
beforeEach(async ({ skip }) => {
  skip(whyNoDovecot !== null, whyNoDovecot ?? '');
  await prisma().supportMailbox.deleteMany();
});
afterAll(async () => {
  config().inboundMail = null;
  await dovecot?.stop();
});

const seen = ['\\Seen'];
const flagged = ['\\Flagged'];

/** Has the site read a mailbox of this server. */
function readFrom(settings: Partial<MailboxSettings>): void {
  const mailbox: MailboxSettings = {
    host: '127.0.0.1',
    port: dovecot.port,
    security: 'none',
    user: 'box1',
    password: mailboxPassword,
    folder: ['INBOX'],
    deletesTaken: false,
    ...settings,
  };
  config().inboundMail = { address: 'reply@mail.example', secret: null, mailbox };
}

/** A new mailbox, which the site reads through a door. */
async function newBox(settings: Partial<MailboxSettings> = {}) {
  boxes += 1;
  const user = `box${boxes}`;
  const [door, program] = await Promise.all([openImapDoor(dovecot.port), openMailProgram(dovecot, user)]);
  readFrom({ user, port: door.port, ...settings });
  onTestFinished(async () => {
    door.close();
    await program.close();
  });
  return { user, door, program };
}

/** What needs attention of the mailbox, by how many. */
const attention = async () =>
  Object.fromEntries(
    (await findAttention())
      .filter(({ key }) => key === 'mailbox' || key === 'left-mails')
      .map(({ key, count }) => [key, count]),
  );

const unmatchedFrom = (fromAddress: string) => prisma().unmatchedMail.count({ where: { fromAddress } });

describe('mails of a mailbox (P172)', () => {
  it('are taken as the webhook takes them, whatever they are, and what cannot be taken is left', async () => {
    const box = await newBox();
    const { viewer, told: answer, said } = await answered();
    const fields = { From: viewer.email, To: String(answer['Reply-To']) };
    const [stranger, loud] = [newEmail(), newEmail()];
    const first = mail(fields, 'First');
    const withoutId = Buffer.from(`From: ${viewer.email}\r\nTo: ${fields.To}\r\n\r\nWithout an id`);
    const broken = mail(
      { ...fields, 'Content-Type': 'multipart/mixed; boundary="never-closed"' },
      '--never-closed\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nQnJva2Vu!!!',
    );
    const taken = [
      first,
      first,
      withoutId,
      withoutId,
      mail({ ...fields, 'Auto-Submitted': 'auto-replied' }, 'Out of office'),
      mail({ ...fields, From: fields.To }, 'Round and round'),
      mail({ From: stranger, To: fields.To }, 'Let me in'),
      broken,
      mailWithFile(fields, 'See here', 'image/png', 'x.png', '<script>'),
      Buffer.from([1, 2, 254, 255]),
    ];
    const left = [mail({ From: loud, To: fields.To })];
    for (const raw of taken) await box.program.put(raw);
    dovecot.putLarge(box.user, left.at(-1) ?? Buffer.of(), maxMailBytes + 1);
    const error = vi.spyOn(log(), 'error');
    for (let run = 0; run < 2; run += 1) {
      await readMailbox();
      expect(await said()).toEqual([
        'Why?',
        'Because.',
        'First',
        'Without an id',
        'Broken',
        'See here\n\nLeft out, but kept in the original email:\nx.png (image/png, 8 bytes): not a picture (JPEG, PNG, GIF, WebP) or PDF that can be opened',
      ]);
      expect([await unmatchedFrom(stranger), await unmatchedFrom(loud)]).toEqual([1, 0]);
      expect(await box.program.marks()).toEqual([...taken.map(() => seen), ...left.map(() => flagged)]);
      expect(await findMailboxState()).toMatchObject({ leftCount: 1, failingSince: null, error: '' });
      expect(await attention()).toEqual({ 'left-mails': 1 });
    }
    // The mail that is too large was not loaded, and the others once.
    expect(box.door.answered).toBeLessThan(1_000_000);
    const told = error.mock.calls.map(([what]) => what as unknown as { outcome: string });
    expect(told.map(({ outcome }) => outcome)).toEqual(['too_large']);
    expect(JSON.stringify(error.mock.calls)).not.toContain(loud);
    error.mockRestore();
    expect(await checkMailbox()).toBe('The mailbox can be read: 0 new mails wait, 1 is left in it for you.');
    // An operator has it tried again.
    await box.program.mark(taken.length + 1, '\\Flagged', false);
    expect(await checkMailbox()).toBe('The mailbox can be read: 1 new mail waits, 0 are left in it for you.');
    await readMailbox();
    expect(await findMailboxState()).toMatchObject({ leftCount: 1 });
  });

  it('are deleted once they are taken where the settings say so, and those that are left are not', async () => {
    const box = await newBox({ deletesTaken: true });
    const from = newEmail();
    await box.program.put(mail({ From: from, To: 'x@y.example' }));
    await box.program.put(mail({ From: from, To: 'x@y.example', 'X-Long': 'y '.repeat(200_000) }));
    dovecot.putLarge(box.user, mail({ From: from, To: 'x@y.example' }), maxMailBytes + 1);
    await readMailbox();
    // One with an odd header is kept like any other.
    expect(await unmatchedFrom(from)).toBe(2);
    expect(await box.program.marks()).toEqual([flagged]);
  });

  it('are read in pieces, and kept as they came', async () => {
    const box = await newBox();
    const from = newEmail();
    const sizes = [0, 1, 500_000, 1_300_000];
    const mails = sizes.map((size) => mail({ From: from, 'X-Size': String(size) }, 'x\r\n'.repeat(size / 3)));
    // As long as a piece to the byte: what follows is empty.
    mails.push(
      Buffer.concat([mails[0] ?? Buffer.of(), Buffer.alloc(500_000 - (mails[0]?.length ?? 0), 'y')]),
    );
    for (const raw of mails) await box.program.put(raw);
    await readMailbox();
    const kept = await prisma().receivedMail.findMany({
      where: { fromAddress: from },
      orderBy: { id: 'asc' },
      select: { id: true },
    });
    const sources = await Promise.all(kept.map(({ id }) => findMailSource(id)));
    expect(sources.map((source) => source?.length)).toEqual(mails.map(({ length }) => length));
    expect(mails.every((raw, index) => raw.equals(sources[index] ?? Buffer.of()))).toBe(true);
    const asked = box.door.commands.flatMap((command) => command.match(/BODY(?:\.PEEK)?\[\]\S*/g) ?? []);
    expect(asked).toHaveLength(1 + 1 + 2 + 3 + 2);
    expect(asked.filter((each) => !/<\d+\.500000>/.test(each))).toEqual([]);
  });

  it('are taken so many at a time, the oldest first', async () => {
    const box = await newBox();
    const from = newEmail();
    for (const words of ['one', 'two', 'three']) await box.program.put(mail({ From: from }, words));
    await readMailbox(2);
    expect(await box.program.marks()).toEqual([seen, seen, []]);
    await readMailbox(2);
    const kept = await prisma().unmatchedMail.findMany({
      where: { fromAddress: from },
      orderBy: { id: 'asc' },
    });
    expect(kept.map(({ body }) => body)).toEqual(['one', 'two', 'three']);
  });

  it('do not wait for one that breaks what takes it, and are not left where the database is away', async () => {
    const box = await newBox();
    const from = newEmail();
    const subjects = ['Away', 'Breaks', 'Fine'];
    for (const Subject of subjects) await box.program.put(mail({ From: from, Subject }));
    // 57P01 is what a server says that is being stopped, 22012 something else.
    await databasePool().query(`
      CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'refused' USING ERRCODE = CASE NEW.subject WHEN 'Away' THEN '57P01' ELSE '22012' END;
      END $$`);
    const refuse = (condition: string) =>
      databasePool().query(
        `CREATE OR REPLACE TRIGGER refuse_mail BEFORE INSERT ON unmatched_mails FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse_mail()`,
      );
    try {
      await refuse(`NEW.subject = 'Away'`);
      await expect(readMailbox()).rejects.toThrow();
      expect(await box.program.marks()).toEqual([[], [], []]);
      await refuse(`NEW.subject = 'Breaks'`);
      await readMailbox();
      expect(await box.program.marks()).toEqual([seen, flagged, seen]);
    } finally {
      await databasePool().query('DROP FUNCTION refuse_mail CASCADE');
    }
    expect(await unmatchedFrom(from)).toBe(2);
  });

  // Killed once the first mail is stored and before the mailbox knows of it, or between the mark of a deletion and the deletion itself.
  it.each([
    ['keep', /UID STORE/, [[], []]],
    ['delete', /UID STORE/, [[], []]],
    ['delete', /EXPUNGE/, [['\\Deleted'], []]],
  ] as const)('are taken once by a process that is killed: %s, before %s', async (taken, form, marksLeft) => {
    const box = await newBox({ deletesTaken: taken === 'delete' });
    const { viewer, told, said } = await answered();
    const fields = { From: viewer.email, To: String(told['Reply-To']) };
    for (const words of ['One', 'Two']) await box.program.put(mail(fields, words));
    const url = `imap://${box.user}:${encodeURIComponent(mailboxPassword)}@127.0.0.1:${box.door.port}`;
    const child = spawn(process.execPath, [join(import.meta.dirname, '../support/mailbox-run.ts')], {
      env: {
        ...process.env,
        INBOUND_MAIL_ADDRESS: 'reply@mail.example',
        INBOUND_IMAP_URL: url,
        INBOUND_IMAP_TAKEN: taken,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    box.door.on = { form, act: () => void child.kill('SIGKILL') };
    const [, signal] = await once(child, 'exit');
    box.door.on = null;
    expect(signal).toBe('SIGKILL');
    expect([await said(), await box.program.marks()]).toEqual([['Why?', 'Because.', 'One'], marksLeft]);
    // Whoever was killed might still be reading: nobody else does until it has been silent for long.
    await readMailbox();
    expect(await box.program.marks()).toEqual(marksLeft);
    await at(Date.now() + 121_000, readMailbox);
    expect(await said()).toEqual(['Why?', 'Because.', 'One', 'Two']);
    expect(await prisma().receivedMail.count({ where: { fromAddress: viewer.email } })).toBe(2);
    const left = (await box.program.marks()).filter((marks) => !marks.includes('\\Deleted'));
    expect(left).toEqual(taken === 'delete' ? [] : [seen, seen]);
  });

  it('are taken again, whole, after a process that is killed while it stores one', async () => {
    const box = await newBox();
    const { viewer, told, said } = await answered();
    await box.program.put(mail({ From: viewer.email, To: String(told['Reply-To']) }, 'One'));
    const holder = await databasePool().connect();
    const url = `imap://${box.user}:${encodeURIComponent(mailboxPassword)}@127.0.0.1:${box.door.port}`;
    const child = spawn(process.execPath, [join(import.meta.dirname, '../support/mailbox-run.ts')], {
      env: { ...process.env, INBOUND_MAIL_ADDRESS: 'reply@mail.example', INBOUND_IMAP_URL: url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      // The message is written, and the mail beside it waits for the lock.
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE received_mails IN SHARE MODE');
      const waiting = `SELECT 1 FROM pg_locks WHERE relation = 'received_mails'::regclass AND NOT granted`;
      await vi.waitUntil(async () => (await databasePool().query(waiting)).rows.length > 0, 60_000);
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect([await said(), await box.program.marks()]).toEqual([['Why?', 'Because.'], [[]]]);
    await at(Date.now() + 121_000, readMailbox);
    expect([await said(), await box.program.marks()]).toEqual([['Why?', 'Because.', 'One'], [seen]]);
  });
});

describe('a mailbox that cannot be read', () => {
  it('is told in words, and read again once it can be', async () => {
    const box = await newBox({ password: 'a-wrong-one' });
    const error = vi.spyOn(log(), 'error');
    const from = newEmail();
    await box.program.put(mail({ From: from }));
    await readMailbox();
    const refused = '127.0.0.1 refuses the user or the password of INBOUND_IMAP_URL.';
    const failing = await findMailboxState();
    expect(failing).toMatchObject({ error: refused, failingSince: expect.any(Date), readAt: null });
    expect(await attention()).toEqual({ mailbox: 1 });
    await expect(checkMailbox()).rejects.toMatchObject({ kind: 'invalid', message: refused });
    await readMailbox();
    expect(await findMailboxState()).toEqual(failing);
    expect(error, 'the same is told once').toHaveBeenCalledTimes(1);

    readFrom({ user: box.user, folder: ['INBOX', 'Answers'] });
    await readMailbox();
    expect((await findMailboxState())?.error).toBe('The mailbox has no folder INBOX/Answers.');
    readFrom({ user: box.user, port: await freePort() });
    await readMailbox();
    expect((await findMailboxState())?.error).toMatch(/^Nothing answers at 127\.0\.0\.1:\d+\.$/);
    readFrom({ user: 'reader' });
    await readMailbox();
    expect((await findMailboxState())?.error).toMatch(/it is read-only\.$/);
    expect(JSON.stringify(error.mock.calls)).not.toContain('a-wrong-one');
    expect(JSON.stringify(error.mock.calls)).not.toContain(mailboxPassword);
    error.mockRestore();

    readFrom({ user: box.user });
    await readMailbox();
    expect(await findMailboxState()).toMatchObject({
      error: '',
      failingSince: null,
      readAt: expect.any(Date),
    });
    expect([await attention(), await unmatchedFrom(from)]).toEqual([{}, 1]);
    // Nobody has come by for long.
    expect(await at(Date.now() + 11 * 60_000, attention)).toEqual({ mailbox: 1 });
    config().inboundMail = null;
    expect(await at(Date.now() + 11 * 60_000, attention)).toEqual({});
    await expect(checkMailbox()).rejects.toThrow('No mailbox is set.');
  });

  it('has lost nothing where the connection breaks', async () => {
    const box = await newBox();
    const from = newEmail();
    await box.program.put(mail({ From: from }));
    box.door.on = { form: /UID STORE/, act: (client) => client.destroy() };
    await readMailbox();
    expect((await findMailboxState())?.error).toMatch(/has ended the connection\.$/);
    box.door.on = null;
    await readMailbox();
    expect([await unmatchedFrom(from), await box.program.marks()]).toEqual([1, [seen]]);
  });

  it('is closed by a process that stops, which is no failure', async () => {
    const box = await newBox();
    await box.program.put(mail({ From: newEmail() }));
    const held = new Promise<void>((resolve) => {
      box.door.on = { form: /UID FETCH/, act: () => resolve() };
    });
    const run = readMailbox();
    await held;
    closeMailboxes();
    await run;
    expect(await findMailboxState()).toMatchObject({ error: '', failingSince: null });
    box.door.on = null;
    await readMailbox();
    expect(await box.program.marks()).toEqual([seen]);
  });
});

describe('a mailbox on another machine', () => {
  it.each(['tls', 'starttls'] as const)(
    'is read by %s, from a server that proves who it is',
    async (security) => {
      const box = await newBox();
      await box.program.put(mail({ From: newEmail() }));
      const port = security === 'tls' ? dovecot.tlsPort : dovecot.port;
      readFrom({ user: box.user, host: '127.0.0.2', port, security });
      await readMailbox();
      expect((await findMailboxState())?.error).toMatch(/^The certificate of 127\.0\.0\.2 is not trusted: /);
      expect(await box.program.marks()).toEqual([[]]);
      const usual = getCACertificates('default');
      setDefaultCACertificates([...usual, dovecot.certificate]);
      try {
        await readMailbox();
      } finally {
        setDefaultCACertificates(usual);
      }
      expect(await findMailboxState()).toMatchObject({ error: '' });
      expect(await box.program.marks()).toEqual([seen]);
    },
  );

  it('is told no password unencrypted', async () => {
    const heard: string[] = [];
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n');
      socket.on('data', (chunk) => {
        heard.push(String(chunk));
        const [tag = '', command = ''] = String(chunk).split(/\s/);
        if (command === 'CAPABILITY') socket.write('* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n');
        socket.write(`${tag} OK done\r\n`);
      });
    });
    server.listen(await freePort(), '127.0.0.2');
    await once(server, 'listening');
    const address = server.address();
    readFrom({
      host: '127.0.0.2',
      port: typeof address === 'object' && address ? address.port : 0,
      security: 'starttls',
    });
    await readMailbox();
    expect((await findMailboxState())?.error).toMatch(/does not encrypt by STARTTLS/);
    expect(heard.join('')).not.toMatch(/LOGIN|AUTHENTICATE/);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
