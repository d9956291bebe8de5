/** Signs that a name may not have: of paths and headers, of control, and those that turn the direction of what follows. */
const unsafe = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}"\\/:*?<>|;]|(?![\u200c\u200d])\p{Cf}/gu;

/** A file's name as its sender wrote it, in any script, without what a path or a header could misread, and with the ending of what it is. */
export function safeFileName(sent: string, ending: string): string {
  const last = sent.slice(-500).split(/[\\/]/).at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  const stem = (dot > 0 ? last.slice(0, dot) : last)
    .normalize('NFC')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
    .trim();
  const short = [...stem].slice(0, 60).join('').trim();
  return `${short || 'file'}.${ending}`;
}
