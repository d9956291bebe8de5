import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx';
import type { BlockContent, List, PhrasingContent, Root, RootContent } from 'mdast';
import { plainText } from '#app/platform/content/markdown-tree.server.ts';
import { palette } from '#app/platform/documents/colors.ts';
import { paragraphsOf, piecesOf } from '#app/platform/documents/text-blocks.ts';

const color = (name: keyof typeof palette) => palette[name].slice(1);

function link(url: string, text: string): ExternalHyperlink {
  return new ExternalHyperlink({ link: url, children: [new TextRun({ text, style: 'Hyperlink' })] });
}

/** A line with its addresses as links and the places to fill in highlighted. */
function line(text: string, look: { bold?: boolean; italics?: boolean } = {}): ParagraphChild[] {
  return piecesOf(text).map((piece) => {
    if (piece.kind === 'link') return link(piece.text, piece.text);
    const place = piece.kind === 'place' ? { highlight: 'yellow' as const } : {};
    return new TextRun({ text: piece.text, ...look, ...place });
  });
}

function runs(
  nodes: readonly PhrasingContent[],
  look: { bold?: boolean; italics?: boolean } = {},
): ParagraphChild[] {
  return nodes.flatMap((node): ParagraphChild[] => {
    if (node.type === 'strong') return runs(node.children, { ...look, bold: true });
    if (node.type === 'emphasis') return runs(node.children, { ...look, italics: true });
    if (node.type === 'link') return [link(node.url, plainText(node))];
    if (node.type === 'break') return [new TextRun({ break: 1 })];
    return line(plainText(node).replaceAll('\n', ' '), look);
  });
}

/** A text to copy: shaded, its lines as they are. */
function copyText(text: string): Paragraph[] {
  return paragraphsOf(text).map(
    (lines) =>
      new Paragraph({
        shading: { type: 'clear', fill: color('accentSoft') },
        indent: { left: 240, right: 240 },
        spacing: { after: 0, before: 0, line: 300 },
        children: [
          ...lines.flatMap((one, index) =>
            index > 0 ? [new TextRun({ break: 1 }), ...line(one)] : line(one),
          ),
          // Room to the next paragraph, within the shade.
          new TextRun({ break: 1 }),
        ],
      }),
  );
}

function list(node: List, level: number): Paragraph[] {
  return node.children.flatMap((item) =>
    item.children.flatMap((child, index) => {
      if (child.type === 'list') return list(child, level + 1);
      if (child.type !== 'paragraph') return block(child);
      const box = typeof item.checked === 'boolean' && index === 0 ? [new TextRun('\u2610  ')] : [];
      const children = [...box, ...runs(child.children)];
      if (box.length > 0) return [new Paragraph({ children, spacing: { after: 80 } })];
      const reference = node.ordered ? 'numbers' : 'bullets';
      return [new Paragraph({ numbering: { reference, level }, children, spacing: { after: 80 } })];
    }),
  );
}

function block(node: RootContent | BlockContent): Paragraph[] {
  switch (node.type) {
    case 'heading':
      return [
        new Paragraph({
          heading: node.depth <= 2 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
          keepNext: true,
          children: runs(node.children),
        }),
      ];
    case 'paragraph':
      return [new Paragraph({ children: runs(node.children) })];
    case 'list':
      return list(node, 0);
    case 'code':
      return copyText(node.value);
    case 'blockquote':
      return node.children.flatMap(block);
    default:
      throw new Error(`A Word document cannot show Markdown's ${node.type}.`);
  }
}

const levels = (format: 'bullet' | 'decimal') =>
  [0, 1, 2].map((level) => ({
    level,
    format: format === 'bullet' ? LevelFormat.BULLET : LevelFormat.DECIMAL,
    text: format === 'bullet' ? '\u2022' : `%${level + 1}.`,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: 480 * (level + 1), hanging: 280 } } },
  }));

/** Markdown as a Word document: headings, lists and links as Word knows them. @throws when it holds what Word cannot show. */
export function toDocx(tree: Root, { title, author }: { title: string; author: string }): Promise<Buffer> {
  const heading = (size: number) => ({
    run: { font: 'Georgia', size, bold: true, color: color('ink') },
    paragraph: { spacing: { before: 320, after: 120 } },
  });
  const document = new Document({
    title,
    creator: author,
    lastModifiedBy: author,
    styles: {
      default: {
        document: {
          run: { font: 'Calibri', size: 22, color: color('ink'), language: { value: 'en-US' } },
          paragraph: { spacing: { after: 140, line: 290 } },
        },
        title: heading(48),
        heading1: heading(32),
        heading2: heading(26),
        hyperlink: { run: { color: color('accent'), underline: {} } },
      },
    },
    numbering: {
      config: [
        { reference: 'bullets', levels: levels('bullet') },
        { reference: 'numbers', levels: levels('decimal') },
      ],
    },
    sections: [
      {
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, text: title }),
          ...tree.children.flatMap(block),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}
