/** Words for what sends mail, in lines that it adds by itself. */
const devices =
  /iphon|ipad|ipod|android|smartphone|galaxy|samsung|huawei|xiaomi|redmi|oneplus|oppo|vivo|pixel|nokia|sony|xperia|blackberry|alcatel|htc|motorola|outlook|yahoo|gmail|windows|hotmail|aol|airmail|mailbox|spark|k-9|proton|fairemail|thunderbird|handy|mobile?|mobil|móvil|celular|mobiltelefon|mobilgerät|cellulare|telefono|telefoon|telefon|телефон|phone|tablet|device|gerät|urządzenia|e?-?mail\b|smarttelefon|puhelimesta|携帯|手机|手機/iu;
/** A model by its number, such as TI-85. */
const model = /\b[A-Z]{1,6}-?\d{2,5}[A-Z]{0,3}\b/;

/** How such a line begins, or what is in it, in the usual languages. */
const openings = [
  'sent from',
  'sent via',
  'sent with',
  'sent by',
  'from my',
  'von meinem',
  'von meiner',
  'gesendet von',
  'gesendet mit',
  'diese nachricht wurde von',
  'envoyé de',
  'envoyé depuis',
  'envoyé à partir',
  'envoyée',
  'enviado desde',
  'enviado con',
  'enviado do',
  'enviado de',
  'enviado pelo',
  'enviada do',
  'inviato da',
  'inviato dal',
  'verzonden met',
  'verzonden vanaf',
  'verstuurd vanaf',
  'verstuurd met',
  'skickat från',
  'skickades från',
  'från min',
  'sendt fra',
  'lähetetty',
  'wysłane z',
  'wysłano z',
  'odesláno z',
  'posláno z',
  'elküldve',
  'отправлено с',
  'отправлено из',
  'надіслано з',
  'відправлено з',
  'iphoneから送信',
  'ipadから送信',
  '发自我的',
  '發自我的',
  '從我的',
  '从我的',
  'iphone에서 보냄',
  '나의 iphone',
  'iphone’umdan gönderildi',
  "iphone'umdan gönderildi",
  'أرسلت من',
  'تم الإرسال من',
  'נשלח מה',
  'נשלח מ',
  'στάλθηκε από',
  'εστάλη από',
  'gửi từ',
  'dikirim dari',
  'dihantar daripada',
  'trimis de pe',
  'trimis din',
  'enviat des d',
  'poslano z',
  'poslano s',
  'poslato sa',
  'odoslané z',
  'изпратено от',
  'изпратено с',
  'послато са',
  'saadetud minu',
  'išsiųsta iš',
  'nosūtīts no',
  'sent úr',
  'ส่งจาก',
  'ارسال شده از',
  'ارسال‌شده از',
  'मेरे iphone से भेजा',
  'iphone 傳送',
  '從我的 iphone',
  'مرسل من',
].map((opening) => opening.normalize('NFC'));

/** The verb of "Get Outlook for iOS" in other languages, at its beginning or end. */
const getting =
  /^(?:get|hol\w*|laden sie|obten\w*|obtén|télécharge\w*|descarga\w*|scarica\w*|ottieni|download|haal|hämta|skaffa|hent|få|last ned|hanki|lataa|pobierz|stáhn\p{L}*|získa\p{L}*|obter|obtenha|baix\w*|transferir|скачать|загрузить|получить|отримати|завантажити|descărca\p{L}*|obțin\p{L}*|preuzm\p{L}*|获取|下载|取得|下載|dapatkan|tải|รับ|ดาวน์โหลด|λήψη|κατεβάστε|الحصول على|احصل على|קבל את|הורד את)|(?:beziehen|herunterladen|laden|holen|abrufen|downloaden|letöltése|を入手|を取得|다운로드|가져오기|edinin|indir\w*|lataa)$/iu;

/** Whether a line is what Outlook on a phone puts below a mail, with or without its link. */
function isOutlookLine(line: string): boolean {
  const text = line
    .replace(/[<(]?https?:\/\/[^\s<>()]+[>)]?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length > 60 || /[.?!:;,]/.test(text)) return false;
  return /outlook/i.test(text) && /\b(?:ios|android)/i.test(text) && getting.test(text);
}

/** A sentence that only begins like such a line: "Sent from my phone on Monday, but nothing came." No program adds these words. */
const saysMore =
  /[?？؟]\s*$|(?<!\p{L})(?:but|because|then|also|as well|to (?:you|your|the|my|our|him|her|them|support)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|last|this morning|yesterday|today|twice|again|did|didn['’]t|doesn['’]t|can|can['’]t|cannot|not|never|nothing|aber|weil|gestern|heute|nicht|kein|keine|mais|pero|ayer|porque|ontem|ieri|maar|gisteren|niet)(?!\p{L})/iu;

/** "From my iPhone" and "Von meinem iPhone gesendet"; "From my phone the page stays white" is said of it. */
const isOnlyFromMy = (text: string): boolean =>
  !/^(?:from my|von meine[mr]) /.test(text) ||
  text.split(/\s+/).length <= 4 ||
  /(?<!\p{L})(?:sent|gesendet|gesandt|versandt|verschickt|geschickt)(?!\p{L})/u.test(text);

/** No program's line has more words. */
const mostWords = 13;

/** Whether a line says only by what a mail was sent, as phones and mail programs add it: "Sent from my iPhone". */
export function isSentFrom(line: string): boolean {
  if (line.length > 160) return false;
  if (isOutlookLine(line)) return true;
  if (saysMore.test(line) || line.trim().split(/\s+/).length > mostWords) return false;
  const text = line
    .trim()
    .replace(/^[(<«*_]+/, '')
    .replaceAll('[', '')
    .toLowerCase()
    .normalize('NFC');
  if (!openings.some((opening) => text.startsWith(opening))) return false;
  return isOnlyFromMy(text) && (devices.test(text) || model.test(line));
}

/** Whether a line is made of dashes and the like alone. */
export const isDecoration = (line: string): boolean => {
  const text = line.slice(0, 300).trim();
  return text === '' || [...text].every((letter) => '-_=~#*+—–ᐧ\u200b\ufeff'.includes(letter));
};

const mostLines = { standard: 15, loose: 8 };
const looksLikeWords = (line: string) =>
  /^\s*(?:\d{1,2}[.)]|[-*•])\s/.test(line) || line.trim().endsWith('?');

/** "P.S." and the like, which people write below their signature. */
const postscript =
  /^\s*(?:p\.?\s?s\.?|p\.\s?d\.|n\.?b\.?|пс|з\.ы\.?|p\.?\s?p\.?\s?s\.?)(?:\s*[:;,.–—-]|\s)/iu;
/** Words of the notices that companies put below their mails. */
const notice =
  /confidential|privileged|intended|recipient|disclaimer|vertraulich|confidentiel|confidencial|riservat|environment|printing|registered/i;

/** Whether a line below a signature is said to whom the mail goes to, rather than part of the signature. */
export function isSaidBelow(line: string): boolean {
  const text = line.slice(0, 400).trim();
  if (postscript.test(text) || /[?？؟]$/.test(text)) return true;
  return /[.!…。！।]$/.test(text) && text.split(/\s+/).length >= 6 && !notice.test(text);
}

/**
 * The first line of a signature at the end of a text, after a line of two dashes; -1 where there is none. Most programs leave the space
 * off that should follow them, and people write two dashes too: without it what follows has to be short, and neither a list nor a question.
 */
export function signatureStart(lines: readonly string[]): number {
  for (let at = lines.length - 1; at >= 0 && at > lines.length - 40; at -= 1) {
    const line = lines[at] ?? '';
    if (line.trimEnd() !== '--' && line.trimEnd() !== '—') continue;
    const below = lines.slice(at + 1).filter((each) => each.trim() !== '');
    const isStandard = line === '-- ';
    // "Options:" is followed by what it announces.
    const before = lines.slice(0, at).findLast((each) => each.trim() !== '');
    if (!isStandard && /[:：]\s*$/.test(before ?? '')) return -1;
    if (below.some((each) => each.length > 200 || isSaidBelow(each))) return -1;
    if (below.length > (isStandard ? mostLines.standard : mostLines.loose)) return -1;
    return !isStandard && below.some(looksLikeWords) ? -1 : at;
  }
  return -1;
}
