import { messageLooks, type Source, sourceName } from '#app/ui/assistant/message-looks.ts';
import { type Block, blocksOf, type Inline } from '#app/ui/assistant/message-tree.ts';
import { Link } from '#app/ui/link.tsx';

/** An answer of the assistant, from its small Markdown. Citations lead to the places they name. */
export function MessageText({ text, sources }: { text: string; sources: readonly Source[] }) {
  return blocksOf(text).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text, in its order
    <BlockView key={index} block={block} sources={sources} />
  ));
}

function BlockView({ block, sources }: { block: Block; sources: readonly Source[] }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto" className={messageLooks.paragraph}>
          <Inlines of={block.children} sources={sources} />
        </p>
      );
    case 'quote':
      return (
        <blockquote dir="auto" className={messageLooks.quote}>
          <Inlines of={block.children} sources={sources} />
          {block.cites.map((number) => (
            <Cite key={number} number={number} sources={sources} />
          ))}
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of one list, in its order
        <li key={index}>
          <Inlines of={item} sources={sources} />
        </li>
      ));
      return block.isOrdered ? (
        <ol dir="auto" className={messageLooks.orderedList}>
          {items}
        </ol>
      ) : (
        <ul dir="auto" className={messageLooks.list}>
          {items}
        </ul>
      );
    }
    case 'code':
      return (
        <pre dir="auto" className={messageLooks.block}>
          <code>{block.text}</code>
        </pre>
      );
  }
}

function Inlines({ of, sources }: { of: readonly Inline[]; sources: readonly Source[] }) {
  return of.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one line, in its order
    <InlineView key={index} inline={inline} sources={sources} />
  ));
}

function InlineView({ inline, sources }: { inline: Inline; sources: readonly Source[] }) {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'strong':
      return (
        <strong>
          <Inlines of={inline.children} sources={sources} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inlines of={inline.children} sources={sources} />
        </em>
      );
    case 'code':
      return <code className={messageLooks.code}>{inline.text}</code>;
    case 'link':
      return (
        <Link to={inline.path} className={messageLooks.link}>
          {inline.text}
        </Link>
      );
    case 'cite':
      return <Cite number={inline.number} sources={sources} />;
  }
}

function Cite({ number, sources }: { number: number; sources: readonly Source[] }) {
  const source = sources.find((one) => one.number === number);
  // A number without a source names nothing.
  if (!source) return null;
  return (
    <Link
      to={source.path}
      className={messageLooks.cite}
      aria-label={`Source ${number}: ${sourceName(source)}`}
    >
      {number}
    </Link>
  );
}
