import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { rehypeStringify, remarkRehype } from '#app/platform/content/markdown-packages.server.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { paragraphsOf, piecesOf } from '#app/platform/documents/text-blocks.ts';

/** An element of a page. */
export const element = (
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element => ({ type: 'element', tagName, properties, children });

/** A line with its addresses as links and the places to fill in marked. */
function line(text: string): ElementContent[] {
  return piecesOf(text).map((piece) => {
    const value: ElementContent = { type: 'text', value: piece.text };
    if (piece.kind === 'link') return element('a', { href: piece.text, rel: ['sponsored'] }, [value]);
    return piece.kind === 'place' ? element('mark', {}, [value]) : value;
  });
}

/** A text to copy as paragraphs that keep their line breaks. */
function copyText(text: string): Element {
  const paragraphs = paragraphsOf(text).map((lines) =>
    element(
      'p',
      {},
      lines.flatMap((one, index) => (index > 0 ? [element('br', {}, []), ...line(one)] : line(one))),
    ),
  );
  return element('blockquote', { className: ['copy'] }, paragraphs);
}

/** What only a page that stands alone does: texts to copy as letters, places to fill in marked, boxes that print. */
function standAlone(tree: HtmlRoot): void {
  visit(tree, 'element', (node, index, parent) => {
    if (!parent || index === undefined) return;
    const first = node.children[0];
    if (node.tagName === 'pre' && first?.type === 'element' && first.children[0]?.type === 'text') {
      parent.children[index] = copyText(first.children[0].value.trimEnd());
      return 'skip';
    }
    if (node.tagName === 'mark') return 'skip';
    if (node.tagName === 'a') {
      node.properties.rel = ['sponsored'];
      return 'skip';
    }
    if (node.tagName === 'input') parent.children[index] = { type: 'text', value: '\u2610' };
    else
      node.children = node.children.flatMap((child) => (child.type === 'text' ? line(child.value) : [child]));
    return undefined;
  });
}

const toHtml = unified().use(remarkRehype);
const toText = unified().use(rehypeStringify);

/** Markdown as the elements of a page. */
export function pageElements(tree: Root): Element[] {
  const html = toHtml.runSync(structuredClone(tree)) as HtmlRoot;
  standAlone(html);
  return html.children.filter((node) => node.type === 'element');
}

/** A whole page in one file: nothing is loaded from elsewhere. */
export function htmlDocument(page: {
  title: string;
  description: string;
  style: string;
  body: Element[];
  /** Told to whoever opens the file in an editor. */
  note?: string;
}): string {
  const { title, description, style, body, note } = page;
  return `<!DOCTYPE html>
<html lang="en">${note ? `\n<!--\n${note}\n-->` : ''}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<meta name="description" content="${escapeXml(description)}">
<style>
${style}
</style>
</head>
<body>
${toText.stringify({ type: 'root', children: body })}
</body>
</html>
`;
}
