import type { Nodes, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { parse } from 'yaml';
import { splitMarkdown } from '#app/platform/content/files.server.ts';
import { parseMarkdown } from '#app/platform/content/markdown-tree.server.ts';

/** A piece of writing, or a file of words, taken apart for its checks. */
export interface Document {
  /** Inside content/. */
  path: string;
  /** The whole file. */
  text: string;
  /** Front matter, or the whole of a YAML file under `file`. */
  data: Record<string, unknown>;
  /** Markdown; empty for YAML. */
  body: string;
  tree: Root;
}

/** None of our pieces comes near these: past them a parser's time grows with the square of what it reads. */
const most = { lines: 1_500, marksInBlock: 400, depth: 12 };
const deep = new RegExp(`^(?:\\s*(?:>|[-*+?]|\\d+[.)])){${most.depth},}`, 'm');

/** Whether a text is a thicket of marks, which costs more to read than it says. */
export const isThicket = (text: string): boolean =>
  text.split('\n').length > most.lines ||
  deep.test(text) ||
  text.split(/\n\s*\n/).some((block) => (block.match(/[*_~`[\]<!&]/g)?.length ?? 0) > most.marksInBlock);

/** One thing standing for another is nothing that our pieces need, and can stand for itself without end. */
const withoutAliases = { maxAliasCount: 0 };

/** Takes the text of a file apart. @throws {Error} where it is no YAML, or no Markdown with front matter */
export function documentOf(path: string, text: string): Document {
  if (path.endsWith('.yaml'))
    return { path, text, data: { file: parse(text, withoutAliases) }, body: '', tree: parseMarkdown('') };
  const parts = splitMarkdown(text);
  if (!parts) throw new Error(`content/${path} must begin with front matter between --- lines`);
  const data: unknown = parse(parts.matter, withoutAliases);
  return {
    path,
    text,
    data: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {},
    body: parts.body,
    tree: parseMarkdown(parts.body),
  };
}

/** The words of a node, without the addresses of links; blocks apart from one another. */
export function wordsOf(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  if (node.type === 'break') return ' ';
  if (!('children' in node)) return '';
  const isInline = ['paragraph', 'heading', 'tableCell', 'link', 'strong', 'emphasis', 'delete'].includes(
    node.type,
  );
  return node.children.map(wordsOf).join(isInline ? '' : '\n');
}

/** Every string in data, with the keys that lead to it. */
export function strings(
  value: unknown,
  keys: readonly string[] = [],
): { keys: readonly string[]; text: string }[] {
  if (typeof value === 'string') return [{ keys, text: value }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => strings(inner, [...keys, key]));
}

/** Whether a value of this name is an address: `to`, `href`, `buyTo` and the like. */
const isAddress = (key: string) => /^(to|href|[a-z]+To)$/.test(key);

/** The addresses in a piece: links of the text, and values of its data that are addresses. */
export function addressesIn({ tree, data }: Pick<Document, 'tree' | 'data'>): string[] {
  const found = strings(data).flatMap(({ keys, text }) =>
    isAddress(keys.at(-1) ?? '')
      ? [text]
      : [...text.matchAll(/\]\(([^)\s]+)/g)].map(([, url]) => String(url)),
  );
  visit(tree, ['link', 'definition'], (node) => {
    if ('url' in node) found.push(node.url);
  });
  return found;
}
