import { messageLooks as looks, type Source, sourceName } from '#app/ui/assistant/message-looks.ts';
import { type Block, blocksOf, type Inline } from '#app/ui/assistant/message-tree.ts';
import { element } from '#app/ui/assistant/panel/element.ts';

// The looks of message-text.tsx, for where there is no React. Nothing is ever read as HTML.

function cite(number: number, sources: readonly Source[]): Node[] {
  const source = sources.find((one) => one.number === number);
  if (!source) return [];
  const label = `Source ${number}: ${sourceName(source)}`;
  return [element('a', { href: source.path, className: looks.cite, 'aria-label': label }, String(number))];
}

const inlines = (of: readonly Inline[], sources: readonly Source[]): (Node | string)[] =>
  of.flatMap((inline) => inlineView(inline, sources));

function inlineView(inline: Inline, sources: readonly Source[]): Node | string | Node[] {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'strong':
    case 'em':
      return element(inline.kind, {}, ...inlines(inline.children, sources));
    case 'code':
      return element('code', { className: looks.code }, inline.text);
    case 'link':
      return element('a', { href: inline.path, className: looks.link }, inline.text);
    case 'cite':
      return cite(inline.number, sources);
  }
}

function blockView(block: Block, sources: readonly Source[]): Node {
  switch (block.kind) {
    case 'paragraph':
      return element('p', { dir: 'auto', className: looks.paragraph }, ...inlines(block.children, sources));
    case 'quote':
      return element(
        'blockquote',
        { dir: 'auto', className: looks.quote },
        ...inlines(block.children, sources),
        ...block.cites.flatMap((number) => cite(number, sources)),
      );
    case 'list':
      return element(
        block.isOrdered ? 'ol' : 'ul',
        { dir: 'auto', className: block.isOrdered ? looks.orderedList : looks.list },
        ...block.items.map((item) => element('li', {}, ...inlines(item, sources))),
      );
    case 'code':
      return element('pre', { dir: 'auto', className: looks.block }, element('code', {}, block.text));
  }
}

/** An answer, from its small Markdown. */
export const messageView = (text: string, sources: readonly Source[]): Node[] =>
  blocksOf(text).map((block) => blockView(block, sources));
