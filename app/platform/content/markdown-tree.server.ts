import type { Nodes, PhrasingContent, Root } from 'mdast';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { remarkGfm, remarkParse } from '#app/platform/content/markdown-packages.server.ts';

const parser = unified().use(remarkParse).use(remarkGfm);

/** Markdown as a tree, for documents that are not web pages; with `curly`, quotation marks as a printer sets them. */
export function parseMarkdown(markdown: string, { curly = false } = {}): Root {
  const tree = parser.parse(markdown);
  if (curly) visit(tree, (node) => setQuotes(node));
  return tree;
}

/** The text of a node without its markup. */
export function plainText(node: Nodes): string {
  if ('value' in node) return node.value;
  if (node.type === 'break') return '\n';
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

/** Curls the quotation marks of one paragraph, heading or cell; a mark opens when nothing or a space stands before it. */
function setQuotes(node: Nodes): void {
  if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell') return;
  let before = '';
  const walk = (child: PhrasingContent): void => {
    if (child.type === 'text') {
      child.value = child.value.replace(/["']/g, (mark, offset: number, all: string) => {
        const opens = /^$|[\s([\u2014]$/.test(offset > 0 ? (all[offset - 1] ?? '') : before);
        return mark === '"' ? (opens ? '\u201c' : '\u201d') : opens ? '\u2018' : '\u2019';
      });
      before = child.value.at(-1) ?? before;
    } else if ('children' in child) child.children.forEach(walk);
    else before = 'x';
  };
  node.children.forEach(walk);
}
