/** Chinese and Korean in seven bits: between two marks stand letters of two bytes without their highest bit. */
interface SevenBits {
  open: string;
  close: string;
  /** The charset of the same letters with their highest bit. */
  charset: string;
}

const korean: SevenBits = { open: '\x0e', close: '\x0f', charset: 'euc-kr' };
const chinese: SevenBits = { open: '\x0e', close: '\x0f', charset: 'gb18030' };
const hz: SevenBits = { open: '~{', close: '~}', charset: 'gb18030' };

/** In proportion to the length of the text: every mark is looked for from where the last one ended. */
function decodeSevenBits(text: string, { open, close, charset }: SevenBits): string {
  const decoder = new TextDecoder(charset);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf(open, at);
    pieces.push(text.slice(at, start === -1 ? text.length : start));
    if (start === -1) break;
    const end = text.indexOf(close, start);
    const inner = text.slice(start + open.length, end === -1 ? text.length : end);
    pieces.push(decoder.decode(Buffer.from(inner, 'latin1').map((byte) => (byte > 32 ? byte | 0x80 : byte))));
    if (end === -1) break;
    at = end + close.length;
  }
  return pieces.join('');
}

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/** How the marks that begin each charset of ISO-2022 look; the text itself says which one it is, whatever was declared. */
const japaneseMarks = ['\x1b$@', '\x1b$B', '\x1b(I', '\x1b(J', '\x1b$(D'];
const koreanMark = '\x1b$)C';
const chineseMark = '\x1b$)A';

/** The text of bytes of seven bits that switch charsets by marks; null for any others. `label` is the declared charset, in small letters. */
export function decodeEscaped(bytes: Uint8Array, label: string): string | null {
  const isHz = label === 'hz-gb-2312' || label === 'hz';
  if (!isHz && !bytes.includes(0x1b)) return null;
  if (bytes.some((byte) => byte > 0x7f)) return null;
  const text = latin1(bytes);
  if (isHz) return decodeSevenBits(text, hz).replaceAll('~~', '~').replaceAll('~\n', '');
  if (text.includes(koreanMark)) return decodeSevenBits(text.replaceAll(koreanMark, ''), korean);
  if (text.includes(chineseMark)) return decodeSevenBits(text.replaceAll(chineseMark, ''), chinese);
  return japaneseMarks.some((mark) => text.includes(mark))
    ? new TextDecoder('iso-2022-jp').decode(bytes)
    : null;
}

/** So many bytes show in which order those of UTF-16 stand. */
const sampleBytes = 4_000;

/** In which order the two bytes of a letter of UTF-16 stand; null for bytes that are not in it. */
export function utf16Order(bytes: Uint8Array, label: string): 'utf-16le' | 'utf-16be' | null {
  const zeros: [number, number] = [0, 0];
  const sample = bytes.subarray(0, sampleBytes);
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  });
  const half = sample.length / 2;
  // A single zero is a slip of some program.
  const isNamed = /^(?:utf-?16|(?:iso-10646-)?ucs-2)/.test(label);
  if (!isNamed && Math.max(...zeros) < 3) return null;
  if (zeros[0] > 0.3 * half && zeros[0] > 4 * zeros[1]) return 'utf-16be';
  if (zeros[1] > 0.3 * half && zeros[1] > 4 * zeros[0]) return 'utf-16le';
  if (!isNamed) return null;
  const counts = (['utf-16be', 'utf-16le'] as const).map((order) => usualLetters(sample, order));
  const [asBe = 0, asLe = 0] = counts;
  if (asBe === asLe) return label.endsWith('be') ? 'utf-16be' : 'utf-16le';
  return asBe > asLe ? 'utf-16be' : 'utf-16le';
}

/** How many letters are of scripts that people write in, read in an order. Read in the wrong one, letters are of any script. */
function usualLetters(sample: Uint8Array, order: 'utf-16le' | 'utf-16be'): number {
  const text = new TextDecoder(order).decode(sample);
  return (
    text.match(/[\t\n\r -~\u0370-\u06ff\u0e00-\u0e7f\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/g)?.length ?? 0
  );
}
