import { expect, it } from 'vitest';
import { readMailWords } from '#app/domain/talk/support/mail-words.ts';

const ours = ['What does your statement show?', 'We look into it, and answer you by tomorrow at the latest.'];

/** What is left of the words of an answer to a ticket of ours. */
function own(body: string, type = 'text/plain', subject = 'Re: [#1001] A question') {
  const raw = Buffer.from(
    `From: ada@example.com\r\nSubject: ${subject}\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`,
  );
  return readMailWords({
    raw,
    ownAddresses: ['reply@academy.example', 'support@academy.example'],
    names: ['Marketing Academy'],
    texts: ours,
  });
}
const said = (body: string) => own(body).words;
const saidInHtml = (body: string) => own(body, 'text/html').words;

const us = 'Marketing Academy <reply+1001-abc@academy.example>';

it.each([
  `On Wed, 25 Nov 2026 at 18:26, ${us} wrote:`,
  `On Nov 25, 2026, at 6:26 PM, Marketing Academy\n<reply@academy.example> wrote:`,
  `On 25/11/2026 18:26, Marketing Academy support wrote:`,
  `On Wednesday, November 25, 2026 at 06:26:12 PM GMT+1, Marketing Academy\n<reply@academy.example\n> wrote:`,
  `Am Mi., 25. Nov. 2026 um 18:26 Uhr schrieb Marketing Academy <\nreply@academy.example>:`,
  `Am 25.11.2026 um 18:26 schrieb ${us}:`,
  `Marketing Academy <reply@academy.example> schrieb am Mi., 25.\nNov. 2026 um 18:26 Uhr:`,
  `Le mer. 25 nov. 2026 à 18:26, ${us} a écrit :`,
  `Le 25/11/2026 à 18:26, Marketing Academy\n<reply@academy.example>\na écrit\u00a0:`,
  `El mié, 25 nov 2026 a las 18:26, Marketing Academy (<reply@academy.example>) escribió:`,
  `Em qua., 25 de nov. de 2026 às 18:26, ${us} escreveu:`,
  `Il giorno mer 25 nov 2026 alle ore 18:26 Marketing Academy <\nreply@academy.example> ha scritto:`,
  `Op wo 25 nov 2026 om 18:26 schreef ${us}:`,
  `Op 25 nov. 2026 om 18:26 heeft ${us} het volgende\ngeschreven:`,
  `Den ons 25 nov. 2026 kl 18:26 skrev ${us}:`,
  `ons. 25. nov. 2026 kl. 18.26 skrev ${us}:`,
  `Den 25.11.2026 kl. 18.26 skrev Marketing Academy:`,
  `ke 25. marrask. 2026 klo 18.26 Marketing Academy (reply@academy.example) kirjoitti:`,
  `śr., 25 lis 2026 o 18:26 ${us} napisał(a):`,
  `W dniu 25.11.2026 o 18:26, Marketing Academy pisze:\n`.replace('pisze', 'napisał(a)'),
  `st 25. 11. 2026 v 18:26 odesílatel ${us} napsal:`,
  `Marketing Academy <reply@academy.example> ezt írta (időpont: 2026. nov. 25.,\nSze, 18:26):`,
  `ср, 25 нояб. 2026 г. в 18:26, Marketing Academy <reply@academy.example>:`,
  `25.11.2026 18:26, Marketing Academy пишет:`,
  `ср, 25 лист. 2026 р. о 18:26 ${us} пише:`,
  `2026年11月25日(水) 18:26 Marketing Academy <reply@academy.example>:`,
  `Marketing Academy <reply@academy.example> 于2026年11月25日周三 18:26写道：`,
  `2026년 11월 25일 (수) 오후 6:26, ${us}님이 작성:`,
  `${us}, 25 Kas 2026 Çar, 18:26 tarihinde şunu yazdı:`,
  `في الأربعاء، 25 نوفمبر 2026 في 6:26 م تمت كتابة ما يلي بواسطة ${us}:`,
  `\u202bבתאריך יום ד׳, 25 בנוב׳ 2026 ב-18:26 מאת \u202aMarketing Academy\u202c\u200f <\u202areply@academy.example\u202c\u200f>:\u202c`,
  `Στις Τετ 25 Νοε 2026 στις 6:26 μ.μ., ο χρήστης ${us} έγραψε:`,
  `Vào Th 4, 25 thg 11, 2026 vào lúc 18:26 ${us} đã viết:`,
  `---- On Wed, 25 Nov 2026 18:26:00 +0100 ${us} wrote ----`,
  `-----Original Message-----\nOn Wed, 25 Nov 2026 at 18:26, ${us} wrote:`,
  `Þann 25.11.2026 18:26, skrifaði Marketing Academy:`,
  `O 25/11/2026 ás 18:26, Marketing Academy escribiu:`,
  `Marketing Academy igorleak hau idatzi zuen (2026/11/25 18:26):`,
  `Op 25/11/2026 18:26, het Marketing Academy geskryf:`,
  `در 25/11/2026 18:26، Marketing Academy نوشت:`,
  `25/11/2026 18:26, Marketing Academy ने लिखा:`,
  `Më 25.11.2026 18:26, Marketing Academy shkroi:`,
  `Ar 25/11/2026 18:26, ysgrifennodd Marketing Academy:`,
  `Noong 25/11/2026 18:26, sinulat ni Marketing Academy:`,
  `25.11.2026 18:26, Marketing Academy жазды:`,
  `Quoting Marketing Academy <reply@academy.example>:`,
  `Zitat von Marketing Academy <reply@academy.example>:`,
])('knows what introduces a quotation, whether its lines are marked or not: %s', (attribution) => {
  expect(said(`It works now.\n\n${attribution}\n\n> What does your statement show?\n> And when?`)).toBe(
    'It works now.',
  );
  expect(said(`It works now.\n\n${attribution}\n\nWhat does your statement show?`)).toBe('It works now.');
  expect(said(`${attribution}\n> What does your statement show?\n\nTwo charges.`)).toBe('Two charges.');
});

it.each([
  ['From', 'Sent', 'To', 'Subject'],
  ['*From:* ', '*Sent:* ', '*To:* ', '*Subject:* '],
  ['Von', 'Gesendet', 'An', 'Betreff'],
  ['De ', 'Envoyé ', 'À ', 'Objet '],
  ['De', 'Enviado el', 'Para', 'Asunto'],
  ['De', 'Enviada em', 'Para', 'Assunto'],
  ['Da', 'Inviato', 'A', 'Oggetto'],
  ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
  ['Från', 'Skickat', 'Till', 'Ämne'],
  ['Fra', 'Sendt', 'Til', 'Emne'],
  ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
  ['Od', 'Wysłano', 'Do', 'Temat'],
  ['Od', 'Odesláno', 'Komu', 'Předmět'],
  ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
  ['От', 'Отправлено', 'Кому', 'Тема'],
  ['Від', 'Надіслано', 'Кому', 'Тема'],
  ['差出人', '送信日時', '宛先', '件名'],
  ['发件人', '发送时间', '收件人', '主题'],
  ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
  ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
  ['من', 'تاريخ الإرسال', 'إلى', 'الموضوع'],
  ['מאת', 'נשלח', 'אל', 'נושא'],
  ['Από', 'Στάλθηκε', 'Προς', 'Θέμα'],
  ['Từ', 'Đã gửi', 'Đến', 'Chủ đề'],
])('cuts what stands below the header of our mail: %s', (from, date, to, subject) => {
  const line = (name: string, value: string) =>
    name.includes(':') ? `${name}${value}` : `${name}: ${value}`;
  const header = (ofSubject: string) =>
    [
      line(from, us),
      line(date, '25 Nov 2026 18:26'),
      line(to, 'Ada <ada@example.com>'),
      line(subject, ofSubject),
    ].join('\n');
  expect(said(`Thanks.\n\n${header('[#1001] A question')}\n\nAnything at all.`)).toBe('Thanks.');
  // The same above a mail that has nothing to do with the ticket: somebody shows it to us.
  const shown = `What is this?\n\n${header('You paid $47')}\n\nAnything at all.`;
  expect(said(shown)).toBe(shown);
});

it.each([
  [
    'an answer between quoted lines',
    'Hi, see below.\n\nOn 25/11/2026 18:26, Marketing Academy wrote:\n> Which browser?\n\nFirefox.\n\n> And when?\n\nToday.',
    'Hi, see below.\n\n> Which browser?\n\nFirefox.\n\n> And when?\n\nToday.',
  ],
  [
    'an answer between lines that lost their marks',
    `Hi,\n\nOn 25/11/2026 18:26, ${us} wrote:\n\n${ours[0]}\n\nTwo charges.`,
    undefined,
  ],
  ['a line that looks like one', 'On the invoice you wrote:\n47 dollars, and I was charged 94.', undefined],
  [
    'a date in a sentence',
    'On 3 November 2026 you wrote:\nwe refund within a week. Nothing came.',
    undefined,
  ],
  [
    'a row of underscores',
    'Two things:\n__________________________\n1. refund it\n2. delete the card',
    undefined,
  ],
  ['dashes between the points of a list', 'First:\n--\n1. refund it\n2. delete the card', undefined],
  ['a question below dashes', 'Hello\n--\nCan you refund it?', undefined],
  [
    'a pasted header in a complaint',
    'You sent me this:\nFrom: billing@academy.example\nDate: 3 November\nand I never bought it.',
    undefined,
  ],
  [
    'a mail of somebody else',
    '---------- Forwarded message ----------\nFrom: PayPal <service@paypal.example>\nDate: 3 November\nSubject: You sent a payment\nTo: ada@example.com\n\nYou sent 47.00 USD.',
    undefined,
  ],
  [
    'a mail of somebody else, with a word on it',
    'Here it is:\n\n---------- Forwarded message ----------\nFrom: PayPal <service@paypal.example>\nDate: 3 November\nSubject: You sent a payment\nTo: ada@example.com\n\nYou sent 47.00 USD.',
    undefined,
  ],
  ['nothing but a quotation', '> What does your statement show?', undefined],
  ['a passage that is pointed out', 'The page says:\n> Error 500', undefined],
  ['a sentence about a phone', 'Here it is.\nSent from my phone on Monday, but nothing came.', undefined],
  ['what stands below a greeting and dashes', 'Hello,\n\n-- \n47 dollars\n94 dollars', undefined],
  ['what an announcement leads to', 'My answer:\n--\nno, twice', undefined],
  [
    'answers with two marks below a greeting',
    'Hello,\n\n> What does your statement show?\n>> two charges',
    'Hello,\n\n> What does your statement show?\n>> two charges',
  ],
  ['what is said of a phone', 'Hello,\nFrom my phone the page stays white.', undefined],
  ['what is said of a phone in German', 'Hallo,\nVon meinem Handy aus bleibt die Seite weiß.', undefined],
  ['how something was sent', 'The form is attached.\nSent by email to your office as well.', undefined],
  ['a question about a phone', 'Hello,\nSent from my iPhone, can you read it?', undefined],
  ['a sentence about Outlook', 'How do I read it?\nMy phone has Outlook for Android', undefined],
  [
    'a wish about Outlook',
    'Please test it with this:\nGet Outlook for iOS, then open the course.',
    undefined,
  ],
  ['"Sent from" in a sentence', 'Where is the money?\nSent from my account on Monday, twice.', undefined],
])('keeps %s', (_, body, expected) => {
  expect(said(body)).toBe(expected ?? body);
});

it.each([
  ['dashes with a space', 'Yes.\n-- \nAda\nExample Ltd\n+1 555 0100', 'Yes.'],
  ['the line of a phone below what a photo shows', 'I see this:\n\n\nSent from my iPhone', 'I see this:'],
  ['a quotation below thanks', 'Many thanks,\n\n> What does your statement show?', 'Many thanks,'],
  ['dashes without one', 'Yes.\n\n--\nAda\nExample Ltd', 'Yes.'],
  [
    'a quotation and a signature below it',
    'Yes.\n\nOn 25/11/2026 18:26, Marketing Academy wrote:\n> Is it?\n\n--\nAda',
    'Yes.',
  ],
  ['our own words at the end, without any mark', `Yes.\n\n${ours[0]}\n${ours[1]}`, 'Yes.'],
  [
    'our own words, wrapped anew',
    `Yes.\n\nWhat does your statement\nshow? We look into it, and answer you by\ntomorrow at the latest.`,
    'Yes.',
  ],
  ['our own words at the end, marked by hand', 'Yes.\n\n> What does your statement show?', 'Yes.'],
  ...[
    'Sent from my iPhone',
    'Sent from Outlook for Android <https://aka.ms/x>',
    'Get Outlook for iOS',
    'Von meinem iPhone gesendet',
    'Envoyé de mon iPhone',
    'Enviado desde mi iPhone',
    'Enviado do meu iPhone',
    'Inviato da iPhone',
    'Verstuurd vanaf mijn iPhone',
    'Skickat från min iPhone',
    'Sendt fra min iPhone',
    'Lähetetty iPhonesta',
    'Wysłane z iPhone’a',
    'Odesláno z iPhonu',
    'Отправлено с iPhone',
    'Надіслано з iPhone',
    'iPhoneから送信',
    '发自我的iPhone',
    '나의 iPhone에서 보냄',
    'iPhone’umdan gönderildi',
    'أُرسلت من الـ iPhone'.replace('أُ', 'أ'),
    'נשלח מה-iPhone שלי',
    'Στάλθηκε από το iPhone μου',
    'Gửi từ iPhone của tôi',
    'Sent from my Verizon, Samsung Galaxy smartphone',
    'Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.',
    'Envoyé depuis ma tablette Samsung',
    'From my iPhone',
    'Von meinem Samsung Galaxy Smartphone gesendet.',
    'Sent from my BlackBerry 10 smartphone on the Rogers network.',
    'Sent from Mail for Windows',
    'Trimis de pe iPhone',
    'Enviat des del meu iPhone',
    'Odoslané z iPhonu',
    'Poslano z mojega iPhone-a',
    'Изпратено от моя iPhone',
    'ส่งจาก iPhone ของฉัน',
    'ارسال‌شده از iPhone من',
    'Outlook für iOS beziehen',
    'Outlook für Android<https://aka.ms/AAb9ysg> herunterladen',
    'Obtenir Outlook pour iOS',
    'Télécharger Outlook pour Android <https://aka.ms/x>',
    'Obtener Outlook para iOS',
    'Scarica Outlook per Android',
    'Outlook voor Android downloaden',
    'Hämta Outlook för iOS',
    'Pobierz aplikację Outlook dla systemu Android',
    'Obter o Outlook para Android',
    'Получить Outlook для iOS',
    '获取 Outlook for iOS',
    'Outlook for iOS を入手',
    'iOS용 Outlook 다운로드',
  ].map((line) => [line, `Yes.\n\n${line}`, 'Yes.']),
])('leaves out %s', (_, body, expected) => {
  expect(said(body)).toBe(expected);
});

const quoted = '<div>What does your statement show?</div>';

it.each([
  [
    'Gmail',
    `<div dir="ltr">Yes.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Ar an 25 Samh:<br></div><blockquote class="gmail_quote" style="margin:0">${quoted}</blockquote></div>`,
  ],
  [
    'Thunderbird',
    `<p>Yes.</p><div class="moz-cite-prefix">25.11.2026:<br></div><blockquote type="cite" cite="mid:x">${quoted}</blockquote>`,
  ],
  [
    'Apple Mail',
    `<div>Yes.</div><div><br><blockquote type="cite"><div>On Nov 25, 2026, at 6:26 PM, x wrote:</div><br>${quoted}</blockquote></div>`,
  ],
  [
    'Outlook on the web',
    `<div>Yes.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> ${us.replace('<', '&lt;')}<br><b>Sent:</b> 25 Nov<br><b>To:</b> Ada<br><b>Subject:</b> [#1001] A question</div><div>Whatever.</div>`,
  ],
  [
    'Outlook',
    `<p class="MsoNormal">Yes.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b>Von:</b> Marketing Academy<br><b>Gesendet:</b> 25. November<br><b>Betreff:</b> [#1001] A question</p></div><p class="MsoNormal">Whatever.</p>`,
  ],
  [
    'Yahoo',
    `<div>Yes.</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Wednesday, x wrote:</div><div>Whatever.</div></div>`,
  ],
  [
    'Proton',
    `<div>Yes.</div><div class="protonmail_quote">On Wednesday, 25 November 2026 18:26, x wrote:<br><blockquote class="protonmail_quote" type="cite">${quoted}</blockquote></div>`,
  ],
  [
    'Zoho',
    `<div>Yes.</div><div class="zmail_extra">---- On Wed, 25 Nov 2026 18:26:00 +0100 <b>${us.replace('<', '&lt;')}</b> wrote ----<br><br><blockquote style="border-left: 1px solid">${quoted}</blockquote></div>`,
  ],
  ['a signature', '<div>Yes.</div><div class="gmail_signature">Ada<br>Example Ltd</div>'],
])('knows a quotation of %s', (_, body) => {
  expect(saidInHtml(body)).toBe('Yes.');
});

it.each([
  ['De la', 'Trimis', 'Către', 'Subiect', 'miercuri, 25 noiembrie 2026 18:26'],
  ['Šalje', 'Poslano', 'Prima', 'Predmet', 'srijeda, 25. studenoga 2026. 18:26'],
  ['Od', 'Odoslané', 'Komu', 'Predmet', 'streda 25. novembra 2026 18:26'],
  ['От', 'Изпратено', 'До', 'Относно', 'сряда, 25 ноември 2026 г. 18:26'],
  ['از', 'ارسال شده', 'به', 'موضوع', 'چهارشنبه, نوامبر ۲۵, ۲۰۲۶ ۶:۲۶'],
  ['จาก', 'ส่ง', 'ถึง', 'เรื่อง', '25 พฤศจิกายน 2569 18:26'],
  ['از', 'ارسال‌شده', 'به', 'موضوع', 'چهارشنبه 25 نوامبر 2026 18:26'],
  ['Nuo', 'Išsiųsta', 'Kam', 'Tema', '2026 m. lapkričio 25 d., trečiadienis 18:26'],
  ['De', 'Enviat el', 'Per a', 'Tema', 'dimecres, 25 de novembre de 2026 18:26'],
  ['प्रेषक', 'भेजा गया', 'प्रति', 'विषय', 'बुधवार, 25 नवंबर 2026 18:26'],
])(
  'knows the header of our mail by its form, in languages that are not listed: %s',
  (from, date, to, subject, at) => {
    const head = `${from}: ${us}\n${date}: ${at}\n${to}: ada@example.com\n${subject}: Re: [#1001] A question`;
    const rule = '_'.repeat(32);
    expect(said(`It works now.\n\n${rule}\n${head}\n\nWhat does your statement show?`)).toBe('It works now.');
    expect(said(`It works now.\n\n${head}\n\n${ours.join('\n')}\n\nAnd two charges.`)).toBe(
      'It works now.\n\nAnd two charges.',
    );
    // Somebody else's mail, which the writer shows us.
    const other = head.replace(us, 'Ada <ada@shop.example>').replace('[#1001] A question', 'Receipt');
    expect(said(`Look at this.\n\n${rule}\n${other}\n\nYou paid twice.`)).toContain('You paid twice.');
  },
);

it('knows the header that Roundcube writes in Polish', () => {
  const head = `-------- Wiadomość oryginalna --------\nTemat: [#1001] A question\nData: 2026-11-25 18:26\nNadawca: ${us}\nAdresat: ada@example.com`;
  expect(said(`It works now.\n\n${head}\n\nWhat does your statement show?`)).toBe('It works now.');
});

it('keeps lines that look like such a header and name us', () => {
  const form = `Contact: reply@academy.example\nOrder: 4711\nTotal: $47`;
  expect(said(`My details\n\n${form}\nPlease look.`)).toContain(form);
});

it('knows what NetEase writes above a quotation, in columns', () => {
  const head = `---- 回复的原邮件 ----\n发件人 ${us}\n发送日期 2026年11月25日 18:26\n收件人 ada@example.com\n主题 Re: [#1001] A question`;
  expect(said(`It works now.\n\n${head}\nWhat does your statement show?`)).toBe('It works now.');
});

it('keeps what is written between the quotations of HTML', () => {
  expect(
    saidInHtml(
      `<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">On x wrote:</div><blockquote class="gmail_quote">One?</blockquote><div>Yes.</div><blockquote class="gmail_quote">Two?</blockquote><div>No.</div></div>`,
    ),
  ).toBe('See below.\n\n> One?\n\nYes.\n\n> Two?\n\nNo.');
});

const outlook = `From: ${us}\nSent: Monday, 3 March 2025 10:00\nTo: Ada\nSubject: [#1001] A question\n\n`;

it.each([
  ['below it', `Hi.\n\n${outlook}${ours[0]}\n\nTwo charges.`, 'Hi.\n\nTwo charges.'],
  ['between its lines', `Hi.\n\n${outlook}${ours[0]}\nTwo charges.\n${ours[1]}`, 'Hi.\n\nTwo charges.'],
  [
    'in it, and announced',
    `My answers are below.\n\n${outlook}${ours[0]}\nTwo charges.`,
    `My answers are below.\n\n${ours[0]}\nTwo charges.`,
  ],
  [
    'in it after a mark',
    `Hi.\n\n-----Original Message-----\n${outlook}${ours[0]}\n>>> Two charges.`,
    'Hi.\n\n>>> Two charges.',
  ],
])('keeps what is written into a quotation without marks: %s', (_, body, words) => {
  expect(said(body)).toBe(words);
});

it.each([
  [
    'a passage that a writer sets off',
    '<div>It says:</div><blockquote>Error 42</blockquote>',
    'It says:\n\n> Error 42',
  ],
  [
    'words in the signature of Outlook on a phone',
    '<div>Hi,</div><div id="ms-outlook-mobile-signature"><div>please refund it.</div>Get <a href="x">Outlook for iOS</a></div>',
    'Hi,\nplease refund it.',
  ],
  [
    'a postscript in a signature',
    '<div>Yes.</div><div class="gmail_signature">Ada<br>P.S. Refund it</div>',
    'Yes.\nAda\nP.S. Refund it',
  ],
  [
    'words in a quotation of Yahoo',
    `<div>Yes.</div><div class="yahoo_quoted"><div>On Monday, x wrote:</div><div>${ours[0]}</div><div>Two charges.</div></div>`,
    'Yes.\n\nTwo charges.',
  ],
])('keeps in HTML %s', (_, body, words) => {
  expect(saidInHtml(body)).toBe(words);
});

it.each([
  'Yes.\n\n-- \nAda\nExample Ltd\n\nPS: Refund it',
  'Yes.\n\n-- \nAda\n\nPlease cancel my other account as well.',
  'Options:\n--\nRefund it',
])('keeps what is said below dashes: %s', (body) => {
  expect(said(body)).toBe(body);
});

it('says whether it has left something out, and keeps the whole beside it', () => {
  const cut = own('Yes.\n\n--\nAda');
  expect([cut.words, cut.text, cut.isCut]).toEqual(['Yes.', 'Yes.\n\n--\nAda', true]);
  expect(own('Yes.').isCut).toBe(false);
  const long = own('word '.repeat(5_000));
  expect([long.words.length, long.words.endsWith('[...]'), long.isCut]).toEqual([10_006, true, true]);
  expect(long.text.length).toBe(24_999);
});

it.each([
  ['Declined', 'Fwd: Declined', 'Bank <bank@bank.example>'],
  ['Declined', 'Re: [#1001] A question', 'Bank <bank@bank.example>'],
  ['A question', 'Fwd: A question', 'bank@bank.example'],
])('keeps a mail of somebody else that is forwarded: %s below %s', (subject, of, from) => {
  const body = `FYI\n\n---------- Forwarded message ---------\nFrom: ${from}\nDate: Thu, Nov 26, 2026 at 3:00 PM\nSubject: ${subject}\nTo: ada@example.com\n\nWe declined your card.`;
  expect(own(body, 'text/plain', of).words).toContain('We declined your card.');
});

it.each([
  ['<div class="gmail_quote"><div class="gmail_attr">', 'Gmail'],
  ['<div class="moz-forward-container"><table class="moz-email-headers-table">', 'Thunderbird'],
])('says whose words a forwarded mail has: %s', (start) => {
  const fields = [
    'From: <b>Spam</b> &lt;x@spam.example&gt;',
    'Date: Wed, Nov 25, 2026',
    'Subject: Pay now',
    'To: ada@example.com',
  ];
  const [row, end] = start.includes('table')
    ? [(field: string) => `<tr><td>${field}</td></tr>`, '</table>']
    : [(field: string) => `${field}<br>`, '</div>'];
  const dashes = '---------- Forwarded message ---------';
  const head = start.includes('table') ? `${dashes}${start}` : `${start}${dashes}<br>`;
  const words = saidInHtml(
    `<div>Is this you?</div><br>${head}${fields.map(row).join('')}${end}<br>You owe us $47.</div>`,
  );
  expect(words).toMatch(
    /^Is this you\?\n+---------- Forwarded message ---------\nFrom: Spam <x@spam\.example>\nDate: .*\nSubject: Pay now\nTo: .*\n+You owe us \$47\.$/,
  );
});

it('keeps words below a quoted header that were said before', () => {
  const header = `From: ${us}\nSent: Thursday, November 26, 2026\nTo: Ada\nSubject: [#1001] A question`;
  const repeated = 'We look into it, and answer you by tomorrow at the latest.';
  expect(said(`${header}\n\n${repeated}`)).toContain(repeated);
});

it('keeps words below a signature that its program has marked', () => {
  expect(saidInHtml('<p>Hi</p><div class="gmail_signature">-- <br>Ada</div><p>Cancel it.</p>')).toContain(
    'Cancel it.',
  );
  expect(saidInHtml('<p>Hi</p><div class="gmail_signature">-- <br>Ada</div>')).toBe('Hi');
});
