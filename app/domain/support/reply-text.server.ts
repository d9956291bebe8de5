/** So many letters of a mail are kept. */
export const mailLength = 10_000;

/** Lines by which mail programs begin what they quote. */
const beginnings = [
  /^-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|forwarded message)\s*-{2,}$/i,
  /^_{10,}$/,
  /^(?:on|am|le|el|il|op|den)\b.{4,200}\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|skrev)\b.{0,80}:$/i,
];

/** The header that some programs put before what they quote, without a mark. */
const quotedHeader = /^(?:from|von|de):\s.+$/i;
const quotedHeaderNext = /^(?:sent|date|gesendet|datum|envoyé|to|an):\s.+$/i;

/** Where what is quoted begins: a line that says so, perhaps wrapped into two. */
function quoteStart(lines: readonly string[]): number {
  return lines.findIndex((line, index) => {
    const here = line.trim();
    const joined = `${here} ${(lines[index + 1] ?? '').trim()}`.slice(0, 400);
    return (
      beginnings.some((form) => form.test(here.slice(0, 400))) ||
      (/^(?:on|am|le|el|il|op|den)\b/i.test(here) && beginnings[2]?.test(joined)) ||
      (quotedHeader.test(here) && quotedHeaderNext.test((lines[index + 1] ?? '').trim()))
    );
  });
}

/** What somebody has written in a mail, without what their program quotes of ours, and without a signature after "-- ". */
export function cutQuoted(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').slice(0, 200_000).split('\n');
  const start = quoteStart(lines);
  const kept = start === -1 ? lines : lines.slice(0, start);
  const signature = kept.lastIndexOf('-- ');
  const own = (signature === -1 ? kept : kept.slice(0, signature)).filter((line) => !/^\s*>/.test(line));
  const cut = own
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll('\0', '')
    .trim();
  return cut.length > mailLength ? `${cut.slice(0, mailLength)}\n[...]` : cut;
}

const blocks = new Set(['p', 'div', 'br', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'table', 'pre']);
const left = new Set(['script', 'style', 'head', 'title', 'blockquote', 'template']);
const isQuote = (attributes: string) => /gmail_quote|divRplyFwdMsg/.test(attributes);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const decode = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (whole, digits, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    const code = digits ? Number(digits) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

function withoutComments(html: string): string {
  const kept: string[] = [];
  for (let at = 0; ; ) {
    const start = html.indexOf('<!--', at);
    if (start === -1) return [...kept, html.slice(at)].join('');
    kept.push(html.slice(at, start));
    const end = html.indexOf('-->', start + 4);
    if (end === -1) return kept.join('');
    at = end + 3;
  }
}

/**
 * The words of a mail that has HTML alone, without what it quotes. It goes through the text once, tag by tag: a mail can be nested so
 * deep that whatever makes a tree of it falls over.
 */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  /** The element that is left out, and how many of its name are open in it. */
  let skipped = { name: '', depth: 0 };
  const add = (text: string) => {
    if (skipped.depth === 0) parts.push(text);
  };
  const whole = withoutComments(html.slice(0, 200_000));
  let end = 0;
  for (const tag of whole.matchAll(/<(\/?)([a-z][a-z0-9]*)([^<>]{0,2000})>/gi)) {
    add(decode(whole.slice(end, tag.index).replace(/\s+/g, ' ')));
    end = tag.index + tag[0].length;
    const [, slash, given = '', attributes = ''] = tag;
    const name = given.toLowerCase();
    if (skipped.depth > 0) {
      if (name === skipped.name) skipped.depth += slash ? -1 : 1;
    } else if (!slash && (left.has(name) || isQuote(attributes))) skipped = { name, depth: 1 };
    else if (blocks.has(name) && (slash || name === 'br')) parts.push('\n');
  }
  add(decode(whole.slice(end).replace(/\s+/g, ' ')));
  return parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
