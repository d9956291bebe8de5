import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findRefusals } from '#app/domain/operating/letters/email-choices.server.ts';
import { letterKindNames } from '#app/domain/operating/letters/kinds.ts';
import { receiveMail } from '#app/domain/talk/support/inbound.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newEmail, newUser } from '#tests/integration/people.ts';
import { doQueued, takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { mail } from '#tests/integration/ticket-mails.ts';

withJobQueue();

async function sentMail(recipient = newEmail()) {
  const { id } = await prisma().mailOutbox.create({
    data: { recipient, subject: 'News', html: '', text: '', status: 'sent', lane: 'bulk' },
  });
  return { recipient, messageId: `<${id}@${new URL(config().appUrl).hostname}>` };
}

const report = (messageId: string, type: string, about: string) =>
  mail(
    {
      From: 'Mail Delivery Subsystem <mailer-daemon@mx.example>',
      Subject: 'Delivery Status Notification (Failure)',
      'Content-Type': 'multipart/report; report-type=x; boundary="part"',
    },
    [
      '--part',
      'Content-Type: text/plain',
      '',
      `Your message was not delivered. ${randomUUID()}`,
      '--part',
      `Content-Type: ${type}`,
      '',
      about,
      '--part',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${messageId}`,
      'Subject: News',
      '',
      '--part--',
    ].join('\r\n'),
  );

const bounce = (messageId: string, status = '5.1.1', action = 'failed') =>
  report(
    messageId,
    'message/delivery-status',
    `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; somebody@else.example\r\nAction: ${action}\r\nStatus: ${status}\r\n`,
  );

const complaint = (messageId: string, type = 'abuse') =>
  report(
    messageId,
    'message/feedback-report',
    `Feedback-Type: ${type}\r\nUser-Agent: Provider/1\r\nVersion: 1\r\n`,
  );

const suppressionOf = (address: string) => prisma().mailSuppression.findUnique({ where: { address } });

describe('reports that come by mail (P267)', () => {
  it('suppresses the recipient of the mail that bounced, whoever the report names', async () => {
    const { recipient, messageId } = await sentMail();
    expect(await receiveMail(bounce(messageId))).toBe('ignored');
    await receiveMail(bounce(messageId));
    await doQueued('record-mail-report');
    const { reason, source, detail } = (await suppressionOf(recipient)) ?? {};
    expect({ reason, source, detail }).toEqual({ reason: 'bounce', source: 'mailbox', detail: '5.1.1' });
    expect(await suppressionOf('somebody@else.example')).toBeNull();
  });

  it('unsubscribes whoever complained', async () => {
    const { id, email } = await newUser();
    const { messageId } = await sentMail(email);
    await receiveMail(complaint(messageId));
    await doQueued('record-mail-report');
    expect((await suppressionOf(email))?.reason).toBe('complaint');
    expect((await findRefusals(id)).sort()).toEqual([...letterKindNames].sort());
  });

  it('takes no notice of delays, full mailboxes, what is no spam, and mails that are not the site’s', async () => {
    const { recipient, messageId } = await sentMail();
    const [id = ''] = messageId.slice(1).split('@');
    await receiveMail(bounce(messageId, '4.4.1', 'delayed'));
    await receiveMail(bounce(messageId, '5.2.2'));
    await receiveMail(complaint(messageId, 'not-spam'));
    await receiveMail(bounce(`<${id}@other.example>`));
    await receiveMail(bounce('no id at all'));
    expect(await takeQueued('record-mail-report')).toEqual([]);
    await receiveMail(bounce(messageId.replace(id, randomUUID())));
    await doQueued('record-mail-report');
    expect(await suppressionOf(recipient)).toBeNull();
  });
});
