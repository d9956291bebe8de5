import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  findApiKeys,
  findKeyOwner,
  makeApiKey,
  maxKeys,
  revokeApiKey,
} from '#app/domain/core/api-keys/api-keys.server.ts';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import { findDeskAttachment, findOwnAttachment } from '#app/domain/talk/support/attachment-store.server.ts';
import { addReply, closeOwnTicket, reopenOwnTicket } from '#app/domain/talk/support/replying.server.ts';
import { deleteOldTickets } from '#app/domain/talk/support/retention.server.ts';
import { findThread } from '#app/domain/talk/support/thread.server.ts';
import { threadLink } from '#app/domain/talk/support/thread-link.server.ts';
import { ticketSchema, type VisitorTicketForm } from '#app/domain/talk/support/ticket-form.server.ts';
import { findLatestTickets, listTickets, openTicket } from '#app/domain/talk/support/tickets.server.ts';
import {
  askAsVisitor,
  confirmOwnTicket,
  confirmTicket,
  findTicketOfAccount,
} from '#app/domain/talk/support/visitor-tickets.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { activityOf, at, linkIn, mailsTo, newEmail, newViewer } from '#tests/integration/people.ts';

const newForm = () => ({
  subject: 'A missing click',
  message: 'Line one\n\n<b>two</b>',
  formKey: randomUUID(),
});

const newReply = () => ({ message: 'And one more', formKey: randomUUID() });

describe('a ticket', () => {
  it('is kept with its first message, and told to who asked and to the team', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    const number = await openTicket(viewer, 'affiliate-centre', newForm());
    expect(number).toBeGreaterThan(1000);
    expect(await findLatestTickets(viewer.id, 5)).toMatchObject([
      { number, subject: 'A missing click', status: 'open' },
    ]);
    const { messages } = await prisma().ticket.findUniqueOrThrow({
      where: { number },
      include: { messages: true },
    });
    expect(messages).toMatchObject([
      { author: 'asker', authorId: viewer.id, body: 'Line one\n\n<b>two</b>' },
    ]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.subject).toBe(`[#${number}] We have your question: A missing click`);
    expect(mail?.html).toContain('&lt;b&gt;two&lt;/b&gt;');
    const team = (await mailsTo(config().supportEmail)).find(({ subject }) =>
      subject.startsWith(`[#${number}]`),
    );
    expect(team?.headers).toMatchObject({ 'Reply-To': viewer.email });
    expect(await activityOf(viewer.id)).toContain(`Ticket ${number} opened`);
  });

  it('is one, however often and at once its form is sent', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    const form = newForm();
    const numbers = await Promise.all([1, 2, 3].map(() => openTicket(viewer, 'affiliate-centre', form)));
    expect(new Set([...numbers, await openTicket(viewer, 'affiliate-centre', form)]).size).toBe(1);
    expect(await mailsTo(viewer.email)).toHaveLength(1);
    const other = await newViewer({ role: 'affiliate' });
    await expect(openTicket(other, 'affiliate-centre', form)).rejects.toMatchObject({ kind: 'invalid' });
  });

  describe('of an account whose address is not verified (P189)', () => {
    const unverified = async () => {
      const viewer = { ...(await newViewer()), isEmailVerified: false };
      await prisma().user.update({ where: { id: viewer.id }, data: { emailVerifiedAt: null } });
      return viewer;
    };
    const spam = { subject: 'Your parcel is held', message: 'Pay at https://evil.example/pay' };
    const ask = async (viewer: Awaited<ReturnType<typeof unverified>>) => ({
      number: await openTicket(viewer, 'support', { ...spam, formKey: randomUUID() }),
      mail: (await mailsTo(viewer.email))[0],
    });
    const teamMails = async (number: number) =>
      (await mailsTo(config().supportEmail)).filter(({ subject }) => subject.startsWith(`[#${number}]`));

    it('waits for a mailed link, in a mail with no word of it', async () => {
      const viewer = await unverified();
      const { number, mail } = await ask(viewer);
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/parcel|evil|Test Person/);
      expect(await teamMails(number)).toEqual([]);
      expect(await activityOf(viewer.id)).not.toContain(`Ticket ${number} opened`);
      expect(await findThread({ userId: viewer.id, number }, null)).toMatchObject({ isUnconfirmed: true });
      const token = threadLink(number).split('/').at(-1) ?? '';
      expect(mail?.text).toContain(threadLink(number));
      expect(await findThread({ token }, null)).toMatchObject({ isUnconfirmed: true });
      expect(await confirmTicket(token)).toBe(number);
      expect(await confirmTicket(token)).toBe(number);
      expect(await teamMails(number)).toHaveLength(1);
      expect(await activityOf(viewer.id)).toContain(`Ticket ${number} opened`);
      // The link opens nothing of an account's ticket any more.
      expect(await findThread({ token }, null)).toBeNull();
      expect(await findTicketOfAccount(token)).toBe(number);
      // What is mailed after that still has no word of it: the account's address is not verified.
      for (const { subject, text } of await mailsTo(viewer.email))
        expect(`${subject}${text}`).not.toMatch(/parcel|evil/);
    });

    it('is sent on by its owner, once they have verified the address of their account', async () => {
      const viewer = await unverified();
      const { number } = await ask(viewer);
      await expect(confirmOwnTicket(viewer, number)).rejects.toMatchObject({ kind: 'not_allowed' });
      const other = await newViewer();
      await expect(confirmOwnTicket(other, number)).rejects.toMatchObject({ kind: 'not_found' });
      await confirmOwnTicket({ ...viewer, isEmailVerified: true }, number);
      expect(await teamMails(number)).toHaveLength(1);
    });

    it('fills nobody’s mailbox', async () => {
      const viewer = await unverified();
      for (const _ of [1, 2, 3]) await ask(viewer);
      await expect(ask(viewer)).rejects.toThrow('Too many attempts');
    });
  });

  it('may be one of six in an hour', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    for (const _ of [1, 2, 3, 4, 5, 6]) await openTicket(viewer, 'affiliate-centre', newForm());
    await expect(openTicket(viewer, 'affiliate-centre', newForm())).rejects.toThrow('Too many attempts');
  });

  it.each([
    { subject: 'x', message: 'y'.repeat(5001) },
    { subject: 'x'.repeat(151), message: 'y' },
    { subject: 'x', message: 'y', formKey: 'no' },
    { message: 'y' },
    { subject: 'x' },
  ])('needs all that is asked for: %j', (typed) => {
    expect(ticketSchema.safeParse({ formKey: randomUUID(), ...typed }).success).toBe(false);
    expect(ticketSchema.safeParse({ subject: 'x', message: 'y', formKey: randomUUID() }).success).toBe(true);
  });

  it('has a subject on one line, which adds no header to a mail', () => {
    const typed = { subject: ' A\r\nBcc: all@example.com\tb ', message: 'y', formKey: randomUUID() };
    expect(ticketSchema.parse(typed).subject).toBe('A Bcc: all@example.com b');
  });
});

/** A visitor's question, and the token of the link that was mailed to their address. */
async function askedByVisitor(typed: Partial<VisitorTicketForm> = {}) {
  const form = {
    name: 'Visitor',
    email: newEmail(),
    subject: 'Before I join',
    message: 'Is there a trial?',
    ...typed,
  };
  await askAsVisitor(form, newAddress());
  const [mail] = await mailsTo(form.email);
  const token = linkIn(mail?.text ?? '', '/support/thread/').replace('/support/thread/', '');
  return { form, mail, token };
}

const teamMails = async (number: number) =>
  (await mailsTo(config().supportEmail)).filter(({ subject }) => subject.startsWith(`[#${number}]`));

describe("a visitor's ticket", () => {
  it('waits until its address is confirmed, by a mail that says nothing of what was typed', async () => {
    const { form, mail, token } = await askedByVisitor({ name: 'Mallory', subject: 'Cheap pills' });
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/Mallory|pills|trial/);
    const thread = await findThread({ token }, null);
    expect(thread).toMatchObject({ isUnconfirmed: true, subject: 'Cheap pills' });
    const number = thread?.number ?? 0;
    expect(await teamMails(number)).toEqual([]);
    await expect(addReply({ token }, newReply())).rejects.toMatchObject({ kind: 'not_found' });
    await confirmTicket(token);
    await confirmTicket(token);
    expect(await findThread({ token }, null)).toMatchObject({ isUnconfirmed: false, status: 'open' });
    expect(await teamMails(number)).toHaveLength(1);
    const subjects = (await mailsTo(form.email)).map(({ subject }) => subject);
    expect(subjects).toContain(`[#${number}] We have your question: Cheap pills`);
    expect(subjects).toHaveLength(2);
  });

  it('is one for the same words of the same address', async () => {
    const { form } = await askedByVisitor();
    await Promise.all([1, 2].map(() => askAsVisitor(form, newAddress())));
    expect(await prisma().ticket.count({ where: { email: form.email } })).toBe(1);
    expect(await mailsTo(form.email)).toHaveLength(1);
  });

  it('may be one of three a day to an address, and of ten an hour from a network', async () => {
    const email = newEmail();
    for (const message of ['1', '2', '3']) await askedByVisitor({ email, message });
    await expect(askedByVisitor({ email, message: '4' })).rejects.toThrow('Too many attempts');
    const network = newAddress();
    const from = () => askAsVisitor({ name: 'V', email: newEmail(), subject: 's', message: 'm' }, network);
    for (let count = 0; count < 10; count += 1) await from();
    await expect(from()).rejects.toThrow('Too many attempts');
  });

  it('opens by its own link alone, and no link opens what a member asked', async () => {
    const { token } = await askedByVisitor();
    const [number = '', signature = ''] = token.split('.');
    const member = await newViewer();
    const members = await openTicket(member, 'support', newForm());
    const forged = [
      `${Number(number) + 1}.${signature}`,
      `${number}.${signature.slice(0, -2)}AA`,
      `${number}.`,
      `${number}.${signature}=`,
      `0${number}.${signature}`,
      'unknown',
      '',
      threadLink(999_999).split('/').at(-1) ?? '',
    ];
    for (const wrong of forged) {
      expect(await findThread({ token: wrong }, null), wrong).toBeNull();
      await expect(confirmTicket(wrong), wrong).rejects.toMatchObject({ kind: 'not_found' });
      await expect(addReply({ token: wrong }, newReply()), wrong).rejects.toMatchObject({
        kind: 'not_found',
      });
    }
    // A member's is read by signing in, whatever link there is.
    const ofMember = threadLink(members).split('/').at(-1) ?? '';
    expect(await findThread({ token: ofMember }, null)).toBeNull();
    expect(await confirmTicket(ofMember)).toBe(members);
    await expect(addReply({ token: ofMember }, newReply())).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is deleted when it waited a week in vain, and any that has been still for two years', async () => {
    const { token } = await askedByVisitor();
    const confirmed = await askedByVisitor();
    await confirmTicket(confirmed.token);
    await closeOwnTicket({ token: confirmed.token });
    const open = await askedByVisitor();
    await confirmTicket(open.token);
    const dayMs = 24 * 3600 * 1000;
    await at(Date.now() + 6 * dayMs, deleteOldTickets);
    expect(await findThread({ token }, null)).not.toBeNull();
    await at(Date.now() + 8 * dayMs, deleteOldTickets);
    expect(await findThread({ token }, null)).toBeNull();
    expect(await findThread({ token: confirmed.token }, null)).not.toBeNull();
    await at(Date.now() + 740 * dayMs, deleteOldTickets);
    expect(await findThread({ token: confirmed.token }, null)).toBeNull();
    // Nobody has answered it yet.
    expect(await findThread({ token: open.token }, null)).not.toBeNull();
  });
});

describe('a thread', () => {
  const asked = async () => {
    const viewer = await newViewer();
    const number = await openTicket(viewer, 'support', newForm());
    return { viewer, number, asker: { userId: viewer.id, number } };
  };

  it("is its asker's alone", async () => {
    const { number, asker } = await asked();
    const other = { userId: (await newViewer()).id, number };
    expect(await findThread(asker, null)).toMatchObject({ number });
    expect(await findThread(other, null)).toBeNull();
    for (const act of [
      () => addReply(other, newReply()),
      () => closeOwnTicket(other),
      () => reopenOwnTicket(other),
    ])
      await expect(act()).rejects.toMatchObject({ kind: 'not_found' });
    for (const odd of [0, -1, 1.5, Number.NaN, 2 ** 31, 1e20])
      expect(await findThread({ ...asker, number: odd }, null)).toBeNull();
  });

  it('goes on by a message, which opens it again and reaches the team once', async () => {
    const { viewer, number, asker } = await asked();
    await closeOwnTicket(asker);
    expect(await findThread(asker, null)).toMatchObject({ status: 'closed' });
    const reply = newReply();
    await Promise.all([addReply(asker, reply), addReply(asker, reply)]);
    await addReply(asker, reply);
    const thread = await findThread(asker, null);
    expect(thread).toMatchObject({ status: 'open' });
    expect(thread?.messages.map(({ body }) => body)).toEqual(['Line one\n\n<b>two</b>', 'And one more']);
    expect(await teamMails(number)).toHaveLength(2);
    expect(await activityOf(viewer.id)).toEqual([
      `Ticket ${number} opened`,
      `Ticket ${number} closed`,
      `Ticket ${number}: a further message`,
    ]);
  });

  it('is closed and opened again', async () => {
    const { asker, viewer } = await asked();
    await reopenOwnTicket(asker);
    await closeOwnTicket(asker);
    await closeOwnTicket(asker);
    expect(await findThread(asker, null)).toMatchObject({ status: 'closed' });
    await reopenOwnTicket(asker);
    expect(await findThread(asker, null)).toMatchObject({ status: 'open' });
    expect(await activityOf(viewer.id)).toHaveLength(3);
  });

  it('shows its latest fifty messages, those before by a key, and no note of the team', async () => {
    const { number, asker } = await asked();
    const { id: ticketId } = await prisma().ticket.findUniqueOrThrow({ where: { number } });
    for (let count = 1; count <= 60; count += 1)
      await prisma().ticketMessage.create({
        data: {
          ticketId,
          author: count === 60 ? 'note' : 'team',
          body: `Message ${count}`,
          createdAt: new Date(),
        },
      });
    const latest = await findThread(asker, null);
    expect(latest?.messages).toHaveLength(50);
    expect(latest?.messages.at(-1)?.body).toBe('Message 59');
    const first = await findThread(asker, latest?.earlier ?? null);
    expect(first?.messages.map(({ body }) => body)).toEqual([
      'Line one\n\n<b>two</b>',
      ...Array.from({ length: 9 }, (_, index) => `Message ${index + 1}`),
    ]);
    expect(first?.earlier).toBeNull();
  });

  it('takes twenty messages an hour', async () => {
    const { asker } = await asked();
    for (let count = 0; count < 20; count += 1) await addReply(asker, newReply());
    await expect(addReply(asker, newReply())).rejects.toThrow('Too many attempts');
  });
});

describe("somebody's tickets", () => {
  it('are listed by key, the one where something was said last first', async () => {
    const viewer = await newViewer();
    const start = Date.UTC(2026, 0, 1);
    const { id: userId, email } = viewer;
    await prisma().ticket.createMany({
      data: Array.from({ length: 23 }, (_, index) => {
        // Two of them at the same moment: the key tells them apart.
        const time = new Date(start + Math.floor(index / 2) * 60_000);
        const times = { createdAt: time, latestAt: time, confirmedAt: time };
        return { userId, email, area: 'support', subject: `s${index}`, formKey: randomUUID(), ...times };
      }),
    });
    const first = await listTickets(userId, null);
    expect(first.rows).toHaveLength(20);
    const second = await listTickets(userId, readCursor(first.next));
    expect(second.next).toBeNull();
    const numbers = [...first.rows, ...second.rows].map(({ number }) => number);
    expect(new Set(numbers).size).toBe(23);
    const times = [...first.rows, ...second.rows].map(({ latestAt }) => latestAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect((await listTickets((await newViewer()).id, null)).rows).toEqual([]);
  });
});

describe('a key for programs', () => {
  const make = async (name = 'script') => {
    const viewer = await newViewer({ role: 'affiliate' });
    return { viewer, key: String(await makeApiKey(viewer, { name, formKey: randomUUID() })) };
  };

  it('is shown once, and kept as a hash', async () => {
    const { viewer, key } = await make();
    expect(key).toMatch(/^mak_[\w-]{43}$/);
    expect(await findApiKeys(viewer.id)).toMatchObject([
      { name: 'script', hint: key.slice(-4), lastUsedAt: null },
    ]);
    const row = await prisma().apiKey.findFirstOrThrow({ where: { userId: viewer.id } });
    expect(
      JSON.stringify({ ...row, tokenHash: Buffer.from(row.tokenHash).toString('latin1') }),
    ).not.toContain(key);
  });

  it('is made once however often its form is sent', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    const formKey = randomUUID();
    const made = await Promise.all([1, 2].map(() => makeApiKey(viewer, { name: 'k', formKey })));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await findApiKeys(viewer.id)).toHaveLength(1);
  });

  it('tells whose it is, and when it was used', async () => {
    const { viewer, key } = await make();
    expect(await findKeyOwner(key, newAddress())).toEqual({ id: viewer.id });
    expect((await findApiKeys(viewer.id))[0]?.lastUsedAt).not.toBeNull();
  });

  it('is none once revoked, or its owner is inactive or has left, or where it is made up', async () => {
    const { viewer, key } = await make();
    await expect(
      revokeApiKey(await newViewer(), (await findApiKeys(viewer.id))[0]?.id ?? ''),
    ).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(revokeApiKey(viewer, 'no-id')).rejects.toMatchObject({ kind: 'not_found' });
    await revokeApiKey(viewer, (await findApiKeys(viewer.id))[0]?.id ?? '');
    expect(await findKeyOwner(key, newAddress())).toBeNull();
    const gone = await make();
    await prisma().user.update({ where: { id: gone.viewer.id }, data: { status: 'inactive' } });
    expect(await findKeyOwner(gone.key, newAddress())).toBeNull();
    const left = await make();
    await prisma().user.update({
      where: { id: left.viewer.id },
      data: { role: 'member', assignedRole: 'member' },
    });
    expect(await findKeyOwner(left.key, newAddress())).toBeNull();
    for (const secret of [null, '', 'mak_', `mak_${'a'.repeat(43)}`, 'Bearer x'])
      expect(await findKeyOwner(secret, newAddress())).toBeNull();
  });

  it('asks at most twice a second, and an address with wrong ones is stopped', async () => {
    const { key } = await make();
    const asked = await Promise.allSettled(
      Array.from({ length: 125 }, () => findKeyOwner(key, newAddress())),
    );
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    const address = newAddress();
    for (let attempt = 0; attempt < 60; attempt += 1) await findKeyOwner('mak_wrong', address);
    await expect(findKeyOwner('mak_wrong', address)).rejects.toThrow('Too many attempts');
  });

  it('is one of ten at most', async () => {
    const { viewer } = await make();
    for (let count = 1; count < maxKeys; count += 1)
      await makeApiKey(viewer, { name: 'k', formKey: randomUUID() });
    await expect(makeApiKey(viewer, { name: 'k', formKey: randomUUID() })).rejects.toMatchObject({
      kind: 'not_allowed',
    });
  });
});

describe('files of a ticket', () => {
  /** A picture as a camera makes it, lying on its side, with the place it was taken at. */
  const photo = async () =>
    new Uint8Array(
      await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c04' } })
        .jpeg()
        .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitude: '51/1 30/1 0/1' } } })
        .toBuffer(),
    );
  const pdf = new Uint8Array(Buffer.from('%PDF-1.7\nrest'));
  const file = (bytes: Uint8Array<ArrayBuffer>, name = 'Screen shot.PNG') => ({ name, bytes });
  const filesOf = async (userId: string, number: number) =>
    (await findThread({ userId, number }, null))?.messages.flatMap(({ files }) => files) ?? [];

  it('are kept by what they are: pictures drawn anew, without their place, and PDFs', async () => {
    const viewer = await newViewer();
    const sent = [file(await photo()), file(pdf, '../../Invoice "1" \u202E.exe')];
    const number = await openTicket(viewer, 'support', newForm(), sent);
    const files = await filesOf(viewer.id, number);
    expect(files).toMatchObject([
      // Upright: what was a note in the file is done.
      { name: 'Screen shot.jpg', mediaType: 'image/jpeg', width: 20, height: 40 },
      { name: 'Invoice 1.pdf', mediaType: 'application/pdf', byteCount: pdf.byteLength, width: null },
    ]);
    const kept = await findOwnAttachment({ userId: viewer.id }, files[0]?.id ?? '');
    expect((await sharp(kept?.bytes).metadata()).exif).toBeUndefined();
    expect(
      (await mailsTo(config().supportEmail)).find(({ text }) => text.includes('Screen shot.jpg')),
    ).toBeDefined();
    await addReply({ userId: viewer.id, number }, newReply(), [file(await photo(), 'again.jpg')]);
    expect(await filesOf(viewer.id, number)).toHaveLength(3);
  });

  it.each([
    ['a page', '<html>'],
    ['a drawing with scripts', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['what begins as a picture', '\u0089PNG\r\n\u001a\n and no more'],
    ['nothing', ''],
  ])('are none: %s', async (_, text) => {
    const viewer = await newViewer();
    const bytes = new Uint8Array(Buffer.from(text, 'latin1'));
    await expect(openTicket(viewer, 'support', newForm(), [file(bytes)])).rejects.toMatchObject({
      field: 'files',
    });
    expect(await findLatestTickets(viewer.id, 1)).toEqual([]);
  });

  it('are three at most, of 5 MB each, and thirty a day', async () => {
    const viewer = await newViewer();
    const number = await openTicket(viewer, 'support', newForm());
    const reply = (files: { name: string; bytes: Uint8Array<ArrayBuffer> }[]) =>
      addReply({ userId: viewer.id, number }, newReply(), files);
    const large = new Uint8Array(5_000_001);
    large.set(pdf);
    await expect(reply([file(large)])).rejects.toMatchObject({ field: 'files' });
    await expect(reply([1, 2, 3, 4].map(() => file(pdf)))).rejects.toMatchObject({ field: 'files' });
    for (let count = 0; count < 10; count += 1) await reply([1, 2, 3].map(() => file(pdf)));
    await expect(reply([file(pdf)])).rejects.toThrow('Too many attempts');
  });

  it('are stored in pieces, and read whole', async () => {
    const viewer = await newViewer();
    const lengths = [pdf.byteLength, 500_000, 500_001, 1_000_000, 1_700_000];
    const sent = lengths.map((length) => {
      const bytes = new Uint8Array(randomBytes(length));
      bytes.set(pdf);
      return bytes;
    });
    for (const bytes of sent) await openTicket(viewer, 'support', newForm(), [file(bytes)]);
    const stored = await prisma().ticketAttachment.findMany({
      where: { message: { ticket: { userId: viewer.id } } },
      orderBy: { id: 'asc' },
      select: { id: true, byteCount: true, bytes: true, pieces: { select: { bytes: true } } },
    });
    expect(stored.map(({ byteCount }) => byteCount)).toEqual(lengths);
    expect(stored.map(({ pieces }) => pieces.length)).toEqual([0, 0, 1, 1, 3]);
    for (const { bytes, pieces } of stored)
      for (const piece of [bytes, ...pieces.map((each) => each.bytes)])
        expect(piece.byteLength).toBeLessThanOrEqual(500_000);
    for (const [index, { id }] of stored.entries()) {
      const own = await findOwnAttachment({ userId: viewer.id }, id);
      const desk = await findDeskAttachment(id);
      for (const read of [own, desk])
        expect(Buffer.from(sent[index] ?? []).equals(read?.bytes ?? Buffer.of())).toBe(true);
    }
    // Stored by the release before this one.
    const whole = stored[0]?.id ?? '';
    await prisma().ticketAttachment.update({
      where: { id: whole },
      data: { bytes: sent[4] ?? pdf, byteCount: 1_700_000 },
    });
    expect((await findDeskAttachment(whole))?.bytes.byteLength).toBe(1_700_000);
  });

  it('are seen by their ticket’s owner and the team alone', async () => {
    const viewer = await newViewer();
    const other = await newViewer();
    const number = await openTicket(viewer, 'support', newForm(), [file(pdf)]);
    const [{ id } = { id: '' }] = await filesOf(viewer.id, number);
    expect(await findOwnAttachment({ userId: viewer.id }, id)).toMatchObject({ name: 'Screen shot.pdf' });
    expect(await findOwnAttachment({ userId: other.id }, id)).toBeNull();
    const visitors = await prisma().ticket.create({
      data: {
        email: newEmail(),
        area: 'support',
        subject: 'x',
        formKey: randomUUID(),
        confirmedAt: new Date(),
        createdAt: new Date(),
        latestAt: new Date(),
      },
    });
    const token = threadLink(visitors.number).replace(/^.*\//, '');
    expect(await findOwnAttachment({ token }, id)).toBeNull();
    await addReply({ token }, newReply(), [file(pdf, 'mine')]);
    const own = (await findThread({ token }, null))?.messages.flatMap(({ files }) => files) ?? [];
    expect(await findOwnAttachment({ token }, own[0]?.id ?? '')).toMatchObject({ name: 'mine.pdf' });
    expect(await findOwnAttachment({ token: `${token}x` }, own[0]?.id ?? '')).toBeNull();
    expect(await findDeskAttachment(id)).toMatchObject({ name: 'Screen shot.pdf' });
    // Those of notes are the team's, should there ever be any.
    await prisma().ticketMessage.updateMany({ where: { ticket: { number } }, data: { author: 'note' } });
    expect(await findOwnAttachment({ userId: viewer.id }, id)).toBeNull();
    await expect(addReply({ userId: other.id, number }, newReply(), [file(pdf)])).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('go with the ticket', async () => {
    const viewer = await newViewer();
    const number = await openTicket(viewer, 'support', newForm(), [file(pdf)]);
    const [{ id } = { id: '' }] = await filesOf(viewer.id, number);
    await prisma().ticket.deleteMany({ where: { number } });
    expect(await findDeskAttachment(id)).toBeNull();
  });
});
