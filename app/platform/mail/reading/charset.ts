import iconv from 'iconv-lite';
import { decodeEscaped, utf16Order } from '#app/platform/mail/reading/charset-escapes.ts';
import { guessText } from '#app/platform/mail/reading/charset-guess.ts';

/** Names that mail programs use for charsets that TextDecoder knows by another name. */
const aliases: Record<string, string> = {
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  'shift-jis': 'shift_jis',
  cp936: 'gb18030',
  ms936: 'gb18030',
  gb2312: 'gb18030',
  'x-gbk': 'gb18030',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  'ks_c_5601-1987': 'euc-kr',
  cp950: 'big5',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  'iso-8859-8-i': 'iso-8859-8',
  'tis-620': 'windows-874',
  'x-mac-ce': 'macintosh',
};

/** Charsets of two bytes to a letter: a short text in one of them can look like UTF-8. */
const twoByte = new Set(['gb18030', 'gbk', 'big5', 'euc-kr', 'shift_jis', 'euc-jp']);

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** What turns bytes of a charset into text. */
interface Decoder {
  encoding: string;
  decode: (bytes: Uint8Array) => string;
}

/** A charset as it was declared, in small letters, without what does not belong to it. */
const labelOf = (declared: string): string =>
  declared
    .slice(0, 60)
    .trim()
    .toLowerCase()
    .replaceAll(/["']/g, '')
    .split(/[\s;,]/)[0] ?? '';

function decoderOf(label: string): Decoder | null {
  const names = [aliases[label], label, label.replace(/^x-/, '')].filter((name) => !!name) as string[];
  for (const name of names) {
    try {
      const decoder = new TextDecoder(name);
      return { encoding: decoder.encoding, decode: (bytes) => decoder.decode(bytes) };
    } catch {
      // Not a charset this runtime knows: try the next spelling.
    }
  }
  // The code pages of DOS, UTF-7, UTF-32 and the like.
  const old = names.find((name) => iconv.encodingExists(name));
  return old ? { encoding: old, decode: (bytes) => iconv.decode(bytes, old) } : null;
}

function readUtf8(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Whether all bytes are ASCII without escape sequences, which some older charsets are made of. */
function isPlainAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 0x7e || byte === 0x1b || byte === 0) return false;
  return true;
}

/** How many letters of three bytes a UTF-8 text has, counted up to three. */
function threeByteLetters(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) {
    if (byte >= 0xe0 && byte <= 0xef) count += 1;
    if (count === 3) break;
  }
  return count;
}

const latinCharsets = new Set(['windows-1252', 'iso-8859-1', 'utf-8', '']);
const isUtf7 = (label: string) => /^(?:x-)?(?:unicode-1-1-)?utf-?7$/.test(label);

/** Text in a charset that its bytes show by themselves, whatever was declared; null for any other. */
function decodeBySigns(bytes: Uint8Array, label: string): string | null {
  if (isUtf7(label)) return iconv.decode(bytes, 'utf-7');
  const escaped = decodeEscaped(bytes, label);
  if (escaped !== null) return escaped;
  const [first, second, third, fourth] = bytes;
  if (/^utf-?32/.test(label) || (first === 0xff && second === 0xfe && third === 0 && fourth === 0))
    return iconv.decode(bytes, /be$/.test(label) ? 'utf-32be' : /le$/.test(label) ? 'utf-32le' : 'utf-32');
  if (isPlainAscii(bytes))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const order = utf16Order(bytes, label);
  return order === null ? null : new TextDecoder(order).decode(bytes);
}

/** Whether bytes are UTF-8 but for a few that are broken. */
function isMostlyUtf8(text: string): boolean {
  let broken = 0;
  let whole = 0;
  for (const letter of text) {
    if (letter === '\ufffd') broken += 1;
    else if (letter > '\x7f') whole += 1;
  }
  return whole > 2 * broken;
}

/**
 * The text of some bytes. Mail programs often declare the wrong charset, so bytes that are valid UTF-8 are read as UTF-8 whatever was
 * declared, unless they may as well be a short text in a declared charset of East Asia. What was declared and does not fit is guessed from
 * the bytes, which costs milliseconds; what cannot be guessed is read as windows-1252, which never fails.
 */
export function decodeText(bytes: Uint8Array, declared = '', { guesses = true } = {}): string {
  const label = labelOf(declared);
  const bySigns = decodeBySigns(bytes, label);
  if (bySigns !== null) return bySigns;
  const decoder = decoderOf(label);
  const asUtf8 = readUtf8(bytes);
  if (asUtf8 !== null && !(decoder && twoByte.has(decoder.encoding) && threeByteLetters(bytes) < 3))
    return asUtf8;
  if (decoder && !latinCharsets.has(decoder.encoding)) {
    const text = decoder.decode(bytes);
    return text.includes('\ufffd') ? ((guesses ? guessText(bytes) : null) ?? text) : text;
  }
  if (decoder?.encoding === 'utf-8') {
    const text = decoder.decode(bytes);
    if (isMostlyUtf8(text)) return text;
  }
  return (guesses ? guessText(bytes) : null) ?? new TextDecoder('windows-1252').decode(bytes);
}

/** The charset that HTML declares in itself; empty where it declares none. */
export function charsetOfHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8_000)).toString('latin1');
  return /<meta[^>]{0,500}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? '';
}
