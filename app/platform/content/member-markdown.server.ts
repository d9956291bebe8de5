import type { Element, ElementContent, Root, RootContent } from 'hast';
import { unified } from 'unified';
import { costlyMarkdown, type MarkdownLimits } from '#app/platform/content/costly-markdown.ts';
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
  const element: Element = {
    type: 'element',
    tagName: name,
    properties: href === null ? {} : { href, rel: ['ugc', 'nofollow'] },
    children,
  };
  // A heading stands in a line of its own, also where it is none any more.
  return /^h\d$/.test(tagName)
    ? [{ type: 'element', tagName: 'p', properties: {}, children: [element] }]
    : [element];
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(() => (tree: Root) => {
    tree.children = tree.children.flatMap((child) => clean(child, 0, false));
    for (const child of tree.children) if (child.type === 'element') child.properties.dir = 'auto';
  })
  .use(rehypeStringify);

/** Nobody writes more in 5,000 characters; within them such a text takes 50 ms at most. */
const limits: MarkdownLimits = {
  lines: 400,
  marks: 600,
  marksInBlock: 300,
  depth: 5,
  depthInAll: 200,
  indent: 20,
  cells: 12,
  addresses: 40,
};

/** A run of marks in which each may open or close something. */
const longRun = /[[*_~`!]{60}/;

/** Whether a text costs more to read than it says: it stands as it was typed. */
export const isCostly = (markdown: string): boolean =>
  costlyMarkdown(markdown, limits) !== null || longRun.test(markdown);

/** The latest texts, rendered; a page of posts is read more often than it is written. */
const recent = new Map<string, string>();
const recentLimit = 500;

/** The HTML that was made of a text lately, if it was. */
export const recentHtml = (markdown: string): string | undefined => recent.get(markdown);

/** Remembers the HTML of a text in place of the oldest. */
export function rememberHtml(markdown: string, html: string): string {
  const [oldest] = recent.keys();
  if (recent.size >= recentLimit && oldest !== undefined) recent.delete(oldest);
  recent.set(markdown, html);
  return html;
}

/**
 * Turns Markdown that a member has typed into HTML that is safe in any page. What cannot be read as Markdown stands as plain text. Pages
 * with many texts take `memberHtml`, which lets others have a turn.
 */
export function renderMemberMarkdown(markdown: string): string {
  const html = recent.get(markdown);
  if (html !== undefined) return html;
  try {
    return rememberHtml(
      markdown,
      isCostly(markdown) ? asPlain(markdown) : String(processor.processSync(markdown)),
    );
  } catch {
    return rememberHtml(markdown, asPlain(markdown));
  }
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
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#x26|#x3C|amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

/** A text as it was typed. */
export const asPlain = (markdown: string) => `<p class="plain" dir="auto">${escapeXml(markdown)}</p>`;

/** The handles that a text names, lower-cased, each once, in their order. What stands in code counts too: it harms nobody. */
export function handlesIn(markdown: string): string[] {
  return [
    ...new Set([...markdown.matchAll(handle)].flatMap((match) => (match[2] ? [match[2].toLowerCase()] : []))),
  ];
}
