import type { StructuredValue } from '#app/platform/mail/reading/headers.ts';

/** A line with a space between letters is of words, and so are dashes above a signature. Other signs are slips among what is encoded. */
const isOfWords = (line: string) => /\S \S/.test(line) || /^[-_]{2,}\s*$/.test(line);

/**
 * The bytes that a part in base64 stands for, also where several pieces of it follow one another, each padded by itself. `textType` is
 * the type of a text, which may be called base64 and be none, or have words below it that a mailing list has added; null for a file.
 */
export function decodeBase64(body: Buffer, textType: StructuredValue | null): Buffer {
  const text = body.toString('latin1');
  if (textType === null) return decodePieces(text);
  const wordsAt = startOfWords(text);
  const encoded = wordsAt === -1 ? text : text.slice(0, wordsAt);
  const decoded = decodePieces(encoded);
  if (encoded.trim() === '' || isPlainWord(encoded, decoded, textType)) return body;
  return wordsAt === -1 ? decoded : Buffer.concat([decoded, Buffer.from('\n'), body.subarray(wordsAt)]);
}

/** Every piece ends in its padding, where the runtime would stop. */
function decodePieces(text: string): Buffer {
  const decoded = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4) + 3);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const padding = text.indexOf('=', at);
    const end = padding === -1 ? text.length : padding;
    if (end > at) length += decoded.write(text.slice(at, end), length, 'base64');
    at = end + 1;
  }
  return decoded.subarray(0, length);
}

/** Where words begin that are not encoded; -1 where none do. */
function startOfWords(text: string): number {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const stop = end === -1 ? text.length : end;
    if (isOfWords(text.slice(at, Math.min(stop, at + 2_000)))) return at;
    at = stop + 1;
  }
  return -1;
}

/** Whether a short text such as "Thanks" is called base64 by mistake: what it would stand for is no text. */
function isPlainWord(encoded: string, decoded: Buffer, { params }: StructuredValue): boolean {
  const word = encoded.trim();
  if (word.length > 100 || word.includes('=')) return false;
  const charset = params.get('charset')?.toLowerCase() ?? '';
  if (/utf-?(?:16|32)/.test(charset)) return false;
  const hasControls = decoded.some(
    (byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32),
  );
  if (hasControls) return true;
  const isUtf8 = Buffer.from(decoded.toString('utf8')).equals(decoded);
  return !isUtf8 && (word.length % 4 !== 0 || ['', 'utf-8', 'us-ascii'].includes(charset));
}
