import type { Root as HtmlRoot } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { cutText } from '#app/platform/storable-text.ts';

/** What a page of another system becomes. */
interface ConvertedPage {
  markdown: string;
  /** What of it did not come, such as a video. */
  omissions: string[];
}

/** Where a link or picture of a page leads to here; null for nowhere. */
export interface PageLinks {
  /** The address of a picture of the archive; null for one that is not there. */
  pictureOf(address: string): string | null;
  linkTo(address: string): string | null;
}

/** What is left out with everything in it. */
const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'link',
  'meta',
  'title',
  'nav',
  'form',
  'button',
  'select',
  'textarea',
  'input',
  'canvas',
  'math',
]);
/** What is left out and named: pages here have none of it in their text. */
const embeds = new Map<string, string>(
  Object.entries({
    iframe: 'an embedded page',
    object: 'an embedded object',
    embed: 'an embedded object',
    video: 'a video',
    audio: 'a sound',
    svg: 'a drawing',
  }),
);

/** The first heading of a lesson here is of the second level: its title stands above it. */
const headingTags = new Map(Object.entries({ h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3' }));

/** No page nests its elements so deep. */
const mostDepth = 200;

function requireShallow(tree: HtmlRoot): void {
  const open: { children: readonly unknown[]; depth: number }[] = [{ children: tree.children, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > mostDepth) throw new Error('The elements of the page are nested too deep.');
    for (const child of next.children as readonly { children?: unknown }[])
      if (Array.isArray(child.children)) open.push({ children: child.children, depth: next.depth + 1 });
  }
}

const addressOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Takes out of a page what is no text, and leads its links and pictures to where they are here. */
function clean(tree: HtmlRoot, links: PageLinks): string[] {
  const omissions: string[] = [];
  visit(tree, (node, index, parent) => {
    if (node.type !== 'element' || !parent || index === undefined) return undefined;
    const remove = () => {
      parent.children.splice(index, 1);
      return [SKIP, index] as [typeof SKIP, number];
    };
    const { tagName, properties } = node;
    if (silent.has(tagName)) return remove();
    const what = embeds.get(tagName);
    if (what) {
      const address = addressOf(properties.src ?? properties.data);
      omissions.push(address ? `${what}: ${cutText(address, 200)}` : what);
      return remove();
    }
    if (tagName === 'img') {
      const picture = links.pictureOf(addressOf(properties.src));
      if (picture === null) {
        omissions.push(`a picture: ${cutText(addressOf(properties.src), 200) || 'without an address'}`);
        return remove();
      }
      const alt = cutText(addressOf(properties.alt).replace(/\s+/g, ' '), 300);
      node.properties = { src: picture, alt: alt || 'Picture' };
      return undefined;
    }
    if (tagName === 'a') {
      const to = links.linkTo(addressOf(properties.href));
      // Without an address its words stay.
      if (to === null) {
        parent.children.splice(index, 1, ...node.children);
        return [SKIP, index] as [typeof SKIP, number];
      }
      node.properties = { href: to };
      return undefined;
    }
    node.tagName = headingTags.get(tagName) ?? tagName;
    node.properties = {};
    return undefined;
  });
  return omissions;
}

const writer = unified()
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-', fences: true, listItemIndent: 'one' });

/** A page of another system as Markdown, without scripts, styles and embedded pages. @throws {Error} for one that nests its elements without end */
export function convertPage(html: string, links: PageLinks): ConvertedPage {
  const tree = fromHtml(html, { fragment: true });
  requireShallow(tree);
  const omissions = clean(tree, links);
  const markdown = writer.stringify(toMdast(tree) as Root);
  return { markdown: markdown.trim(), omissions: [...new Set(omissions)] };
}
