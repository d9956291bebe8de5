import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { parseMarkdown, plainText } from '#app/platform/content/markdown-tree.server.ts';

/** A line as it is printed: its figures put in, its quotation marks curled. */
export function printedText(text: string): string {
  return plainText(parseMarkdown(withFacts(text), { curly: true }));
}
