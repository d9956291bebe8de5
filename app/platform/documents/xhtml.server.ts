import type { Element, Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { rehypeSlug, rehypeStringify, remarkRehype } from '#app/platform/content/markdown-packages.server.ts';
import { plainText } from '#app/platform/content/markdown-tree.server.ts';

/** What HTML has and XML or a book has not: checkboxes to click, attributes without values, empty heads of columns. */
function suitBooks() {
  return (tree: HtmlRoot) => {
    visit(tree, 'element', (node: Element, index, parent) => {
      if (node.tagName === 'input' && parent && index !== undefined)
        parent.children[index] = { type: 'text', value: '\u2610' };
      else if (node.tagName === 'ul' && node.properties.className) node.properties = { className: ['tasks'] };
      else if (node.tagName === 'th' && node.children.length === 0) node.tagName = 'td';
    });
  };
}

const processor = unified()
  .use(remarkRehype)
  .use(rehypeSlug)
  .use(suitBooks)
  .use(rehypeStringify, { closeSelfClosing: true, characterReferences: { useNamedReferences: false } });

/** Markdown as well-formed XHTML, its second-level headings with ids. */
export function toXhtml(tree: Root): { body: string; headings: { id: string; text: string }[] } {
  const html = processor.runSync(structuredClone(tree)) as HtmlRoot;
  const headings: { id: string; text: string }[] = [];
  const titles = tree.children.filter((node) => node.type === 'heading' && node.depth === 2).map(plainText);
  visit(html, 'element', (node: Element) => {
    if (node.tagName === 'h2')
      headings.push({ id: String(node.properties.id), text: titles[headings.length] ?? '' });
  });
  return { body: processor.stringify(html), headings };
}
