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

function decoderOf(declared: string): TextDecoder | null {
  const label = declared
    .slice(0, 60)
    .toLowerCase()
    .replace(/["'\s]/g, '');
  for (const name of [aliases[label], label, label.replace(/^x-/, '')]) {
    if (!name) continue;
    try {
      return new TextDecoder(name);
    } catch {
      // Not a charset this runtime knows: try the next spelling.
    }
  }
  return null;
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

/**
 * The text of some bytes. Mail programs often declare the wrong charset, so bytes that are valid UTF-8 are read as UTF-8 whatever was
 * declared, unless they may as well be a short text in a declared charset of East Asia. Bytes of no known charset are read as
 * windows-1252, which never fails.
 */
export function decodeText(bytes: Uint8Array, declared = ''): string {
  if (isPlainAscii(bytes))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const decoder = decoderOf(declared);
  const isEscaped = decoder?.encoding === 'iso-2022-jp' || decoder?.encoding.startsWith('utf-16');
  if (isEscaped && decoder) return decoder.decode(bytes);
  const asUtf8 = readUtf8(bytes);
  if (asUtf8 !== null && !(decoder && twoByte.has(decoder.encoding) && threeByteLetters(bytes) < 3))
    return asUtf8;
  return (decoder ?? new TextDecoder('windows-1252')).decode(bytes);
}
