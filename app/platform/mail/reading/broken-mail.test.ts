import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readMailHead } from '#app/platform/mail/reading/mail-head.ts';
import { shownLine } from '#app/platform/mail/reading/mail-line.ts';
import { readMail } from '#app/platform/mail/reading/read-mail.ts';

const mail = (header: string, body: string | Uint8Array) =>
  Buffer.concat([
    Buffer.from(`From: ada@example.com\r\nMIME-Version: 1.0\r\n${header}\r\n\r\n`),
    Buffer.from(body),
  ]);
const wordsOf = (raw: Uint8Array) => readMail(raw).lines.map(shownLine).join('\n').trim();
const plain = (charset: string, body: string | Uint8Array, encoding = '8bit') =>
  wordsOf(
    mail(
      `Content-Type: text/plain${charset ? `; charset=${charset}` : ''}\r\nContent-Transfer-Encoding: ${encoding}`,
      body,
    ),
  );
const html = (body: string | Uint8Array) => wordsOf(mail('Content-Type: text/html', body));
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

describe('words are shown where a mail is broken', () => {
  it.each([
    ['a head that never ends', '<html><head><meta charset=utf-8><body><p>REFUND</p></body></html>'],
    ['a head without a body', '<html><head><meta charset=utf-8><div>REFUND</div></html>'],
    ['a head that closes itself', '<head/><p>REFUND</p>'],
    ['a style sheet that never ends', '<p>Hi</p><style>p{}</p><p>REFUND</p>'],
    ['a style sheet that ends in a later one', '<style>p{}</head><body><p>REFUND</p><style>q{}</style>'],
    ['a title that never ends', '<title>Hi<body><p>REFUND</p></body>'],
    ['a title that ends far below', '<title>Hi<body><p>REFUND</p></body></title>'],
    ['a script that never ends', '<p>Hi</p><script>a()<p>REFUND</p>'],
    ['a comment that never ends', '<p>Hi</p><!-- oops <p>REFUND</p>'],
    ['a comment that is closed at once', '<p>Hi</p><!--> <p>REFUND</p> <!-- x -->'],
    ['a declaration that never ends', '<p>Hi</p><!doctype REFUND'],
    ['a drawing that never ends', '<p>REFUND<svg><path d=""></p><p>Hi</p>'],
    ['the words of a drawing', '<svg><text>REFUND</text></svg>'],
    ['a template', '<template><p>REFUND</p></template>'],
    ['what stands in for an object', '<object data="x"><p>REFUND</p></object>'],
    ['a quotation mark that is never closed', '<p>Hi</p><a href="https://x.example>REFUND</a><p>Bye</p>'],
    ['a quotation mark that is closed far below', '<p style="color:red>REFUND</p><p class="x">Bye</p>'],
    ['a tag that never ends', '<p>Hi</p><a REFUND and so on'],
    ['a section for data', '<p>Hi</p><![CDATA[ REFUND ]]>'],
    ['a section for data that never ends', '<p>Hi</p><![CDATA[ REFUND'],
    ['a field of a form', '<input value="REFUND">'],
    ['a mail address behind other words', '<a href="mailto:REFUND@example.com">here</a>'],
    ['a picture that is elsewhere', '<img src="https://x.example/REFUND.png">'],
  ])('in HTML: %s', (_, body) => {
    expect(html(body)).toContain('REFUND');
  });

  it('but not those of style sheets and titles, and no picture that is there to see who reads', () => {
    expect(
      html(
        '<title>A</title><style>b{}</style><script>c()</script><!-- d --><img src="https://x.example/e" width="1">Hi',
      ),
    ).toBe('Hi');
  });

  it('in base64 that is made of several padded pieces, has words below it, or is none', () => {
    const of = (body: string) => plain('utf-8', body, 'base64');
    expect(of(`${base64('One, ')}\r\n${base64('two, two, ')}\r\n${base64('three')}`)).toBe(
      'One, two, two, three',
    );
    expect(of(`${base64('Hello\n')}\r\n\r\n-- \r\nSent by a list`)).toBe('Hello\n\n-- \nSent by a list');
    expect(of('Hello, this is not encoded.')).toBe('Hello, this is not encoded.');
    expect(['Thanks', 'Okay', 'Yes'].map(of)).toEqual(['Thanks', 'Okay', 'Yes']);
  });

  it.each(['\ufeff', '\r\n', '\n \r\n', '\ufeff\r\n'])('where %j stands before its header', (lead) => {
    const whole = Buffer.concat([Buffer.from(lead), mail('Subject: Help', 'Please cancel it.')]);
    expect(readMail(whole)).toMatchObject({ from: 'ada@example.com', subject: 'Help' });
    expect(readMailHead(whole)).toMatchObject({ from: 'ada@example.com', subject: 'Help' });
    expect(wordsOf(whole)).toBe('Please cancel it.');
  });

  it('but not where empty lines stand before words that are no header', () => {
    expect(wordsOf(Buffer.from('\r\nPlease cancel it.'))).toBe('Please cancel it.');
  });

  it('where its lines end as on an old Mac', () => {
    const raw = Buffer.from('From: ada@example.com\rSubject: Hi\rContent-Type: text/plain\r\rOne\rTwo');
    expect(wordsOf(raw)).toBe('One\nTwo');
    expect(readMail(raw)).toMatchObject({ from: 'ada@example.com', subject: 'Hi' });
    const multipart = 'Content-Type: multipart/mixed; boundary=b\r\r--b\r\rOne\r--b--\r';
    expect(wordsOf(Buffer.from(`From: ada@example.com\r${multipart}`))).toBe('One');
  });

  const part = '\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  it.each([
    ['a wrong boundary', 'boundary="x"', `--=_a${part}${base64('REFUND')}\r\n--=_a--`, /^REFUND$/],
    ['no boundary', '', `Hi\r\n------=_a${part}${base64('REFUND')}\r\n------=_a--`, /^Hi\n\nREFUND$/],
    [
      'words around the parts',
      'boundary=b',
      `One\r\n--b\r\n\r\nTwo\r\n--b--\r\nThree`,
      /^One\n\nTwo\n\nThree$/,
    ],
    [
      'parts after the last',
      'boundary=b',
      `--b\r\n\r\nOne\r\n--b--\r\n--b\r\n\r\nTwo\r\n--b--`,
      /^One\n\nTwo$/,
    ],
    ['nothing but words', 'boundary=b', 'REFUND', /^REFUND$/],
    [
      'a notice to old programs',
      'boundary=b',
      'This is a multi-part message in MIME format.\r\n--b\r\n\r\nOne\r\n--b--',
      /^One$/,
    ],
  ])('in parts with %s', (_, parameter, body, words) => {
    expect(wordsOf(mail(`Content-Type: multipart/mixed; ${parameter}`, body))).toMatch(words);
  });

  it('where its type is written wrongly', () => {
    const of = (type: string) => wordsOf(mail(`Content-Type: ${type}`, '<b>Grüße</b>'));
    expect(of('text/html charset=utf-8')).toBe('Grüße');
    expect(of('text / html; charset=utf-8 format=flowed')).toBe('Grüße');
    expect(of('application/xhtml+xml')).toBe('Grüße');
  });
});

const cyrillic = Buffer.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const utf32 = (text: string) =>
  Buffer.from(Uint32Array.from([...text].map((letter) => letter.codePointAt(0) ?? 0)).buffer);
const shiftJis = Buffer.from('8ac88c9382c893fa967b8cea82cc95b68fcd82c582b7', 'hex');

describe('what is cut', () => {
  it('holds nothing that Postgres refuses: no zero, and no half of a letter', () => {
    const lines = (body: string) =>
      readMail(mail('Content-Type: text/plain', body)).lines.map(({ text }) => text);
    for (const text of [...lines('\0a'.repeat(150_000)), ...lines(`a${'😀'.repeat(150_000)}`)]) {
      expect(text).not.toContain('\0');
      expect(text.isWellFormed()).toBe(true);
    }
  });
});

describe('charsets', () => {
  it.each<[string, string, string | Uint8Array, string]>([
    ['ISO-2022-JP that is called us-ascii', 'us-ascii', '\x1b$B$3$s\x1b(B!', 'こん!'],
    ['ISO-2022-JP that is called UTF-8', 'utf-8', '\x1b$B$3$s\x1b(B!', 'こん!'],
    ['UTF-8 that is called ISO-2022-JP', 'iso-2022-jp', 'こんにちは', 'こんにちは'],
    ['ISO-2022-KR', 'iso-2022-kr', '\x1b$)C\x0e>H3g\x0f!', '안녕!'],
    ['HZ', 'hz-gb-2312', '~{<:Ky2;~}!', '己所不!'],
    ['UTF-7', 'utf-7', 'Caf+AOk- 1 +- 1', 'Café 1 + 1'],
    ['a code page of DOS', 'cp850', Buffer.of(0x43, 0x61, 0x66, 0x82), 'Café'],
    ['UTF-32', 'utf-32le', utf32('Hé!'), 'Hé!'],
    ['UTF-16 without a mark, its higher bytes first', 'utf-16', utf16('Hello there').swap16(), 'Hello there'],
    ['UTF-16 without a mark, its lower bytes first', 'utf-16', utf16('Hello there'), 'Hello there'],
    [
      'Chinese in UTF-16 without a mark',
      'utf-16',
      utf16('我无法登录网站，请帮助我。').swap16(),
      '我无法登录网站，请帮助我。',
    ],
    ['UTF-16 that is called by no name', '', utf16('Hello there'), 'Hello there'],
    ['a zero among the letters', '', 'RE\0FUND', 'REFUND'],
    [
      'Cyrillic that is called by no name',
      '',
      Buffer.concat([cyrillic, Buffer.from(', '), cyrillic]),
      'Привет, Привет',
    ],
    [
      'Cyrillic that is called UTF-8',
      'utf-8',
      Buffer.concat([cyrillic, Buffer.from(', '), cyrillic]),
      'Привет, Привет',
    ],
    ['Japanese that is called by a name nobody knows', 'x-unknown', shiftJis, '簡兼な日本語の文章です'],
    [
      'UTF-8 with a broken letter',
      'utf-8',
      Buffer.concat([Buffer.from('Größe, Übung'), Buffer.of(0xc3)]),
      'Größe, Übung\ufffd',
    ],
  ])('%s', (_, charset, body, words) => {
    expect(plain(charset, body)).toBe(words);
  });

  it.each([
    ['pl', 'win1250', 'Dziękuję za pomoc, żółć'],
    ['pl', 'iso-8859-2', 'Dziękuję bardzo, wszystko już działa. Proszę o fakturę za październik.'],
    ['cs', 'win1250', 'Dobrý den, na kartě vidím dvě platby. Můžete mi prosím poradit? Předem děkuji.'],
    ['hu', 'win1250', 'Köszönöm, a második terhelés kedden jelent meg. Őszinte tisztelettel, Űrhajós'],
    ['tr', 'win1254', 'İki kez ücret alındı, değişti'],
    ['is', 'win1252', 'Þakka þér fyrir, þetta er í lagi. Ég sá það á þriðjudag, nýr'],
    ['de', 'win1252', 'Grüße – Zahlung für März'],
    ['fr', 'win1252', 'J’ai payé deux fois, c’est étrange à Noël'],
    ['pt', 'win1252', 'Não, está à espera em São Paulo'],
    ['es', 'win1252', 'Año nuevo, señor, ¿cuándo llegó?'],
    ['sv', 'win1252', 'Jag såg det på tisdag, tack för hjälpen'],
  ])('of Latin letters are guessed where the mail calls them Western: %s in %s', (_, encoding, words) => {
    for (const charset of ['iso-8859-1', 'x-unknown', ''])
      expect(plain(charset, iconv.encode(words, encoding))).toBe(words);
  });

  it('are read from HTML that declares them itself', () => {
    const equiv = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">';
    expect(html(Buffer.concat([Buffer.from(equiv), cyrillic]))).toBe('Привет');
    expect(
      html(Buffer.concat([Buffer.from('<meta charset="gbk">'), Buffer.of(0xc4, 0xe3, 0xba, 0xc3)])),
    ).toBe('你好');
    const declared = mail(
      'Content-Type: text/html; charset=koi8-r',
      Buffer.concat([Buffer.from(equiv), Buffer.of(0xf0, 0xd2, 0xc9)]),
    );
    expect(wordsOf(declared)).toBe('При');
  });
});
