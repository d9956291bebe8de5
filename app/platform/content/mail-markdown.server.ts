import type { Element, Root } from 'hast';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import {
  rehypeStringify,
  remarkGfm,
  remarkParse,
  remarkRehype,
} from '#app/platform/content/markdown-packages.server.ts';
import { palette } from '#app/platform/palette.ts';

// Mail programs know no stylesheets: what looks there must be inline.
const cell = `padding:6px 10px 6px 0;border-bottom:1px solid ${palette.line};text-align:left;vertical-align:top`;
const styles: Readonly<Record<string, string>> = {
  h2: 'margin:32px 0 8px;font-family:Georgia,serif;font-size:22px;line-height:1.3',
  h3: 'margin:24px 0 8px;font-size:17px',
  a: `color:${palette.accent}`,
  table: 'width:100%;border-collapse:collapse;font-size:14px',
  th: cell,
  td: cell,
  pre: 'margin:0;font-size:14px;white-space:pre-wrap',
  img: 'max-width:100%;height:auto',
  blockquote: 'margin:0',
};

/** Outlook for Windows ignores the padding of anything but table cells, so these stand in a table of one cell. */
const frames: Readonly<Record<string, { className: string; style: string }>> = {
  pre: {
    className: 'mail-code',
    style: `padding:12px 16px;background:${palette.sunken};border-radius:8px`,
  },
  blockquote: {
    className: 'mail-quote',
    style: `padding:0 0 0 16px;border-left:3px solid ${palette.accent};color:${palette.muted}`,
  },
};

const element = (
  tagName: string,
  properties: Element['properties'],
  children: Element['children'],
): Element => ({ type: 'element', tagName, properties, children });

/** A table of one cell, for mail programs that lay out nothing else; nothing announces it as a table. */
function oneCellTable(cell: Element, style: string, properties: Element['properties'] = {}): Element {
  const looks = { role: 'presentation', cellPadding: '0', cellSpacing: '0', border: 0, ...properties, style };
  return element('table', looks, [element('tbody', {}, [element('tr', {}, [cell])])]);
}

/** Such a table around an element, as wide as there is room. */
function inTable(node: Element, { className, style }: { className: string; style: string }): Element {
  const cell = element('td', { className: [className], style }, [node]);
  return oneCellTable(cell, 'width:100%;margin:16px 0', { width: '100%' });
}

/** A paragraph that is one link with the title "button", as a button; null for any other. Mail programs press links, so it is one. */
function buttonIn(paragraph: Element, baseUrl: string): Element | null {
  const [link, ...more] = paragraph.children;
  if (more.length > 0 || link?.type !== 'element' || link.tagName !== 'a') return null;
  if (link.properties.title !== 'button') return null;
  const { title: _, href, ...properties } = link.properties;
  const address = typeof href === 'string' && href.startsWith('/') ? baseUrl + href : href;
  const press = element(
    'a',
    {
      ...properties,
      href: address,
      className: ['mail-press'],
      style: `color:${palette.onAccent};font-weight:bold;text-decoration:none`,
    },
    link.children,
  );
  const looks = `padding:12px 20px;background:${palette.accent};border-radius:8px`;
  const buttonCell = element('td', { className: ['mail-button'], align: 'center', style: looks }, [press]);
  return oneCellTable(buttonCell, 'margin:24px 0;border-collapse:separate');
}

/** Gives every element its looks, links the site's address in front, and boxes that no mail program can break. */
function dressForMail(baseUrl: string) {
  return (tree: Root) => {
    visit(tree, 'element', (node, index, parent) => {
      const style = styles[node.tagName];
      if (style) node.properties.style = style;
      // The dark scheme of app/emails/frame.ts names this class.
      if (style === cell) node.properties.className = ['mail-line'];
      const href = node.properties.href;
      if (typeof href === 'string' && href.startsWith('/')) node.properties.href = baseUrl + href;
      if (node.tagName === 'img') node.properties.src = `${baseUrl}${String(node.properties.src)}`;
      if (node.tagName === 'li' && String(node.properties.className).includes('task-list-item'))
        node.properties.style = 'list-style:none';
      if (node.tagName === 'input' && parent && index !== undefined)
        parent.children[index] = { type: 'text', value: '\u2610' };
      if (node.tagName === 'p' && parent && index !== undefined) {
        const button = buttonIn(node, baseUrl);
        if (button) parent.children[index] = button;
      }
      const frame = frames[node.tagName];
      if (frame && parent && index !== undefined) parent.children[index] = inTable(node, frame);
    });
  };
}

/** Markdown as plain text: links written out, boxes as brackets; the rest reads well as it is. */
function asText(markdown: string, baseUrl: string): string {
  return markdown
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '[$1]')
    .replace(/\[([^[\]]+)\]\((\/[^)\s]*)\)/g, (_, label: string, path: string) =>
      label === path ? baseUrl + path : `${label} (${baseUrl}${path})`,
    )
    .replace(
      /\[([^[\]]+)\]\((\S+) "button"\)/g,
      (_, label: string, address: string) =>
        `${label}:\n${address.startsWith('/') ? baseUrl + address : address}`,
    )
    .replace(/^([ \t]*)- \[ \] /gm, '$1[ ] ')
    .replace(/^#+ (.+)$/gm, (_, heading: string) => heading.toUpperCase())
    .replaceAll('**', '');
}

/** Turns Markdown into the body of a mail: HTML with inline styles and whole addresses, and plain text. */
export function renderMailMarkdown(markdown: string, baseUrl: string): { html: string; text: string } {
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype)
    .use(() => dressForMail(baseUrl))
    .use(rehypeStringify);
  return { html: String(processor.processSync(markdown)), text: asText(markdown, baseUrl) };
}
