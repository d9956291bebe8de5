import { expect, it } from 'vitest';
import { isAutomatic } from '#app/domain/support/automatic-mail.ts';
import { cutQuoted, mailLength, textOfHtml } from '#app/domain/support/reply-text.server.ts';

it.each([
  ['Thanks!\r\n\r\nOn Mon, 3 Jan 2028 at 10:00, Support <a@b.example> wrote:\r\n> Hello', 'Thanks!'],
  ['Thanks!\nOn Mon, 3 Jan 2028 at 10:00, Support\n<support@example.com> wrote:\n> Hello', 'Thanks!'],
  ['Danke\n\nAm 03.01.2028 um 10:00 schrieb Support <a@b.example>:\n> Hallo', 'Danke'],
  ['Yes\n\n-----Original Message-----\nFrom: x', 'Yes'],
  ['Yes\n\nFrom: Support <a@b.example>\nSent: Monday\nTo: me', 'Yes'],
  ['Yes\n________________________________\nold', 'Yes'],
  ['> Is it so?\nYes.\n> And so?\nNo.', 'Yes.\nNo.'],
  ['Yes\n-- \nAda\nExample Ltd', 'Yes'],
  ['On Monday I wrote to you.\nFrom: there I went on.', 'On Monday I wrote to you.\nFrom: there I went on.'],
  ['One\n\n\n\n\nTwo\0', 'One\n\nTwo'],
  ['> only a quote', ''],
])('keeps what was written of %j', (mail, kept) => {
  expect(cutQuoted(mail)).toBe(kept);
});

it('keeps so much of a long mail, and does not take long over a hostile one', () => {
  expect(cutQuoted('a'.repeat(50_000)).length).toBe(mailLength + '\n[...]'.length);
  // Would take hours where a form of a line goes back and forth over it.
  expect(cutQuoted(`On ${'wrote '.repeat(200_000)}`)).not.toBe('');
  expect(cutQuoted('On \n'.repeat(100_000))).not.toBeUndefined();
});

it('reads the words of HTML, without what is quoted or runs', () => {
  expect(
    textOfHtml(
      '<style>p{}</style><p>Hello <b>there</b></p><p>Bye</p><script>alert(1)</script><div class="gmail_quote">old</div><blockquote>old</blockquote>',
    ),
  ).toBe('Hello there\nBye');
  expect(textOfHtml('Fish &amp; chips &#8364;5 &#x41;&bogus;<!-- <p>no</p> -->')).toBe(
    'Fish & chips €5 A&bogus;',
  );
  // Whatever makes a tree of these runs out of stack, or takes long.
  expect(textOfHtml(`${'<div>'.repeat(30_000)}deep`)).toBe('deep');
  expect(textOfHtml('<!--'.repeat(50_000))).not.toBeUndefined();
  expect(textOfHtml(`${' <b>'.repeat(45_000)}end`)).toMatch(/end$/);
  expect(textOfHtml('<a '.repeat(60_000))).not.toBeUndefined();
});

it.each([
  [{ 'auto-submitted': 'auto-replied' }, true],
  [{ 'auto-submitted': ' Auto-Generated; owner=x' }, true],
  [{ 'auto-submitted': 'no' }, false],
  [{ precedence: 'bulk' }, true],
  [{ precedence: 'first-class' }, false],
  [{ 'x-autoreply': 'yes' }, true],
  [{ 'list-id': '<x>' }, true],
  [{ 'return-path': '<>' }, true],
  [{ 'return-path': '<ada@example.com>' }, false],
  [{ 'content-type': 'multipart/report; report-type=delivery-status' }, true],
  [{ 'content-type': 'multipart/alternative' }, false],
])('tells what programs send by %j', (headers: Record<string, string>, automatic) => {
  expect(isAutomatic({ get: (name) => headers[name] }, 'ada@example.com')).toBe(automatic);
});

it.each([
  ['mailer-daemon@example.com', true],
  ['no-reply@example.com', true],
  ['bounce+1@example.com', true],
  ['norbert@example.com', false],
])('tells who answers nobody: %s', (from, automatic) => {
  expect(isAutomatic({ get: () => undefined }, from)).toBe(automatic);
});
