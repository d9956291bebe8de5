import type { Element, ElementContent, Root, RootContent } from 'hast';
import { unified } from 'unified';
import {
  rehypeStringify,
  remarkGfm,
  remarkParse,
  remarkRehype,
} from '#app/platform/content/markdown-packages.server.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';

/** What people's texts may become, and nothing else: no attributes but those set here, no pictures, no headings, no ids. */
const allowed: ReadonlySet<string> = new Set([
  'p',
  'br',
  'strong',
  'em',
  'del',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
]);

/** What headings, whatever their rank, and cells become. */
const becomes: Readonly<Record<string, string>> = {
  h1: 'strong',
  h2: 'strong',
  h3: 'strong',
  h4: 'strong',
  h5: 'strong',
  h6: 'strong',
  tr: 'p',
};

/** Quotations in quotations and lists in lists end here: what stands deeper is taken out of its frame. */
const maxDepth = 12;

const handle = /(^|[^\w@/.-])@([a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?)(?![\w@])/gi;

const text = (value: string): ElementContent => ({ type: 'text', value });

/** Where a link may lead: a web address, or a page of this site. */
function safeHref(href: unknown): string | null {
  const address = String(href ?? '');
  if (/^\/(?![/\\])/.test(address)) return address;
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}

function withMentions(value: string): ElementContent[] {
  const parts: ElementContent[] = [];
  let from = 0;
  for (const match of value.matchAll(handle)) {
    const at = match.index + (match[1]?.length ?? 0);
    parts.push(text(value.slice(from, at)), {
      type: 'element',
      tagName: 'span',
      properties: { className: ['mention'] },
      children: [text(`@${match[2]}`)],
    });
    from = at + 1 + (match[2]?.length ?? 0);
  }
  return from === 0 ? [text(value)] : [...parts, text(value.slice(from))];
}

/** A node as it may stand; what may not leaves its text. */
function clean(node: RootContent | ElementContent, depth: number, isPlain: boolean): ElementContent[] {
  if (node.type === 'text') return isPlain ? [node] : withMentions(node.value);
  if (node.type !== 'element') return [];
  const { tagName, properties } = node;
  if (tagName === 'img') return properties.alt ? [text(String(properties.alt))] : [];
  if (tagName === 'input') return [text(properties.checked ? '☑' : '☐')];
  const name = becomes[tagName] ?? tagName;
  const href = name === 'a' ? safeHref(properties.href) : null;
  const isDeeper = name === 'blockquote' || name === 'ul' || name === 'ol';
  const children = node.children.flatMap((child) =>
    clean(child, isDeeper ? depth + 1 : depth, isPlain || name === 'code' || href !== null),
  );
  const isKept = allowed.has(name) && (name !== 'a' || href !== null) && !(isDeeper && depth >= maxDepth);
  if (!isKept) return children;
  const kept: Element = {
    type: 'element',
    tagName: name,
    properties: href === null ? {} : { href, rel: ['ugc', 'nofollow'] },
    children,
  };
  // A heading stands in a line of its own, also where it is none any more.
  return /^h\d$/.test(tagName)
    ? [{ type: 'element', tagName: 'p', properties: {}, children: [kept] }]
    : [kept];
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(() => (tree: Root) => {
    tree.children = tree.children.flatMap((child) => clean(child, 0, false));
  })
  .use(rehypeStringify);

/** Nobody writes more marks, or lines, in so little text: the parser's time grows with their square. */
const most = { marks: 600, lines: 500 };

/** A thicket of marks that costs more to read than it says. */
export const isNested = (markdown: string) =>
  (markdown.match(/[*_~`[\]<|!]/g)?.length ?? 0) > most.marks ||
  markdown.split('\n').length > most.lines ||
  markdown.split('\n').some((line) => /^(?:[\t ]*(?:>|[-*+]|\d{1,9}[.)])){20}/.test(line)) ||
  /[[*_~`!]{60}/.test(markdown);

/** The latest texts, rendered; a page of posts is read more often than it is written. */
const known = new Map<string, string>();
const knownLimit = 500;

/** Turns Markdown that a member has typed into HTML that is safe in any page. What cannot be read as Markdown stands as plain text. */
export function renderMemberMarkdown(markdown: string): string {
  const found = known.get(markdown);
  if (found !== undefined) return found;
  let html: string;
  try {
    html = isNested(markdown) ? asPlain(markdown) : String(processor.processSync(markdown));
  } catch {
    html = asPlain(markdown);
  }
  const [oldest] = known.keys();
  if (known.size >= knownLimit && oldest !== undefined) known.delete(oldest);
  known.set(markdown, html);
  return html;
}

const entities: Readonly<Record<string, string>> = {
  '&#x26;': '&',
  '&#x3C;': '<',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/** What a member's Markdown says, without its marks, on one line: for searching and for extracts. */
export const memberText = (markdown: string): string =>
  renderMemberMarkdown(markdown)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#x26|#x3C|amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

const asPlain = (markdown: string) => `<p class="plain">${escapeXml(markdown)}</p>`;

/** The handles that a text names, lower-cased, each once, in their order. What stands in code counts too: it harms nobody. */
export function handlesIn(markdown: string): string[] {
  return [
    ...new Set([...markdown.matchAll(handle)].flatMap((match) => (match[2] ? [match[2].toLowerCase()] : []))),
  ];
}
