import { posix } from 'node:path';
import type { Nodes, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { costlyMarkdown, type MarkdownLimits } from '#app/platform/content/costly-markdown.ts';
import { boxKeysSchema, splitMarkdown } from '#app/platform/content/files.server.ts';
import {
  type BoxKeys,
  type RenderedElsewhere,
  rememberRendered,
  renderMarkdown,
} from '#app/platform/content/markdown.server.ts';
import { parseMarkdown } from '#app/platform/content/markdown-tree.server.ts';
import { costlyYaml, parseYaml, rememberYaml } from '#app/platform/content/yaml.server.ts';

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

/** No piece of ours comes near this many characters; a form carries it. */
export const maxTextLength = 30_000;

/** Four times what any of our pieces has; a text of 30,000 characters within them takes about 0.1 s to read. */
const limits: MarkdownLimits = {
  lines: 800,
  marks: 1_500,
  marksInBlock: 300,
  depth: 5,
  depthInAll: 300,
  indent: 32,
  cells: 20,
  addresses: 40,
};

/** Why a piece would take too long to read, in words for its author; null where it can be read. */
export function costlyPiece(path: string, text: string): string | null {
  if (path.endsWith('.yaml')) return costlyYaml(text);
  const reason = costlyMarkdown(text, limits);
  return reason ? `There are ${reason}` : costlyYaml(splitMarkdown(text)?.matter ?? '');
}

/** Takes the text of a file apart. @throws {Error} where it is no YAML, or no Markdown with front matter */
export function documentOf(path: string, text: string): Document {
  if (path.endsWith('.yaml'))
    return { path, text, data: { file: parseYaml(text) }, body: '', tree: parseMarkdown('') };
  const parts = splitMarkdown(text);
  if (!parts) throw new Error(`content/${path} must begin with front matter between --- lines`);
  const data: unknown = parseYaml(parts.matter);
  return {
    path,
    text,
    data: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {},
    body: parts.body,
    tree: parseMarkdown(parts.body),
  };
}

/** What came of reading a piece: plain data, so that the thread that serves need not read it again. */
export interface ReadPiece {
  /** Why it cannot be taken apart, in words for its author; null where it can. */
  problem: string | null;
  /** The YAML of the file and what it says. */
  yaml?: { text: string; value: unknown };
  /** Its Markdown, as the check and its page render it. */
  markdown?: { text: string; rendered: RenderedElsewhere[] };
}

/** The names of boxes whose lines were reworded, as far as front matter says them rightly. */
export const boxKeysIn = (data: Record<string, unknown>): BoxKeys =>
  boxKeysSchema.safeParse(data.boxes).data ?? {};

/** How a piece is rendered: for its check, and for its page. */
function renderings(path: string, keys: BoxKeys): Omit<RenderedElsewhere, 'text'>[] {
  const folder = posix.dirname(path);
  const page = /^(?:email-course|series)\//.test(path) ? '' : folder;
  return [
    { folder, takesTicks: false, keys: {} },
    { folder: page, takesTicks: true, keys },
  ];
}

/** Reads a piece and makes its page's text of it, as every check and preview does. */
export function readPiece(path: string, text: string): ReadPiece {
  const matter = path.endsWith('.yaml') ? text : splitMarkdown(text)?.matter;
  let document: Document;
  try {
    document = documentOf(path, text);
  } catch (error) {
    return { problem: wordsOfReadingError(error) };
  }
  const { body, data } = document;
  const value = matter === text ? data.file : data;
  // Front matter that is no map stands for an empty one in a document.
  const yaml =
    matter === undefined || Object.keys(data).length === 0 ? {} : { yaml: { text: matter, value } };
  if (!body) return { problem: null, ...yaml };
  try {
    const rendered = renderings(path, boxKeysIn(data)).map((how) => ({
      ...how,
      text: renderMarkdown(body, how.folder, how.takesTicks, how.keys),
    }));
    return { problem: null, ...yaml, markdown: { text: body, rendered } };
  } catch {
    // What is wrong with its text is told by the check, which reads it again.
    return { problem: null, ...yaml };
  }
}

/** Takes over what another thread has read of a piece. */
export function rememberPiece({ yaml, markdown }: ReadPiece): void {
  if (yaml) rememberYaml(yaml.text, yaml.value);
  for (const rendered of markdown?.rendered ?? []) rememberRendered(markdown?.text ?? '', rendered);
}

/** What an error of reading a piece says to its author. */
export const wordsOfReadingError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^content\//, '');

/** The words of a node, without the addresses of links; blocks apart from one another. */
export function textOfNode(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  if (node.type === 'break') return ' ';
  if (!('children' in node)) return '';
  const isInline = ['paragraph', 'heading', 'tableCell', 'link', 'strong', 'emphasis', 'delete'].includes(
    node.type,
  );
  return node.children.map(textOfNode).join(isInline ? '' : '\n');
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
  const addresses = strings(data).flatMap(({ keys, text }) =>
    isAddress(keys.at(-1) ?? '')
      ? [text]
      : [...text.matchAll(/\]\(([^)\s]+)/g)].map(([, url]) => String(url)),
  );
  visit(tree, ['link', 'definition'], (node) => {
    if ('url' in node) addresses.push(node.url);
  });
  return addresses;
}
