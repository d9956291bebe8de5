import { analyse } from 'chardet';

/** So many bytes are looked at: a charset shows early. */
const sampleBytes = 4_000;

/** What chardet names that a mail without a usable charset can be in, by the names of TextDecoder. */
const candidates: Record<string, string> = {
  'windows-1251': 'windows-1251',
  'ISO-8859-5': 'iso-8859-5',
  'KOI8-R': 'koi8-r',
  'windows-1253': 'windows-1253',
  'ISO-8859-7': 'iso-8859-7',
  'windows-1255': 'windows-1255',
  'ISO-8859-8': 'windows-1255',
  'windows-1256': 'windows-1256',
  'ISO-8859-6': 'iso-8859-6',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  GB18030: 'gb18030',
  Big5: 'big5',
};

/**
 * Whether letters beyond ASCII stand next to each other, as they do in every script but the Latin one: "café" has one by itself,
 * "Привет" has nothing else.
 */
function isOtherScript(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampleBytes);
  let count = 0;
  let besideAnother = 0;
  for (let at = 0; at < sample.length; at += 1) {
    if ((sample[at] ?? 0) < 0x80) continue;
    count += 1;
    if ((sample[at - 1] ?? 0) >= 0x80 || (sample[at + 1] ?? 0) >= 0x80) besideAnother += 1;
  }
  return count >= 4 && besideAnother >= 0.7 * count;
}

/** The text of bytes in an unknown charset that is not Latin; null where none fits. */
export function guessText(bytes: Uint8Array): string | null {
  if (!isOtherScript(bytes)) return null;
  for (const { name } of analyse(bytes.subarray(0, sampleBytes))) {
    const label = candidates[name];
    if (label === undefined) continue;
    const text = new TextDecoder(label).decode(bytes);
    if (!text.includes('\ufffd')) return text;
  }
  return null;
}
