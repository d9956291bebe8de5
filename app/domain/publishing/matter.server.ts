import { splitMarkdown } from '#app/platform/content/files.server.ts';
import { parseYamlDocument } from '#app/platform/content/yaml.server.ts';

/** A Markdown file with some of its facts in place of what it says of them; undefined takes a fact away. */
export function withFactsSet(text: string, facts: Readonly<Record<string, unknown>>): string {
  const parts = splitMarkdown(text);
  const document = parseYamlDocument(parts?.matter ?? '');
  if (document.contents === null || document.errors.length > 0)
    document.contents = document.createNode({}) as never;
  for (const [key, value] of Object.entries(facts))
    if (value === undefined) document.delete(key);
    // A scalar is given to the node there is, which keeps its quotes and the comment beside it.
    else if (typeof value === 'object')
      document.set(key, document.createNode(value, { flow: Array.isArray(value) }));
    else document.set(key, value);
  return `---\n${document.toString({ lineWidth: 0 }).trimEnd()}\n---\n${parts?.body ?? text}\n`;
}
