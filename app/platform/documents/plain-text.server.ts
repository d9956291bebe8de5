import type { BlockContent, List, Root, RootContent } from 'mdast';
import { plainText } from '#app/platform/content/markdown-tree.server.ts';

function listLines(list: List, indent: string): string[] {
  return list.children.map((item, index) => {
    const box = typeof item.checked === 'boolean' ? '[ ] ' : '';
    const marker = list.ordered ? `${(list.start ?? 1) + index}. ` : `- ${box}`;
    const text = blocks(item.children, `${indent}  `, '\n');
    return `${indent}${marker}${text.trimStart()}`;
  });
}

function block(node: RootContent | BlockContent, indent: string): string {
  switch (node.type) {
    case 'heading': {
      const text = plainText(node);
      return node.depth <= 2 ? `${text}\n${'='.repeat(text.length)}` : `${text}\n${'-'.repeat(text.length)}`;
    }
    case 'list':
      return listLines(node, indent).join('\n');
    case 'table':
      return node.children.map((row) => row.children.map(plainText).join(' | ')).join('\n');
    case 'blockquote':
      return blocks(node.children, `${indent}  `);
    case 'code':
      return node.value;
    default:
      return indent + plainText(node);
  }
}

function blocks(nodes: readonly (RootContent | BlockContent)[], indent = '', between = '\n\n'): string {
  return nodes.map((node) => block(node, indent)).join(between);
}

/** Markdown as text that any mail program shows as it is meant, under its title. */
export function toPlainText(tree: Root, title: string): string {
  return `${title.toUpperCase()}\n\n${blocks(tree.children)}\n`;
}
