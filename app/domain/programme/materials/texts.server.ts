import type { Root } from 'mdast';
import { z } from 'zod';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { perContent, readMarkdown } from '#app/platform/content/files.server.ts';
import { parseMarkdown, plainText } from '#app/platform/content/markdown-tree.server.ts';

const schema = z.strictObject({
  title: z.string().min(2).max(100),
  description: z.string().min(20).max(220),
});

const readTexts = perContent(() => new Map<string, { title: string; description: string; body: string }>());

/** A text of content/materials with its figures and the reader's link put in. The file is read once. @throws {ContentError} */
export function materialText(
  name: string,
  link: string,
  { curly = false } = {},
): { title: string; description: string; body: string; tree: Root } {
  const read = readTexts();
  let source = read.get(name);
  if (!source) {
    const { attributes, body } = readMarkdown(`materials/${name}.md`, schema);
    source = { ...attributes, body };
    read.set(name, source);
  }
  const { title, description } = source;
  const body = withFacts(source.body, { referralLink: link });
  return { title, description, body, tree: parseMarkdown(body, { curly }) };
}

/** A heading of a text and the text to copy that follows it. */
interface CopyText {
  heading: string;
  text: string;
}

/** The texts to copy with the headings they stand under. */
export function copyTexts(tree: Root): CopyText[] {
  let heading = '';
  return tree.children.flatMap((node) => {
    if (node.type === 'heading') heading = plainText(node);
    return node.type === 'code' ? [{ heading, text: node.value }] : [];
  });
}
