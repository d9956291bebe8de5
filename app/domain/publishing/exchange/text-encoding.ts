const marks: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/**
 * The text of a file: UTF-8, UTF-16 with its mark, or else Windows-1252, as spreadsheets and older systems write it; null for what is no
 * text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [, markedEncoding] = marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [];
  let text: string;
  try {
    text = new TextDecoder(markedEncoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (markedEncoding) return null;
    text = new TextDecoder('windows-1252').decode(bytes);
  }
  return binary.test(text) ? null : text;
}
