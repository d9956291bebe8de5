import { expect, it } from 'vitest';
import { headerText } from '#app/platform/mail/header-text.ts';

it.each([
  ['Hello\r\nBcc: a@evil.example', 'Hello Bcc: a@evil.example'],
  ['Hello\u2028X: y\0', 'Hello X: y'],
  ['  What = does it mean?  ', 'What = does it mean?'],
])('keeps %j on one line', (typed, field) => {
  expect(headerText(typed)).toBe(field);
});

it.each([
  '=?utf-8?B?U3VwcG9ydA==?=',
  'Re: =?UTF-8?Q?=0D=0ABcc:_a?=',
  '==?utf-8?q?x?=',
  '=\0?utf-8?q?x?=',
  '=?=?a?q?x?=',
])('leaves no encoded word of %j to decode', (typed) => {
  expect(headerText(typed)).not.toContain('=?');
});
