import { describe, expect, it } from 'vitest';
import { readMailHead } from '#app/platform/mail/reading/mail-head.ts';
import { shownLine } from '#app/platform/mail/reading/mail-line.ts';
import { readMail } from '#app/platform/mail/reading/read-mail.ts';

type Content = string | Uint8Array;

/** A mail of header lines and a body. */
const mail = (header: readonly string[], body: Content) =>
  Buffer.concat([
    Buffer.from(['From: Ada <Ada@Example.com>', ...header, '', ''].join('\r\n')),
    typeof body === 'string' ? Buffer.from(body) : body,
  ]);

const wordsOf = (raw: Uint8Array) => readMail(raw).lines.map(shownLine).join('\n').trim();

const html = (body: Content, charset = 'utf-8') =>
  mail([`Content-Type: text/html; charset=${charset}`], body);
const plain = (body: Content, type = 'text/plain; charset=utf-8') => mail([`Content-Type: ${type}`], body);

/** A multipart of parts that are header lines and a body each. */
const parts = (kind: string, ...each: readonly (readonly [header: string, body: string])[]) =>
  mail(
    [`Content-Type: multipart/${kind}; boundary="=_b"`],
    [...each.map(([header, body]) => `--=_b\r\n${header}\r\n\r\n${body}\r\n`), '--=_b--\r\n'].join(''),
  );

const png = `iVBORw0KGgo${'A'.repeat(40)}`;

describe('the header of a mail', () => {
  it('says who sent it to whom, whatever it holds besides', () => {
    const raw = mail(
      [
        'To: "A, B" <a@x.example>, (a comment) b@x.example',
        'Cc: Team: c@x.example, d@x.example;',
        'Delivered-To: reply+1-abc@x.example',
        'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= =?iso-8859-1?Q?_aus_K=F6ln?=',
        'Message-ID: <one@x.example>',
        'In-Reply-To: <two@x.example>',
      ],
      'Hi',
    );
    const read = readMail(raw);
    expect(read).toMatchObject({
      from: 'ada@example.com',
      fromName: 'Ada',
      subject: 'Grüße aus Köln',
      messageId: '<one@x.example>',
      recipients: ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'reply+1-abc@x.example'],
    });
    expect(read.answers).toContain('<two@x.example>');
    expect(readMailHead(raw)).toMatchObject({ from: read.from, contentHash: read.contentHash });
  });

  it('may be broken: the words after it are read', () => {
    expect(wordsOf(Buffer.from('no header at all'))).toBe('no header at all');
    expect(wordsOf(Buffer.from('From: a@x.example\r\nThe empty line is missing'))).toBe(
      'The empty line is missing',
    );
    expect(wordsOf(Buffer.from('From a@x.example Thu Nov 26\nFrom: a@x.example\n\nOf a mailbox file'))).toBe(
      'Of a mailbox file',
    );
    expect(wordsOf(mail(['Content-Type: multipart/mixed; boundary=none'], 'No boundary'))).toBe(
      'No boundary',
    );
    expect(readMail(Buffer.of(0, 1, 254, 255)).from).toBe('');
  });

  it('makes the same mail of whatever way it came, and another of any other', () => {
    const hash = (header: string[], body = 'Hi\r\n') =>
      readMail(mail(['Message-ID: <x@y>', ...header], body)).contentHash;
    const one = hash(['Received: by one']);
    expect(hash(['Received: by another', 'Delivered-To: z@y'], 'Hi\n')).toBe(one);
    expect(hash([], 'Hello\r\n')).not.toBe(one);
    expect(hash(['Date: Thu, 26 Nov 2026 09:12:00 +0100'])).not.toBe(one);
  });
});

describe('the charset of a text', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  it.each([
    ['UTF-8 that is called us-ascii', plain('Envoyé', 'text/plain; charset=us-ascii'), 'Envoyé'],
    ['UTF-8 that is called iso-8859-1', plain('Grüße', 'text/plain; charset=iso-8859-1'), 'Grüße'],
    ['UTF-8 that is called gb2312', plain('我无法登录网站', 'text/plain; charset=gb2312'), '我无法登录网站'],
    ['UTF-8 that is called by no name', plain('Привет', 'text/plain'), 'Привет'],
    [
      'windows-1252 that is called iso-8859-1',
      plain(Buffer.of(0x80, 0x34, 0x37), 'text/plain; charset=iso-8859-1'),
      '€47',
    ],
    ['Latin letters that are called us-ascii', plain(latin1('café'), 'text/plain; charset=us-ascii'), 'café'],
    ['Latin letters that are called UTF-8', plain(latin1('débité'), 'text/plain; charset=utf-8'), 'débité'],
    [
      'GBK that is called gb2312',
      plain(Buffer.of(0xd6, 0xec, 0xe9, 0x46), 'text/plain; charset=gb2312'),
      '朱镕',
    ],
    ['KOI8-R', plain(Buffer.of(0xf0, 0xd2, 0xc9), 'text/plain; charset=koi8-r'), 'При'],
    ['Shift_JIS', plain(Buffer.of(0x82, 0xb1, 0x82, 0xf1), 'text/plain; charset="Shift_JIS"'), 'こん'],
    ['ISO-2022-JP', plain(Buffer.from('\x1b$B$3$s\x1b(B'), 'text/plain; charset=iso-2022-jp'), 'こん'],
    ['UTF-16', plain(Buffer.from('\ufeffHé', 'utf16le'), 'text/plain; charset=utf-16'), 'Hé'],
    ['a charset nobody knows', plain(latin1('é'), 'text/plain; charset=x-unknown'), 'é'],
  ])('%s', (_, raw, words) => {
    expect(wordsOf(raw)).toBe(words);
  });
});

describe('the words of a text', () => {
  it('are joined where they flow, and quoted where they are', () => {
    const flowed = 'text/plain; format=flowed; delsp=';
    expect(wordsOf(plain('One line \r\nof two.\r\nAnother.\r\n-- \r\nAda', `${flowed}no`))).toBe(
      'One line of two.\nAnother.\n-- \nAda',
    );
    expect(wordsOf(plain('長い \r\n文です。\r\nhttps://x.example/a- \r\nb', `${flowed}yes`))).toBe(
      '長い文です。\nhttps://x.example/a-b',
    );
    expect(wordsOf(plain('by the \r\nway  \r\nit is', `${flowed}yes`))).toBe('by the way it is');
    expect(wordsOf(plain('>> deep \r\n>> er\r\n> less\r\n  stuffed', `${flowed}no`))).toBe(
      '>> deep er\n> less\n stuffed',
    );
  });

  it('are those of the plain form, unless another form says more', () => {
    const form = (plainText: string, htmlText: string) =>
      readMail(
        parts('alternative', ['Content-Type: text/plain', plainText], ['Content-Type: text/html', htmlText]),
      );
    const shown = (plainText: string, htmlText: string) => {
      const { lines, otherLines } = form(plainText, htmlText);
      return [lines, otherLines].map((each) => each.map(shownLine).join('\n').trim());
    };
    const link = '<p>Hello <a href="https://x.example/a">there</a></p>';
    expect(shown('*Hello* there <https://x.example/a>\n[cid:a.png]', link)[0]).toMatch(/^\*Hello\*/);
    expect(shown('', '<p>HTML</p>')).toEqual(['HTML', '']);
    const stub = 'Please view this email in HTML.';
    expect(shown(stub, '<p>I was charged twice</p>')).toEqual(['I was charged twice', stub]);
    expect(shown('My card', '<p>My card was charged</p>')).toEqual(['My card was charged', '']);
    expect(shown('合計は47ドルです', '<p>合計は47ドルです。返金してください</p>')[0]).toContain('返金');
    const letter = 'We have a long story to tell you. '.repeat(10).trim();
    expect(shown(letter, '<p>Hi</p>')).toEqual([`Hi\n\n${letter}`, '']);
  });

  it('are decoded from quoted-printable and base64', () => {
    const of = (encoding: string, body: string) =>
      wordsOf(
        mail(['Content-Type: text/plain; charset=utf-8', `Content-Transfer-Encoding: ${encoding}`], body),
      );
    expect(of('quoted-printable', 'Gr=C3=BC=\r\n=C3=9Fe =ZZ 3=')).toBe('Grüße =ZZ 3');
    expect(of('BASE64', Buffer.from('Grüße').toString('base64'))).toBe('Grüße');
  });
});

describe('the words of HTML', () => {
  it.each([
    [
      'entities',
      'j&rsquo;ai &eacute;t&eacute; 47&nbsp;&euro; &mdash; &#8364;5 &#x41; A &amp; B &lt; &bogus; &amp&copy',
      'j’ai été 47 € — €5 A A & B < &bogus; &©',
    ],
    ['blocks', '<p>Hello <b>there</b></p><p>Bye</p><div>x<br>y</div>', 'Hello there\n\nBye\n\nx\ny'],
    [
      'what is hidden',
      '<head><title>t</title><style>p{}</style></head><script>a("<p>no</p>")</script><!-- <p>no</p> -->yes',
      'yes',
    ],
    [
      'lists and links',
      '<ul><li>one<li><a href="https://x.example/a">two</a></ul>',
      '- one\n- two <https://x.example/a>',
    ],
    ['a link that says where it leads', '<a href="https://x.example/">x.example</a>', 'x.example'],
    ['quotations', 'yes<blockquote>no<blockquote>older</blockquote></blockquote>', 'yes\n\n> no\n>> older'],
    [
      'indented words',
      'a<blockquote style="margin:0 0 0 40px; border: none; padding: 0px">b</blockquote>',
      'a\nb',
    ],
    ['200 kB of style sheet', `<style>${'a{b:c}'.repeat(40_000)}</style>words`, 'words'],
    ['a long attribute', `<p title="${'x>'.repeat(100_000)}">words</p>`, 'words'],
    ['emoji as pictures', 'Hi <img alt="😀" src="https://x.example/1.png">', 'Hi 😀'],
    ['a tag that never ends', 'Refund <order 7741', 'Refund <order 7741'],
  ])('%s', (_, body, words) => {
    expect(wordsOf(html(body))).toBe(words);
  });

  it('hold pictures, which are taken as files', () => {
    const { files, lines } = readMail(
      html(`<p>See:</p><img src="data:image/png;base64,${png}"><p>Thanks</p>`),
    );
    expect(lines.map(({ text }) => text)).toEqual(['See:', '', 'Thanks', '']);
    expect(files).toMatchObject([{ type: 'image/png', isShown: true, byteCount: 38 }]);
  });
});

describe('the files of a mail', () => {
  const file = (header: string) =>
    readMail(parts('mixed', ['Content-Type: text/plain', 'Hi'], [header, png])).files[0];

  it('are taken whether they are attached, shown inline or related', () => {
    const image = 'Content-Transfer-Encoding: base64\r\nContent-Type: image/png; name="a.png"';
    expect(file(`${image}\r\nContent-Disposition: inline; filename="a.png"`)).toMatchObject({
      name: 'a.png',
      isShown: false,
    });
    const related = parts(
      'related',
      ['Content-Type: text/html', '<p>See <img src="cid:one%40x"></p>'],
      [`${image}\r\nContent-ID: <one@x>`, png],
    );
    expect(readMail(related).files).toMatchObject([{ name: 'a.png', isShown: true }]);
  });

  it.each([
    ['filename="счёт.pdf"', 'счёт.pdf'],
    ["filename*=UTF-8''%E5%9B%BE%E7%89%87.png", '图片.png'],
    ["filename*0*=UTF-8''%D0%BA; filename*1*=%D0%BE; filename*2=t.png", 'коt.png'],
    ['filename="=?utf-8?B?55S76Z2iLnBuZw==?="', '画面.png'],
    ["filename*=iso-8859-1''caf%E9.pdf", 'café.pdf'],
    ['filename=C:\\dir\\a.png', 'C:\\dir\\a.png'],
  ])('keep their names: %s', (disposition, name) => {
    expect(
      file(`Content-Type: application/octet-stream\r\nContent-Disposition: attachment; ${disposition}`)?.name,
    ).toBe(name);
  });

  it('have the words of a forwarded mail among the words', () => {
    const raw = parts(
      'mixed',
      ['Content-Type: text/plain', 'See this:'],
      ['Content-Type: message/rfc822', 'From: shop@x.example\r\nSubject: Your order\r\n\r\nOrder 7741'],
    );
    expect(wordsOf(raw)).toMatch(/^See this:\n(?:.*\n)+Subject: Your order\n\nOrder 7741$/);
  });

  it('are all named where there are too many to take', () => {
    const names = Array.from({ length: 60 }, (_, index) => `${index}.png`);
    const { files, problems } = readMail(
      parts('mixed', ...names.map((name) => [`Content-Type: image/png; name=${name}`, png] as const)),
    );
    expect([files.map(({ name }) => name), problems]).toEqual([names, []]);
    expect(files.filter(({ bytes }) => bytes !== null)).toHaveLength(40);
  });

  it('are named where they are too large to take', () => {
    const large = `Content-Type: image/png; name=large.png\r\nContent-Transfer-Encoding: 8bit`;
    const [read] = readMail(parts('mixed', [large, 'x'.repeat(5_000_001)])).files;
    expect(read).toMatchObject({ name: 'large.png', byteCount: 5_000_001, bytes: null });
  });
});
