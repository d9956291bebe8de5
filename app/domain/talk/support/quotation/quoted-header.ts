import {
  bareSubject,
  namesUs,
  type OwnMail,
  ticketNumberIn,
} from '#app/domain/talk/support/quotation/own-mail.ts';
import type { MailLine } from '#app/platform/mail/reading/mail-line.ts';

type Kind = 'from' | 'date' | 'to' | 'subject' | 'other';

const words: Record<Kind, string> = {
  from: 'from|von|de|da|van|från|fra|lähettäjä|od|feladó|от|від|від кого|差出人|送信者|发件人|寄件者|寄件人|보낸 사람|보낸사람|kimden|gönderen|من|מאת|από|từ|expéditeur|remitente|mittente|afzender|avsändare|avsender|afsender|dari|ze strany|odesílatel|nadawca',
  date: 'sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviado em|enviada|enviada em|fecha|data|inviato|verzonden|skickat|sendt|dato|lähetetty|päivämäärä|päiväys|wysłano|wysłane|odesláno|elküldve|dátum|отправлено|дата|надіслано|送信日時|日付|日時|发送时间|发送日期|發送時間|寄件日期|日期|보낸 날짜|날짜|gönderildi|gönderme tarihi|tarih|تاريخ الإرسال|التاريخ|נשלח|תאריך|στάλθηκε|ημερομηνία|đã gửi|ngày|dikirim|tanggal|le',
  to: 'to|an|à|a|para|aan|till|til|vastaanottaja|do|komu|címzett|кому|宛先|收件人|收件者|받는 사람|받는사람|kime|alıcı|إلى|אל|προς|tới|đến|destinataire|destinatario|kepada|adresat|empfänger|příjemce|ontvanger|modtager|mottaker|mottagare|получатель',
  subject:
    'subject|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|tárgy|тема|件名|主题|主旨|主題|제목|konu|الموضوع|נושא|θέμα|chủ đề|perihal|subjek',
  other:
    'cc|bcc|kopie|copie|cópia|copia|kopia|kopi|reply-to|antwort an|répondre à|responder a|risposta|beantwoorden - aan|importance|wichtigkeit|priority|attachments|anlagen|pièces jointes|másolat|копия|копія|抄送|副本|참조|bilgi|نسخة|עותק',
};

const kinds = new Map<string, Kind>(
  Object.entries(words).flatMap(([kind, names]) =>
    names.split('|').map((name) => [name.normalize('NFC'), kind as Kind] as const),
  ),
);

/** What a line of the header of a mail says, as mail programs write it before a quotation: `*From:* Ada`, `De : Ada`. */
function fieldIn(line: string): { kind: Kind; value: string } | null {
  const text = line
    .slice(0, 400)
    .replaceAll('*', '')
    .replace(/^[\s>|]+/, '');
  // Chinese programs write the labels in a column of their own.
  const [, column, cell = ''] = /^(\p{Script=Han}{2,6})[\s|]+([^\s|].*)$/u.exec(text) ?? [];
  const kindOfColumn = column === undefined ? undefined : kinds.get(column);
  if (kindOfColumn !== undefined) return { kind: kindOfColumn, value: cell.trim() };
  const colon = text.slice(0, 40).search(/[:：]/);
  if (colon < 1) return null;
  const kind = kinds.get(text.slice(0, colon).trim().toLowerCase().normalize('NFC'));
  return kind === undefined ? null : { kind, value: text.slice(colon + 1).trim() };
}

/** The header of a mail that stands in the words of another one. */
interface QuotedHeader {
  /** The first line after it. */
  next: number;
  fields: ReadonlyMap<Kind, string>;
}

const maxHeaderLines = 30;

/** The header of a mail that begins at a line; null where none does. `least` kinds of fields are needed. */
export function quotedHeaderAt(
  lines: readonly MailLine[],
  start: number,
  least: number,
): QuotedHeader | null {
  const first = fieldIn(lines[start]?.text ?? '');
  if (!first || first.kind === 'other' || first.value === '') return null;
  const fields = new Map<Kind, string>();
  let next = start;
  let others = 0;
  for (let at = start; at < lines.length && at < start + maxHeaderLines; at += 1) {
    const text = lines[at]?.text ?? '';
    const field = fieldIn(text);
    if (field) {
      if (!fields.has(field.kind)) fields.set(field.kind, field.value);
      next = at + 1;
      others = 0;
      continue;
    }
    // A long list of addresses is wrapped; HTML can leave empty lines between the fields.
    others += 1;
    if (others > 3 || (text.trim() === '' && lines[at + 1]?.text.trim() === '')) break;
  }
  const main = [...fields.keys()].filter((kind) => kind !== 'other').length;
  return fields.has('from') && main >= least ? { next, fields } : null;
}

/** A label as programs write them before a colon, in any language. Persian parts words by a sign without width. */
const labelForm = /^\p{L}[\p{L}\p{M}\p{Zs}\u200c'’/()-]{0,30}$/u;
const yearForm = /(?<!\p{Nd})\p{Nd}{4}(?!\p{Nd})/u;
const timeForm = /\p{Nd}{1,2}[:.h]\p{Nd}{2}/u;

/**
 * The header of a mail of ours in a language that is not listed above, which shows by its form: three labels in a row, the first of them
 * with an address of ours behind it, and a date among them. Null where none begins at a line.
 */
export function ownHeaderAt(lines: readonly MailLine[], start: number, own: OwnMail): QuotedHeader | null {
  const values: string[] = [];
  let next = start;
  for (; next < lines.length && values.length < 8; next += 1) {
    const text = (lines[next]?.text ?? '').slice(0, 400).replaceAll('*', '').trim();
    const colon = text.slice(0, 40).search(/[:：]/);
    if (colon < 1 || !labelForm.test(text.slice(0, colon).trim())) break;
    values.push(text.slice(colon + 1).trim());
  }
  const [from = ''] = values;
  const date = values.find((value) => yearForm.test(value) && timeForm.test(value));
  if (values.length < 3 || date === undefined || !from.includes('@') || !namesUs(from, own)) return null;
  const subject = values.find((value) => value !== '' && bareSubject(value) === bareSubject(own.subject));
  const fields = new Map<Kind, string>([
    ['from', from],
    ['date', date],
  ]);
  if (subject !== undefined) fields.set('subject', subject);
  return { next, fields };
}

/** Whether a quoted header is that of a mail of this ticket, not of another mail that somebody shows us. */
export function isOfThisTicket({ fields }: QuotedHeader, own: OwnMail): boolean {
  const subject = fields.get('subject');
  const from = fields.get('from') ?? '';
  // Who forwards a mail of somebody else sends it under that mail's own subject.
  if (from.includes('@') && !namesUs(`${from} ${fields.get('to') ?? ''}`, own)) return false;
  if (subject !== undefined && own.subject !== '') {
    const number = ticketNumberIn(subject);
    return (
      bareSubject(subject) === bareSubject(own.subject) ||
      (number !== null && number === ticketNumberIn(own.subject))
    );
  }
  return namesUs(`${from} ${fields.get('to') ?? ''}`, own);
}

/** Lines by which programs part a quoted mail from what is written, between dashes. */
const originalMarks = new Set(
  `original message|reply message|ursprüngliche nachricht|originalnachricht|message d'origine|message d’origine|message original|mensaje original|messaggio originale
   |mensagem original|oorspronkelijk bericht|originalmeddelande|ursprungligt meddelande|oprindelig meddelelse|original meddelelse|opprinnelig melding|alkuperäinen viesti
   |wiadomość oryginalna|oryginalna wiadomość|původní zpráva|eredeti üzenet|исходное сообщение|оригинальное сообщение|пересылаемое сообщение|оригінальне повідомлення
   |元のメッセージ|原始邮件|原始郵件|回复的原邮件|转发的原邮件|转发邮件信息|원본 메시지|원본 메일|orijinal mesaj|αρχικό μήνυμα|الرسالة الأصلية|הודעה מקורית|thư gốc|tin nhắn gốc`
    .split('|')
    .map((mark) => mark.trim().normalize('NFC')),
);

/** Whether a line parts a quoted mail from what is written above it: `-----Original Message-----`. */
export function isOriginalMark(line: string): boolean {
  if (line.length > 120) return false;
  const text = line.replaceAll('*', '').trim();
  if (!/^[-_]{2}/.test(text) || !/[-_]{2}$/.test(text)) return false;
  const inner = text.replace(/^[-_\s]+/, '').replace(/(?<![-_\s])[-_\s]+$/, '');
  return originalMarks.has(inner.toLowerCase().normalize('NFC'));
}

/** Whether a line is a rule, as programs draw one above a quoted header. */
export const isRule = (line: string): boolean => {
  const text = line.slice(0, 200).replaceAll('*', '').trim();
  return text.length >= 3 && [...text].every((letter) => '-_=—'.includes(letter));
};
