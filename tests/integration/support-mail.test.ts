import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerTicket } from '#app/domain/talk/support/desk.server.ts';
import { findDeskTicket } from '#app/domain/talk/support/desk-ticket.server.ts';
import { isInboundSecret, receiveMail } from '#app/domain/talk/support/inbound.server.ts';
import { replyAddress } from '#app/domain/talk/support/mail-threading.server.ts';
import { closeOwnTicket } from '#app/domain/talk/support/replying.server.ts';
import { deleteOldTickets } from '#app/domain/talk/support/retention.server.ts';
import { findThread } from '#app/domain/talk/support/thread.server.ts';
import { deleteUnmatched, listUnmatched } from '#app/domain/talk/support/unmatched-mail.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { action } from '#app/routes/api/mail-webhook.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { at, mailsTo, newEmail } from '#tests/integration/people.ts';
import { answered, type Fields, mail, mailWithFile } from '#tests/integration/ticket-mails.ts';

const inbound = {
  address: 'reply@mail.example',
  secret: 'an-inbound-secret-of-thirty-two-letters',
  mailbox: null,
};

beforeAll(() => {
  config().inboundMail = inbound;
});
afterAll(() => {
  config().inboundMail = null;
});

describe('what is attached to a mail', () => {
  it('is kept with its message, also without words, and named where it is of no kind that is kept', async () => {
    const { viewer, asker, told, said } = await answered();
    const fields = { From: viewer.email, To: String(told['Reply-To']) };
    // What a file says of itself counts for nothing.
    expect(await receiveMail(mailWithFile(fields, '', 'text/html', 'bill.html', '%PDF-1.4 x'))).toBe('added');
    expect(await receiveMail(mailWithFile(fields, 'See here', 'image/png', 'x.png', '<script>'))).toBe(
      'added',
    );
    expect(await said()).toEqual([
      'Why?',
      'Because.',
      'Sent without words.',
      'See here\n\nLeft out, but kept in the original email:\nx.png (image/png, 8 bytes): not a picture (JPEG, PNG, GIF, WebP) or PDF that can be opened',
    ]);
    const files = (await findThread(asker, null))?.messages.map((message) => message.files);
    expect(files).toMatchObject([[], [], [{ name: 'bill.pdf', mediaType: 'application/pdf' }], []]);
  });
});

describe('an answer by mail', () => {
  it('is invited by mails that hold together, and finds its ticket by their address', async () => {
    const { viewer, number, asker, told, opened, said } = await answered();
    expect(told['Reply-To']).toBe(replyAddress(number));
    expect(told['In-Reply-To']).toBe(opened['Message-ID']);
    expect(told.References).toContain(opened['Message-ID']);
    await closeOwnTicket(asker);
    const raw = mail(
      { From: `Ada <${viewer.email.toUpperCase()}>`, To: String(told['Reply-To']).toUpperCase() },
      'Not quite.\r\n\r\nOn Monday, Support <support@example.com> wrote:\r\n> Because.',
    );
    expect(await Promise.all([receiveMail(raw), receiveMail(raw)])).toContain('added');
    expect(await receiveMail(raw)).toBe('known');
    expect(await said()).toEqual(['Why?', 'Because.', 'Not quite.']);
    expect(await findThread(asker, null)).toMatchObject({ status: 'open' });
    const team = (await mailsTo(config().supportEmail)).filter(({ subject }) =>
      subject.startsWith(`[#${number}]`),
    );
    expect(team).toHaveLength(2);
    expect(team.some(({ text }) => text.includes('Not quite.'))).toBe(true);
  });

  it('finds its ticket by the mail it answers, where its address was lost', async () => {
    const { viewer, told, said } = await answered();
    const sent = { From: viewer.email, To: 'support@example.com' };
    const answer = mail({ ...sent, 'In-Reply-To': String(told['Message-ID']) }, 'By its id');
    expect(await receiveMail(answer)).toBe('added');
    const later = mail({ ...sent, References: `<x@y.example> ${told['Message-ID']}` }, 'By one before');
    expect(await receiveMail(later)).toBe('added');
    expect((await said())?.slice(2)).toEqual(['By its id', 'By one before']);
  });

  it('is answered under its own id', async () => {
    const { viewer, number, told } = await answered();
    const id = `<${randomUUID()}@sender.example>`;
    await receiveMail(mail({ From: viewer.email, To: String(told['Reply-To']), 'Message-ID': id }));
    const { actor } = await newActor('support');
    const seen = (await findDeskTicket(number, null))?.messages.at(-1)?.id ?? '';
    await answerTicket(actor, number, { message: 'Again.', formKey: randomUUID(), seen }, false);
    const headers = (await mailsTo(viewer.email)).map((each) => each.headers as Fields);
    expect(headers.map((each) => each['In-Reply-To'])).toContain(id);
  });

  it('of somebody else, or to no ticket, is kept for the team and said nowhere', async () => {
    const { viewer, number, told, said } = await answered();
    const stranger = newEmail();
    const to = String(told['Reply-To']);
    const other = Number(number) + 500_000;
    const raws = [
      mail({ From: stranger, To: to }, 'Let me in'),
      mail({ From: stranger, To: 'x@y.example', 'In-Reply-To': String(told['Message-ID']) }, 'Let me in'),
      mail({ From: viewer.email, To: to.replace(/.{1}@/, (end) => (end === '0@' ? '1@' : '0@')) }, 'Forged'),
      mail({ From: viewer.email, To: to.replace(`+${number}-`, `+${other}-`) }, 'Forged'),
      mail({ From: viewer.email, To: to.replace('mail.example', 'evil.example') }, 'Forged'),
      mail(
        { From: viewer.email, To: 'x@y.example', 'In-Reply-To': `<t${number}.${randomUUID()}@localhost>` },
        'Forged',
      ),
      mail({ From: viewer.email, To: 'x@y.example' }, 'Out of nowhere'),
    ];
    for (const raw of raws) expect(await receiveMail(raw)).toBe('unmatched');
    for (const raw of raws) expect(await receiveMail(raw)).toBe('known');
    expect(await said()).toEqual(['Why?', 'Because.']);
    const kept = await prisma().unmatchedMail.findMany({
      where: { fromAddress: { in: [stranger, viewer.email] } },
    });
    expect(kept.map(({ reason }) => reason).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'no_ticket'),
      'other_sender',
      'other_sender',
    ]);
  });

  it('that a program sent, or that is ours come back, is no message, and is kept for the team to look at', async () => {
    const { viewer, number, told, said } = await answered();
    const fields = { From: viewer.email, To: String(told['Reply-To']) };
    const raws = [
      mail({ ...fields, 'Auto-Submitted': 'auto-replied' }),
      mail({ ...fields, Precedence: 'bulk', Subject: 'Automatic reply: your answer' }),
      mail({ ...fields, 'Return-Path': '<>' }),
      mail({ ...fields, 'Content-Type': 'multipart/report; report-type=delivery-status' }),
      mail({ ...fields, From: String(told['Reply-To']) }),
      mail({ ...fields, From: inbound.address }),
      mail({ ...fields, 'Message-ID': String(told['Message-ID']) }),
    ];
    for (const raw of raws) expect(await receiveMail(raw)).toBe('ignored');
    for (const raw of raws) expect(await receiveMail(raw)).toBe('known');
    expect(await said()).toEqual(['Why?', 'Because.']);
    const { rows } = await listUnmatched(null, 'automatic');
    const kept = await prisma().unmatchedMail.count({ where: { ticketNumber: number, reason: 'automatic' } });
    expect(kept).toBe(raws.length);
    expect(rows.length).toBeGreaterThanOrEqual(raws.length);
    expect((await listUnmatched(null)).rows.some(({ reason }) => reason === 'automatic')).toBe(false);
    await at(Date.now() + 15 * 24 * 3600 * 1000, deleteOldTickets);
    expect(await prisma().unmatchedMail.count({ where: { reason: 'automatic' } })).toBe(0);
  });

  it('that only looks like a program’s, or says nothing, is a message', async () => {
    const { viewer, told, said } = await answered();
    const fields = { From: viewer.email, To: String(told['Reply-To']) };
    const raws = [
      mail({ ...fields, 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' }, 'From Exchange'),
      mail({ ...fields, 'List-Id': '<x>', 'List-Unsubscribe': '<https://x.example>' }, 'By a list'),
      mail({ ...fields, Precedence: 'bulk' }, 'In bulk'),
      mail(fields, '> only what was quoted'),
      mail(fields, ''),
    ];
    for (const raw of raws) expect(await receiveMail(raw)).toBe('added');
    expect((await said())?.slice(2)).toEqual([
      'From Exchange',
      'By a list',
      'In bulk',
      '> only what was quoted',
      'Sent without words or files.',
    ]);
    // The team's own mailbox is no program.
    const team = mail({ ...fields, From: 'helper@example.com' }, 'Please look at this');
    expect(await receiveMail(team)).toBe('unmatched');
    expect(await receiveMail(mail({ To: fields.To, From: 'nobody' }, ''))).toBe('unmatched');
  });

  it('is one of twenty an hour in a ticket', async () => {
    const { viewer, told } = await answered();
    const fields = { From: viewer.email, To: String(told['Reply-To']) };
    for (let count = 0; count < 20; count += 1)
      expect(await receiveMail(mail(fields, `Number ${count}`))).toBe('added');
    expect(await receiveMail(mail(fields, 'One more'))).toBe('unmatched');
  });

  it('may be HTML alone, without an id, or odd: none fails', async () => {
    const { viewer, told, said } = await answered();
    const html = Buffer.from(
      `From: ${viewer.email}\r\nTo: ${told['Reply-To']}\r\nContent-Type: text/html\r\n\r\n<p>In <b>HTML</b></p>`,
    );
    expect([await receiveMail(html), await receiveMail(html)]).toEqual(['added', 'known']);
    expect((await said())?.at(-1)).toBe('In HTML');
    for (const odd of ['\0', 'no mail', 'From: \r\n\r\n', `${'X: y\r\n'.repeat(60_000)}\r\nbody`])
      expect(await receiveMail(Buffer.from(odd))).toBe('unmatched');
    expect(await receiveMail(Buffer.of())).toBe('unreadable');
    const nul = mail({ From: viewer.email, To: String(told['Reply-To']), Subject: 'a\0b' }, 'with\0nul');
    expect(await receiveMail(nul)).toBe('added');
  });
});

describe('mails that fit no ticket', () => {
  it('are deleted by the team, with a line, and by themselves after 90 days', async () => {
    const from = newEmail();
    for (const body of ['one', 'two']) await receiveMail(mail({ From: from, To: 'x@y.example' }, body));
    const rows = (await listUnmatched(null)).rows.filter(({ fromAddress }) => fromAddress === from);
    expect(rows).toHaveLength(2);
    const id = rows[0]?.id ?? '';
    const { actor } = await newActor('support');
    await deleteUnmatched(actor, id);
    await expect(deleteUnmatched(actor, id)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await auditOf(id)).toMatchObject([{ action: 'unmatched_mail_deleted' }]);
    await at(Date.now() + 91 * 24 * 3600 * 1000, deleteOldTickets);
    expect(await prisma().unmatchedMail.count({ where: { fromAddress: from } })).toBe(0);
  });
});

describe('the door for mails', () => {
  const send = (headers: Fields, body: BodyInit) =>
    action({ request: new Request('http://x/webhooks/mail', { method: 'POST', headers, body }) });
  const known = { Authorization: `Bearer ${inbound.secret}` };

  it('reads nothing of whoever has not the secret', async () => {
    const body = vi.fn();
    for (const Authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${inbound.secret}`]) {
      const request = new Request('http://x/webhooks/mail', {
        method: 'POST',
        headers: { Authorization },
        body: new ReadableStream({ pull: body }, { highWaterMark: 0 }),
        duplex: 'half',
      } as RequestInit);
      expect((await action({ request })).status).toBe(401);
    }
    expect(body).not.toHaveBeenCalled();
    expect(isInboundSecret('')).toBe(false);
  });

  it('says what became of a mail, and takes at most 25 MB', async () => {
    const from = newEmail();
    const answer = await send(known, new Uint8Array(mail({ From: from, To: 'x@y.example' })));
    expect([answer.status, await answer.json()]).toEqual([200, { outcome: 'unmatched' }]);
    await expect(send(known, new Uint8Array(25_000_001))).rejects.toMatchObject({ init: { status: 413 } });
  });

  it('is none where no address is set', async () => {
    config().inboundMail = null;
    expect((await send(known, 'x')).status).toBe(404);
    expect(replyAddress(1001)).toBeNull();
    // Mails that are fetched from a mailbox need no door, and nobody knows an empty secret.
    config().inboundMail = { ...inbound, secret: null };
    expect((await send(known, 'x')).status).toBe(404);
    expect(isInboundSecret('')).toBe(false);
    config().inboundMail = inbound;
  });
});
