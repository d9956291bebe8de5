import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeExport } from '#app/domain/people/personal-data/export.server.ts';
import { answerTicket } from '#app/domain/talk/support/desk.server.ts';
import { findDeskTicket } from '#app/domain/talk/support/desk-ticket.server.ts';
import { receiveMail } from '#app/domain/talk/support/inbound.server.ts';
import { findOwnReceivedMail, findReceivedMail } from '#app/domain/talk/support/received-mail.server.ts';
import { findThread } from '#app/domain/talk/support/thread.server.ts';
import { findUnmatched, listUnmatched } from '#app/domain/talk/support/unmatched-mail.server.ts';
import {
  addUnmatchedToTicket,
  openTicketFromUnmatched,
} from '#app/domain/talk/support/unmatched-to-ticket.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { findMailSource } from '#app/platform/mail/mail-source.server.ts';
import { action } from '#app/routes/api/mail-webhook.ts';
import { newActor } from '#tests/integration/admins.ts';
import { mailsTo, newEmail, newViewer } from '#tests/integration/people.ts';
import { answered, type Fields, mail } from '#tests/integration/ticket-mails.ts';

const inbound = {
  address: 'reply@mail.example',
  secret: 'an-inbound-secret-of-thirty-two-letters',
  mailbox: null,
};
let photo: string;
let logo: string;

beforeAll(async () => {
  config().inboundMail = inbound;
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
  photo = (await picture(320, 200)).toString('base64');
  logo = (await picture(40, 20)).toString('base64');
});
afterAll(() => {
  config().inboundMail = null;
});

type Sample = (fields: Fields) => Buffer;

/** A mail of parts that are header lines and a body each. */
const multipart =
  (kind: string, ...parts: readonly (() => readonly [header: string, body: string])[]): Sample =>
  (fields) =>
    mail(
      { ...fields, 'Content-Type': `multipart/${kind}; boundary=b` },
      `${parts
        .map((part) => part())
        .map(([header, body]) => `--b\r\n${header}\r\n\r\n${body}\r\n`)
        .join('')}--b--\r\n`,
    );
const image = (name: string, more: string, data: () => string) => () =>
  [
    `Content-Type: image/png; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n${more}`,
    data(),
  ] as const;
const words =
  (text: string, type = 'text/plain') =>
  () =>
    [`Content-Type: ${type}; charset=utf-8`, text] as const;
const text =
  (body: string, more: Fields = {}): Sample =>
  (fields) =>
    mail({ ...fields, ...more }, body);

/** What the ticket says for each kind of mail, and the files that come with it. */
const samples: readonly [name: string, sample: Sample, body: string | RegExp, files?: string[]][] = [
  [
    'an answer under the quotation',
    text('On 25/11/2026 18:26, Academy support wrote:\r\n> Because.\r\n\r\nTwo charges of $47.'),
    'Two charges of $47.',
  ],
  [
    'answers between the lines',
    text(
      'Hi, see below.\r\n\r\nOn Wed, 25 Nov 2026 at 18:26, Support <reply@mail.example> wrote:\r\n> Which browser?\r\n\r\nFirefox.\r\n\r\n> And when?\r\n\r\nToday.',
    ),
    'Hi, see below.\n\n> Which browser?\n\nFirefox.\n\n> And when?\n\nToday.',
  ],
  [
    'a mail from Exchange',
    text('Please cancel it.', { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' }),
    'Please cancel it.',
  ],
  [
    'a photo of a phone',
    multipart(
      'mixed',
      words('This is what I see:'),
      image('IMG_1.png', 'Content-Disposition: inline; filename="IMG_1.png"', () => photo),
      words('\r\nSent from my iPhone'),
    ),
    'This is what I see:',
    ['IMG_1.png'],
  ],
  [
    'a photo alone',
    multipart(
      'mixed',
      image('IMG_2.png', 'Content-Disposition: inline', () => photo),
    ),
    'Sent without words.',
    ['IMG_2.png'],
  ],
  [
    'a mail that says all in its subject',
    text('', { Subject: 'Please cancel my membership' }),
    'Sent without words or files, with the subject “Please cancel my membership”.',
  ],
  ['a mail without words', text('', { Subject: 'AW: A question' }), 'Sent without words or files.'],
  [
    'a screenshot among the words',
    multipart(
      'related',
      words('<p>See: <img src="cid:one"></p>', 'text/html'),
      image('屏幕.png', 'Content-ID: <one>', () => photo),
    ),
    'See:',
    ['屏幕.png'],
  ],
  [
    'a logo among the words',
    multipart(
      'related',
      words('<p>Hello <img src="cid:one"></p>', 'text/html'),
      image('logo.png', 'Content-ID: <one>', () => logo),
    ),
    'Hello',
    [],
  ],
  [
    'a picture in the HTML',
    (fields) =>
      mail(
        { ...fields, 'Content-Type': 'text/html' },
        `<p>My screen:</p><img src="data:image/png;base64,${photo}"><p>Refund it.</p>`,
      ),
    'My screen:\n\nRefund it.',
    ['picture-1.png'],
  ],
  [
    'a picture in the HTML that is none',
    (fields) =>
      mail(
        { ...fields, 'Content-Type': 'text/html' },
        `<p>My screen:</p><img src="data:image/png;base64,${'iVBORw0KGgo'.repeat(400)}">`,
      ),
    /^My screen:\n\nLeft out, .*\npicture-1 \(image\/png, 3\.3 kB\): not a picture/,
    [],
  ],
  [
    'entities',
    text('<p>j&rsquo;ai &eacute;t&eacute; d&eacute;bit&eacute; de 47&nbsp;&euro;&hellip;</p>', {
      'Content-Type': 'text/html; charset=iso-8859-1',
    }),
    'j’ai été débité de 47 €…',
  ],
  [
    'Spanish',
    text(
      'Gracias.\r\n\r\nEl mié, 25 nov 2026 a las 18:26, Academy (<reply@mail.example>) escribió:\r\n\r\n> Because.',
    ),
    'Gracias.',
  ],
  [
    'French of Outlook',
    text(
      'Merci.\r\n\r\nDe : Academy <reply@mail.example>\r\nEnvoyé : mercredi 25 novembre 2026 18:26\r\nÀ : Ada\r\nObjet : your answer\r\n\r\nBecause.\r\nAnd more.',
    ),
    'Merci.',
  ],
  [
    'underscores',
    text('Two things:\r\n__________________\r\n1. refund it'),
    'Two things:\n__________________\n1. refund it',
  ],
  [
    'a forwarded mail alone',
    text(
      '---------- Forwarded message ----------\r\nFrom: PayPal <service@paypal.example>\r\nDate: 3 Nov\r\nSubject: You sent a payment\r\n\r\nYou sent 47.00 USD.',
    ),
    /^---------- Forwarded message(?:.*\n)+You sent 47\.00 USD\.$/,
  ],
  [
    'flowing lines',
    text('This was \r\nwrapped.', { 'Content-Type': 'text/plain; format=flowed; delsp=yes' }),
    'This was wrapped.',
  ],
  ['UTF-8 under another name', text('Envoyé', { 'Content-Type': 'text/plain; charset=us-ascii' }), 'Envoyé'],
  [
    'a file of Outlook’s',
    multipart('mixed', words('See the file'), () => [
      'Content-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Disposition: attachment',
      'x',
    ]),
    /winmail\.dat \(application\/ms-tnef, \d bytes\): Outlook’s own format/,
  ],
];

describe('a mail from who asked', () => {
  it.each(samples)('keeps its words and files: %s', async (_, sample, body, files = []) => {
    const { viewer, number, asker, told } = await answered();
    const raw = sample({ From: viewer.email, To: String(told['Reply-To']) });
    const response = await action({
      request: new Request('http://x/webhooks/mail', {
        method: 'POST',
        headers: { Authorization: `Bearer ${inbound.secret}` },
        body: new Uint8Array(raw),
      }),
    });
    expect(await response.json()).toEqual({ outcome: 'added' });
    const message = (await findThread(asker, null))?.messages.at(-1);
    if (typeof body === 'string') expect(message?.body).toBe(body);
    else expect(message?.body).toMatch(body);
    expect(message?.files.map(({ name }) => name)).toEqual(files);
    // The whole is there too, for the team as it came.
    const id = message?.email?.id ?? '';
    expect(await findMailSource(id)).toEqual(new Uint8Array(raw));
    expect(await findReceivedMail(id)).toMatchObject({ fromAddress: viewer.email, ticketNumber: number });
  });
});

describe('the same mail', () => {
  it('by two ways is one message, and another mail under its Message-ID is another', async () => {
    const { viewer, told, said } = await answered();
    const fields = { From: viewer.email, To: String(told['Reply-To']), 'Message-ID': '<same@x.example>' };
    const first = mail(fields, 'First');
    const again = Buffer.concat([
      Buffer.from('Received: by another\r\nDelivered-To: x@y.example\r\n'),
      first,
    ]);
    expect((await Promise.all([receiveMail(first), receiveMail(again)])).toSorted()).toEqual([
      'added',
      'known',
    ]);
    expect(await receiveMail(mail(fields, 'Second'))).toBe('added');
    expect((await said())?.slice(2)).toEqual(['First', 'Second']);
    const stranger = { From: newEmail(), 'Message-ID': '<same@x.example>' };
    for (const body of ['One', 'Two']) expect(await receiveMail(mail(stranger, body))).toBe('unmatched');
    expect(await prisma().unmatchedMail.count({ where: { fromAddress: stranger.From } })).toBe(2);
  });
});

describe('a mail from another address', () => {
  const fromWork = async (body = 'Here is the invoice.') => {
    const asked = await answered();
    const from = newEmail();
    const raw = multipart(
      'mixed',
      words(body),
      image('invoice.png', 'Content-Disposition: attachment', () => photo),
    )({
      From: from,
      To: String(asked.told['Reply-To']),
    });
    expect(await receiveMail(raw)).toBe('unmatched');
    const row = await prisma().unmatchedMail.findFirstOrThrow({ where: { fromAddress: from } });
    return { ...asked, from, raw, id: row.id, actor: (await newActor('support')).actor };
  };

  it('waits with its files, and suggests its ticket', async () => {
    const { id, number, raw } = await fromWork();
    const found = await findUnmatched(id);
    expect(found).toMatchObject({
      ticketNumber: number,
      reason: 'other_sender',
      files: [{ name: 'invoice.png', width: 320 }],
      suggestions: [{ number }],
    });
    expect(await findMailSource(found?.email?.id ?? '')).toEqual(new Uint8Array(raw));
    expect((await listUnmatched(null)).rows.find((row) => row.id === id)).toMatchObject({ files: 1 });
  });

  it('is put into a ticket once, and what its sender writes later arrives there', async () => {
    const { id, number, asker, from, told, actor, said } = await fromWork();
    await expect(addUnmatchedToTicket(actor, id, number + 400_000)).rejects.toMatchObject({
      field: 'number',
    });
    const added = await Promise.all([
      addUnmatchedToTicket(actor, id, number),
      addUnmatchedToTicket(actor, id, number),
    ]);
    expect(added).toEqual([number, number]);
    const message = (await findThread(asker, null))?.messages.at(-1);
    expect(message).toMatchObject({
      body: 'Here is the invoice.',
      files: [{ name: 'invoice.png' }],
      email: { fromAddress: from },
    });
    expect(await findUnmatched(id)).toBeNull();
    expect(await openTicketFromUnmatched(actor, id)).toBe(number);
    expect(await receiveMail(mail({ From: from, To: String(told['Reply-To']) }, 'And one more'))).toBe(
      'added',
    );
    expect((await said())?.slice(2)).toEqual(['Here is the invoice.', 'And one more']);
  });

  it('becomes a ticket once, whose answers hold together', async () => {
    const from = newEmail();
    const id = `<${from}>`;
    await receiveMail(
      mail({ From: `Grace <${from}>`, To: inbound.address, Subject: 'Re: Help me', 'Message-ID': id }),
    );
    const row = await prisma().unmatchedMail.findFirstOrThrow({ where: { fromAddress: from } });
    const { actor } = await newActor('support');
    const [number = 0, again] = await Promise.all([
      openTicketFromUnmatched(actor, row.id),
      openTicketFromUnmatched(actor, row.id),
    ]);
    expect(again).toBe(number);
    const ticket = await findDeskTicket(number, null);
    expect(ticket).toMatchObject({
      subject: 'Help me',
      name: 'Grace',
      email: from,
      messages: [{ body: 'By mail' }],
    });
    expect(await mailsTo(from)).toHaveLength(0);
    const seen = ticket?.messages.at(-1)?.id ?? '';
    await answerTicket(actor, number, { message: 'Like this.', formKey: crypto.randomUUID(), seen }, false);
    const [told] = (await mailsTo(from)).map(({ headers }) => headers as Fields);
    expect(told?.['In-Reply-To']).toBe(id);
    expect(await receiveMail(mail({ From: from, To: String(told?.['Reply-To']) }, 'Thanks'))).toBe('added');
  });

  it('is nobody else’s to read, or to put anywhere', async () => {
    const { id, number, asker, actor } = await fromWork();
    const { actor: stranger } = { actor: { ...actor, id: (await newViewer()).id } };
    await expect(addUnmatchedToTicket(stranger, id, number)).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(openTicketFromUnmatched(stranger, id)).rejects.toMatchObject({ kind: 'not_allowed' });
    await addUnmatchedToTicket(actor, id, number);
    const emailId = (await findThread(asker, null))?.messages.at(-1)?.email?.id ?? '';
    expect(await findOwnReceivedMail({ userId: asker.userId }, emailId)).toMatchObject({ id: emailId });
    expect(await findOwnReceivedMail({ userId: (await newViewer()).id }, emailId)).toBeNull();
    expect(await findOwnReceivedMail({ token: 'x' }, emailId)).toBeNull();
  });
});

it('is in the copy of somebody’s data, as it came', async () => {
  const { viewer, told } = await answered();
  const raw = mail({ From: viewer.email, To: String(told['Reply-To']) }, 'Uncompressed words');
  await receiveMail(raw);
  const createdAt = new Date();
  const { id } = await prisma().dataExport.create({
    data: { userId: viewer.id, createdAt, expiresAt: new Date(createdAt.getTime() + 3600_000) },
  });
  await makeExport({ exportId: id });
  const { archive } = await prisma().dataExport.findUniqueOrThrow({ where: { id } });
  const { unzipSync } = await import('fflate');
  const files = unzipSync(new Uint8Array(archive ?? new Uint8Array()));
  const [name = ''] = Object.keys(files).filter((each) => each.endsWith('.eml'));
  expect(Buffer.from(files[name] ?? [])).toEqual(raw);
});
