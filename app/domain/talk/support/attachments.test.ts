import { expect, it } from 'vitest';
import { nameOf } from '#app/domain/talk/support/attachments.server.ts';

it.each([
  ['Счёт за ноябрь.PDF', 'Счёт за ноябрь.pdf'],
  ['図面 3.jpeg', '図面 3.pdf'],
  ['می‌خواهم.pdf', 'می‌خواهم.pdf'],
  ['Zoe\u0308.pdf', 'Zoë.pdf'],
  ['C:\\dir\\..\\bill.pdf', 'bill.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['a"b\r\nX: y.pdf', 'a b X y.pdf'],
  ['\u202egpj.exe', 'gpj.pdf'],
  ['...', 'file.pdf'],
  ['', 'file.pdf'],
  ['x'.repeat(300), `${'x'.repeat(60)}.pdf`],
])('keeps the name %j, safe for paths and headers', (sent, name) => {
  expect(nameOf(sent, 'application/pdf')).toBe(name);
});
