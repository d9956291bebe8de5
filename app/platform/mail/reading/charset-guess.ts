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

/** Central European charsets, by chardet's names, and how much likelier one has to be than that of Western Europe. */
const centralEuropean = new Set(['windows-1250', 'ISO-8859-2']);
const leastConfidence = 30;
const leastLead = 1.15;

/** Signs that no Western word holds, and that stand where Central European charsets have letters. */
const signInWord = /\p{L}[¿¼¾¶]|\p{L}[³¹]\p{Ll}/u;

/** Letters of Turkish that stand where Icelandic has its own, and accented vowels, which Icelandic has everywhere and Turkish nowhere. */
const turkish = { soft: new Set([0xd0, 0xde, 0xf0, 0xfe]), dotless: new Set([0xdd, 0xfd]) };
const icelandicVowels = new Set([0xc1, 0xc6, 0xc9, 0xcd, 0xd3, 0xda, 0xe1, 0xe6, 0xe9, 0xed, 0xf3, 0xfa]);

/** The charset of Latin letters that are not those of Western Europe; null where they may be. */
function latinCharset(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, sampleBytes);
  const has = (letters: ReadonlySet<number>) => sample.some((byte) => letters.has(byte));
  if (has(turkish.soft) && has(turkish.dotless) && !has(icelandicVowels)) return 'windows-1254';
  if (!sample.some((byte) => byte >= 0x80)) return null;
  const charsets = analyse(sample);
  const central = charsets.find(({ name }) => centralEuropean.has(name));
  if (!central || central.confidence < leastConfidence) return null;
  const western = charsets.find(({ name }) => name === 'ISO-8859-1' || name === 'windows-1252');
  const isLikelier = !western || central.confidence >= leastLead * western.confidence;
  if (!isLikelier && !signInWord.test(new TextDecoder('windows-1252').decode(sample))) return null;
  return central.name === 'windows-1250' ? 'windows-1250' : 'iso-8859-2';
}

/** The text of bytes in an unknown charset that is not of Western Europe; null where none fits. */
export function guessText(bytes: Uint8Array): string | null {
  if (!isOtherScript(bytes)) {
    const label = latinCharset(bytes);
    return label === null ? null : new TextDecoder(label).decode(bytes);
  }
  for (const { name } of analyse(bytes.subarray(0, sampleBytes))) {
    const label = candidates[name];
    if (label === undefined) continue;
    const text = new TextDecoder(label).decode(bytes);
    if (!text.includes('\ufffd')) return text;
  }
  return null;
}
