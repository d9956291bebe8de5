import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { palette } from '#app/platform/documents/colors.ts';
import { escapeXml } from '#app/platform/documents/outlines.server.ts';
import { paragraphsOf, piecesOf } from '#app/platform/documents/text-blocks.ts';

const element = (
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

/** What only a page that stands alone does: texts to copy as letters, places to fill in marked, buttons. */
function suitPage(isLanding: boolean) {
  return (tree: HtmlRoot) => {
    visit(tree, 'element', (node, index, parent) => {
      if (!parent || index === undefined) return;
      const first = node.children[0];
      if (node.tagName === 'pre' && first?.type === 'element' && first.children[0]?.type === 'text') {
        parent.children[index] = copyText(first.children[0].value.trimEnd());
        return 'skip';
      }
      if (node.tagName === 'input') {
        parent.children[index] = { type: 'text', value: '\u2610' };
      } else if (node.tagName === 'p') {
        const [lead, link] = node.children;
        // "Begin here: https://..." alone in its paragraph is a call to act.
        if (isLanding && lead?.type === 'text' && link?.type === 'element' && link.tagName === 'a') {
          const label = lead.value
            .split(/[.:]\s*/)
            .filter(Boolean)
            .at(-1);
          if (node.children.length === 2 && lead.value.trimEnd().endsWith(':') && label)
            node.children = [
              element('a', { href: link.properties.href ?? '', rel: ['sponsored'], className: ['button'] }, [
                { type: 'text', value: label.trim() },
              ]),
            ];
        } else
          node.children = node.children.flatMap((child) =>
            child.type === 'text' ? line(child.value) : [child],
          );
      }
      return undefined;
    });
  };
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; background: ${palette.paper}; color: ${palette.ink}; font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1, h2, h3 { font-family: Georgia, serif; line-height: 1.15; text-wrap: balance; }
h1 { font-size: clamp(2rem, 6vw, 3rem); }
h2 { margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid ${palette.line}; }
a { color: ${palette.accent}; overflow-wrap: anywhere; }
mark { background: ${palette.marker}; color: #1c1b18; }
.button { display: inline-block; padding: 0.75rem 1.5rem; border-radius: 0.5rem; background: ${palette.accent}; color: ${palette.onAccent}; font-weight: 600; text-decoration: none; }
.copy { margin: 1rem 0; padding: 1rem 1.25rem; border-left: 4px solid ${palette.accent}; background: ${palette.surface}; }
@media (prefers-color-scheme: dark) {
  body { background: #151614; color: #f0eee6; }
  h2 { border-color: #34362f; }
  a { color: #7fd1b5; }
  .button { background: #7fd1b5; color: #06261d; }
  .copy { background: #1d1f1c; border-color: #7fd1b5; }
}
`.trim();

/**
 * Markdown as one HTML file that needs no other: its looks are in it. A `landing` page begins with its first heading as
 * title and has buttons; other pages carry `title` above the text.
 */
export function toHtmlPage(
  tree: Root,
  { title, kind }: { title: string; kind: 'landing' | 'texts' },
): string {
  const isLanding = kind === 'landing';
  const copy = structuredClone(tree);
  const first = copy.children[0];
  if (isLanding && first?.type === 'heading') first.depth = 1;
  const processor = unified()
    .use(remarkRehype)
    .use(() => suitPage(isLanding))
    .use(rehypeStringify);
  const body = processor.stringify(processor.runSync(copy) as HtmlRoot);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<style>
${style}
</style>
</head>
<body>
<main>
${isLanding ? '' : `<h1>${escapeXml(title)}</h1>\n`}${body}
</main>
</body>
</html>
`;
}
