// The small Markdown of the assistant's answers, as a tree: what is not in it stays text. Links lead to this site alone.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; path: string; text: string }
  /** A citation by its number. */
  | { kind: 'cite'; number: number };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'quote'; children: Inline[]; cites: number[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string };

/** An address of a page here: from the root, with no other host behind a second slash, and no sign that browsers read as one. */
export const isOwnPath = (path: string) => /^\/(?![/\\])[\w\-./%?=&#+,:;~!'*@]*$/.test(path);

// One sign at a time: a mark that is not closed is a sign like any other.
const token =
  /\\([\\`*_[\]<>#|~()])|`([^`\n]+)`|\*\*(?=\S)((?:\\.|[^*\\\n])+?)\*\*|\*(?=\S)((?:\\.|[^*\\\n])+?)\*|\[(\d{1,2})\]|\[((?:\\.|[^[\]\\\n])+)\]\(([^()\s]*)\)/g;

const withoutEscapes = (text: string) => text.replace(/\\([\\`*_[\]<>#|~()])/g, '$1');

/** Reads a stretch without breaks of blocks; `depth` ends what nests. */
export function inlinesOf(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  const say = (more: string) => {
    const last = parts.at(-1);
    if (more === '') return;
    if (last?.kind === 'text') last.text += more;
    else parts.push({ kind: 'text', text: more });
  };
  let from = 0;
  for (const match of text.matchAll(token)) {
    const [whole, sign, code, strong, em, cite, label, path] = match;
    say(text.slice(from, match.index));
    from = match.index + whole.length;
    if (sign !== undefined) say(sign);
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined && depth < 3)
      parts.push({ kind: 'strong', children: inlinesOf(strong, depth + 1) });
    else if (em !== undefined && depth < 3) parts.push({ kind: 'em', children: inlinesOf(em, depth + 1) });
    else if (cite !== undefined) parts.push({ kind: 'cite', number: Number(cite) });
    else if (label !== undefined && path !== undefined) {
      // What leads elsewhere is told by its words alone.
      if (isOwnPath(path)) parts.push({ kind: 'link', path, text: withoutEscapes(label) });
      else say(withoutEscapes(label));
    } else say(whole);
  }
  say(text.slice(from));
  return parts;
}

const listItem = /^\s{0,3}(?:([-*+])|\d{1,3}[.)])\s+(?!\s)(.*)$/;

/** A quotation and the numbers it is cited by at its end. */
function quoteOf(lines: string[]): Block {
  const children = inlinesOf(lines.join('\n').trim());
  const cites: number[] = [];
  while (children.length > 0) {
    const last = children.at(-1);
    if (last?.kind === 'cite') cites.unshift(last.number);
    else if (!(last?.kind === 'text' && last.text.trim() === '' && cites.length > 0)) break;
    children.pop();
  }
  return { kind: 'quote', children, cites };
}

/** Reads an answer. Signs that mean nothing here, HTML among them, stay text. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  let at = 0;
  const take = (is: (line: string) => boolean) => {
    const matches: string[] = [];
    while (at < lines.length && is(lines[at] ?? '')) matches.push(lines[at++] ?? '');
    return matches;
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') at += 1;
    else if (line.startsWith('```')) {
      at += 1;
      const code = take((next) => !next.startsWith('```'));
      at += 1;
      blocks.push({ kind: 'code', text: code.join('\n') });
    } else if (line.startsWith('>'))
      blocks.push(quoteOf(take((next) => next.startsWith('>')).map((next) => next.replace(/^> ?/, ''))));
    else if (listItem.test(line)) {
      const isOrdered = listItem.exec(line)?.[1] === undefined;
      const items = take((next) => listItem.test(next) || /^\s{2,}\S/.test(next)).reduce<string[]>(
        (all, next) => {
          const item = listItem.exec(next)?.[2];
          if (item === undefined) all.push(`${all.pop() ?? ''} ${next.trim()}`);
          else all.push(item);
          return all;
        },
        [],
      );
      blocks.push({ kind: 'list', isOrdered, items: items.map((item) => inlinesOf(item)) });
    } else {
      const paragraph = take(
        (next) =>
          next.trim() !== '' && !next.startsWith('>') && !next.startsWith('```') && !listItem.test(next),
      );
      // Headings are paragraphs in bold: an answer is no document.
      const heading = /^#{1,6} +(?! )(.*)$/.exec(paragraph[0] ?? '')?.[1];
      if (heading !== undefined) {
        blocks.push({ kind: 'paragraph', children: [{ kind: 'strong', children: inlinesOf(heading) }] });
        paragraph.shift();
      }
      if (paragraph.length > 0) blocks.push({ kind: 'paragraph', children: inlinesOf(paragraph.join('\n')) });
    }
  }
  return blocks;
}
