import { expect, it } from 'vitest';
import { readMailWords } from '#app/domain/talk/support/mail-words.ts';
import { createMailRenderer } from '#app/emails/render.tsx';
import { setMailRenderer, wordsOfMail } from '#app/platform/mail/outbox.server.ts';
import { mails } from '#app/program/mails.ts';

const render = createMailRenderer(mails, {
  brandName: 'Marketing Academy',
  operator: { name: 'Academy Ltd', address: '1 Example Street' },
});
const message =
  'What does your statement show?\n\nWe look into it, and answer you by tomorrow at the latest.';
const dataOf = (said: string) => ({
  name: 'Ada',
  number: 1001,
  subject: 'A question',
  message: said,
  ticketUrl: 'https://academy.example/support/tickets/1001',
  isClosed: false,
  threading: { messageId: '<t1001.a@academy.example>', replyTo: 'reply+1001-abc@academy.example' },
});
setMailRenderer(render);
const mail = render('ticket-answer', dataOf(message), { isVerified: true });

/** What is shown of an answer that quotes our mail as it came. */
const shown = (type: 'plain' | 'html', body: string) =>
  readMailWords({
    raw: Buffer.from(
      `From: ada@example.com\r\nSubject: Re: [#1001] Re: A question\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n${body}`,
    ),
    ownAddresses: ['reply@academy.example'],
    names: ['Marketing Academy'],
    texts: [message, wordsOfMail('ticket-answer', dataOf(''))],
  }).words;

const from = 'Marketing Academy <reply+1001-abc@academy.example>';
const fields = ['From', 'Sent', 'To', 'Subject'].map(
  (name, index) => `${name}: ${[from, 'Monday, 3 March 2025 10:00', 'Ada', '[#1001] Re: A question'][index]}`,
);
const escaped = (text: string) => text.replace('<', '&lt;');

it('knows all of our mail where it is quoted without marks, so that nothing but the answer is shown', () => {
  expect(shown('plain', `Yes.\n\n${fields.join('\n')}\n\n${mail.text}`)).toBe('Yes.');
  expect(shown('plain', `Yes.\n\nOn 3 March 2025 at 10:00, ${from} wrote:\n\n${mail.text}`)).toBe('Yes.');
  const head = `<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p>${fields.map(escaped).join('<br>')}</p></div>`;
  expect(shown('html', `<p>Yes.</p>${head}${mail.html}`)).toBe('Yes.');
  expect(
    shown(
      'html',
      `<div>Yes.</div><div class="yahoo_quoted"><div>On Monday, x wrote:</div>${mail.html}</div>`,
    ),
  ).toBe('Yes.');
});

it('shows what is written below all of it', () => {
  expect(shown('plain', `Yes.\n\n${fields.join('\n')}\n\n${mail.text}\n\nTwo charges.`)).toBe(
    'Yes.\n\nTwo charges.',
  );
});
