import { randomBytes } from 'node:crypto';

/** Mails that cost whatever reads them carelessly far more time than their length: what each is made of, and the mail. */
const from = 'From: ada@example.com\r\n';
const mail = (header: string, body: string) => Buffer.from(`${from}${header}\r\n${body}`);
const plain = (body: string) => mail('', body);
const html = (body: string) => mail('Content-Type: text/html\r\n', body);
const megabytes = (text: string, count: number) => text.repeat(Math.ceil((count * 1_000_000) / text.length));

export const hostileMails: readonly (readonly [string, () => Buffer])[] = [
  ['a tag that never ends', () => html(`<${'a'.repeat(200_000)}`)],
  ['many tags that never end', () => html(`<${'a'.repeat(9_990)}`.repeat(200))],
  ['comments that never end', () => html(megabytes('<!--', 2))],
  ['quotation marks that never end', () => html(megabytes('<a href="', 2))],
  [
    'a tag of many attributes',
    () => html(`<a ${Array.from({ length: 200_000 }, (_, index) => `b${index}=`).join(' ')}>`),
  ],
  ['elements in one another', () => html(`${megabytes('<div>', 1)}deep`)],
  [
    'quotations in one another',
    () => html(`${'<blockquote><p>'.repeat(100_000)}deep${'</p></blockquote>'.repeat(100_000)}`),
  ],
  [
    'elements that are closed and were never opened',
    () => html(`${'<div>'.repeat(50_000)}${megabytes('</td></a></p>', 2)}`),
  ],
  ['formatting that is never closed', () => html(megabytes('<b><i><font color=1><p>', 2))],
  ['entities', () => html(megabytes('&amp', 2))],
  [
    'pictures in their addresses',
    () => html(`<img src="data:image/png;base64,${'A'.repeat(100_000)}">`.repeat(100)),
  ],
  ['addresses', () => mail(`To: ${','.repeat(115_000)}\r\n`, 'Hi')],
  ['quotation marks in an address', () => mail(`To: ${'"<('.repeat(80_000)}\r\n`, 'Hi')],
  ['parts', () => mail('Content-Type: multipart/mixed; boundary=b\r\n', '--b\r\n\r\n'.repeat(36_000))],
  [
    'parts in one another',
    () =>
      Buffer.from(
        `${from}${Array.from({ length: 5_000 }, (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`).join('')}\r\ndeep`,
      ),
  ],
  [
    'a boundary that nearly comes',
    () =>
      mail(
        `Content-Type: multipart/mixed; boundary=${'a'.repeat(200)}\r\n`,
        megabytes(`\n--${'a'.repeat(199)}`, 5),
      ),
  ],
  ['a header of a megabyte', () => mail(`X-Long: ${'y '.repeat(1_000_000)}\r\n`, 'Hi')],
  ['a header of many fields', () => mail('X: y\r\n'.repeat(300_000), 'Hi')],
  ['a field of many lines', () => mail(`Subject: x\r\n${' y\r\n'.repeat(500_000)}`, 'Hi')],
  ['encoded words', () => mail(`Subject: ${'=?utf-8?Q?=41?= '.repeat(100_000)}\r\n`, 'Hi')],
  ['encoded words that never end', () => mail(`Subject: ${'=?a?B?'.repeat(100_000)}\r\n`, 'Hi')],
  ['parameters', () => mail(`Content-Type: text/plain; ${'a*0*=x;'.repeat(100_000)}\r\n`, 'Hi')],
  ['short lines', () => plain(megabytes('a\n', 24))],
  ['one long line', () => plain(megabytes('a', 10))],
  ['marks of quotations', () => plain(megabytes('> ', 10))],
  [
    'lines that introduce quotations',
    () => plain(megabytes('On 25/11/2026 18:26 Academy <reply@academy.example> wrote:\n', 1)),
  ],
  ['headers of quoted mails', () => plain(megabytes('From: a\nSent: b\nTo: c\nSubject: d\n', 1))],
  ['rules', () => plain(megabytes('-----\n', 1))],
  ['our own words', () => plain(megabytes('What does your statement show?\n', 1))],
  ['flowing lines', () => mail('Content-Type: text/plain; format=flowed\r\n', megabytes('a \n', 5))],
  ['soft line breaks', () => mail('Content-Transfer-Encoding: quoted-printable\r\n', megabytes('=\n', 5))],
  ['style sheets that hold pages', () => html(`${megabytes('<style><p>', 2)}</style>`)],
  ['style sheets that hold pages and end', () => html(megabytes('<style><p></style>', 2))],
  ['style sheets and titles that never end', () => html(megabytes('<style><title>', 2))],
  ['declarations that never end', () => html(megabytes('<!x', 2))],
  ['attributes that swallow tags', () => html(megabytes('<a href="<b>', 2))],
  [
    'pieces of base64',
    () => mail('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n', megabytes('QQ==', 5)),
  ],
  [
    'two forms of the same words',
    () =>
      mail(
        'Content-Type: multipart/alternative; boundary=b\r\n',
        `--b\r\n\r\n${megabytes('a b c\n', 2)}\r\n--b\r\nContent-Type: text/html\r\n\r\n${megabytes('<p>b c d', 2)}\r\n--b--`,
      ),
  ],
  ['marks of charsets', () => plain(`\x1b$)C${megabytes('\x0e!!\x0f', 5)}`)],
  [
    'letters of an unknown charset',
    () => plain(megabytes('\u00e0\u00e9 ', 5)).map((byte) => byte | 0x80) as Buffer,
  ],
  [
    'lines that nearly are boundaries',
    () => mail('Content-Type: multipart/mixed\r\n', megabytes('--a\n', 5)),
  ],
  [
    'files that nothing compresses',
    () => {
      const file = randomBytes(3_500_000).toString('base64');
      const part = `--b\r\nContent-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
      return mail('Content-Type: multipart/mixed; boundary=b\r\n', `${part}${file}\r\n`.repeat(5));
    },
  ],
  ['bare carriage returns', () => Buffer.from(`From: ada@example.com\r${megabytes('X: y\r', 5)}`)],
];
