const marks: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** What an XML or HTML file says of its own encoding, as far as it is one that single bytes show. */
function declaredDecoder(bytes: Uint8Array): TextDecoder {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2_000));
  const [, label = ''] =
    /^\s*<\?xml[^>]{0,200}?\sencoding=["']([\w.:-]{1,40})/i.exec(head) ??
    /<meta\b[^>]{0,500}?\scharset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(head) ??
    /<meta\b[^>]{0,500}?;\s{0,9}charset=([\w.:-]{1,40})/i.exec(head) ??
    [];
  try {
    const decoder = new TextDecoder(label || 'windows-1252');
    // It is not UTF-8, whatever it says.
    if (!decoder.encoding.startsWith('utf-')) return decoder;
  } catch {
    // An encoding that nobody knows.
  }
  return new TextDecoder('windows-1252');
}

/**
 * The text of a file: UTF-8, UTF-16 with its mark, or else what an XML or HTML file says of itself, or Windows-1252, as spreadsheets and
 * older systems write it; null for what is no text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [, markedEncoding] = marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [];
  let text: string;
  try {
    text = new TextDecoder(markedEncoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (markedEncoding) return null;
    text = declaredDecoder(bytes).decode(bytes);
  }
  return binary.test(text) ? null : text;
}
