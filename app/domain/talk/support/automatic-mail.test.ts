import { expect, it } from 'vitest';
import { isAutomatic, type MailSigns } from '#app/domain/talk/support/automatic-mail.ts';

it.each<[MailSigns, boolean, string?]>([
  [{ 'auto-submitted': 'auto-replied' }, true],
  [{ 'auto-submitted': ' Auto-Generated; owner=x' }, true],
  [{ 'auto-submitted': 'no' }, false],
  [{ precedence: 'auto_reply' }, true],
  [{ precedence: 'bulk' }, false],
  [{ precedence: 'bulk' }, true, 'Automatic reply: A question'],
  [{ precedence: 'bulk' }, true, 'Abwesenheitsnotiz'],
  [{ precedence: 'first-class' }, false, 'Automatic reply'],
  [{ 'x-autoreply': 'yes' }, true],
  [{ 'x-autoreply': 'no' }, false],
  [{ 'list-id': '<x>', 'list-unsubscribe': '<https://x.example>' }, false],
  [{ 'x-auto-response-suppress': 'All' }, false],
  [{ 'return-path': '<>' }, true],
  [{ 'return-path': '<ada@example.com>' }, false],
  [{ 'content-type': 'multipart/report; report-type=delivery-status' }, true],
  [{ 'content-type': 'multipart/alternative' }, false],
])('knows what programs send by %j', (signs, automatic, subject = 'Re: A question') => {
  expect(isAutomatic(signs, 'ada@example.com', subject)).toBe(automatic);
});

it.each([
  ['mailer-daemon@example.com', true],
  ['postmaster@example.com', false],
  ['no-reply@example.com', false],
  ['ada@example.com', false],
])('takes few senders for programs: %s', (from, automatic) => {
  expect(isAutomatic({}, from)).toBe(automatic);
});
