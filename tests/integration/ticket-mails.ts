import { randomUUID } from 'node:crypto';
import { answerTicket } from '#app/domain/talk/support/desk.server.ts';
import { findDeskTicket } from '#app/domain/talk/support/desk-ticket.server.ts';
import { findThread } from '#app/domain/talk/support/thread.server.ts';
import { openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { mailsTo, newViewer } from '#tests/integration/people.ts';

export type Fields = Record<string, string>;

/** A mail as a mail server hands it in. */
export const mail = (fields: Fields, body = 'By mail') =>
  Buffer.from(
    [
      ...Object.entries({
        'Message-ID': `<${randomUUID()}@sender.example>`,
        Subject: 'Re: your answer',
        'Content-Type': 'text/plain; charset=utf-8',
        ...fields,
      }).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );

/** A mail with words and one file. */
export const mailWithFile = (fields: Fields, words: string, type: string, name: string, data: string) =>
  mail(
    { ...fields, 'Content-Type': 'multipart/mixed; boundary="part"' },
    [
      '--part',
      'Content-Type: text/plain; charset=utf-8',
      '',
      words,
      '--part',
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(data).toString('base64'),
      '--part--',
    ].join('\r\n'),
  );

/** A ticket that was answered, and the mail that told so. */
export async function answered() {
  const viewer = await newViewer();
  const form = { subject: 'A question', message: 'Why?', formKey: randomUUID() };
  const number = await openTicket(viewer, 'support', form);
  const { actor } = await newActor('support');
  const seen = (await findDeskTicket(number, null))?.messages.at(-1)?.id ?? '';
  await answerTicket(actor, number, { message: 'Because.', formKey: randomUUID(), seen }, false);
  const mails = await mailsTo(viewer.email);
  const told = mails.find(({ subject }) => subject.includes('Re:'))?.headers as Fields;
  const opened = mails.find(({ subject }) => !subject.includes('Re:'))?.headers as Fields;
  const asker = { userId: viewer.id, number };
  const said = async () => (await findThread(asker, null))?.messages.map(({ body }) => body);
  return { viewer, number, asker, told, opened, said };
}
