import {
  AlignmentType,
  BorderStyle,
  CheckBox,
  Document,
  type FileChild,
  Footer,
  HeadingLevel,
  type ILevelsOptions,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Tab,
  TextRun,
} from 'docx';
import type { List, ListItem, RootContent } from 'mdast';
import { parseMarkdown } from '#app/platform/content/markdown-tree.server.ts';
import { settleBytes } from '#app/platform/documents/deterministic-docx.server.ts';
import { inlineChildren } from '#app/platform/documents/docx/inline.server.ts';
import { letterParagraphs } from '#app/platform/documents/docx/letter.server.ts';
import {
  bulletLevels,
  documentStyles,
  frame,
  line,
  listIndent,
  muted,
  numberLevels,
  page,
  shade,
} from '#app/platform/documents/docx/style.server.ts';
import { buildTable } from '#app/platform/documents/docx/table.server.ts';

/** What a document is made from. */
interface DocumentSource {
  title: string;
  subtitle: string;
  /** Stands at the foot of each page. */
  author: string;
  /** Markdown, its headings from the second level on; as a tree where it has words that are no Markdown. */
  body: string | readonly RootContent[];
  /** The site's address, for links that begin with a slash. */
  baseUrl: string;
  /** How code is set: as a template to fill in, or as a letter with its links and places to fill in. */
  copyAs?: 'template' | 'letter';
}

/** Markdown's second level is the document's first. */
const headingLevels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
];

/** Blocks of Markdown as Word knows them; each numbered list is a numbering of its own, so that all begin anew. */
function createBlocks({ baseUrl, copyAs }: DocumentSource) {
  const numberings: { reference: string; levels: ILevelsOptions[] }[] = [
    { reference: 'bullets', levels: bulletLevels },
  ];

  function numberingOf(list: List): string {
    if (!list.ordered) return 'bullets';
    const reference = `numbers-${numberings.length}`;
    numberings.push({ reference, levels: numberLevels(list.start ?? 1) });
    return reference;
  }

  function listItem(item: ListItem, reference: string, depth: number): FileChild[] {
    return item.children.flatMap((child, index) => {
      if (child.type === 'list') return listBlocks(child, depth + 1);
      if (child.type !== 'paragraph') return blocks(child);
      const children = inlineChildren(child.children, baseUrl);
      const spacing = { after: 80 };
      if (index > 0) return [new Paragraph({ indent: { left: listIndent(depth).left }, spacing, children })];
      if (typeof item.checked !== 'boolean')
        return [new Paragraph({ numbering: { reference, level: depth }, spacing, children })];
      const box: ParagraphChild[] = [
        new CheckBox({ alias: 'Done', checked: item.checked }),
        new TextRun({ children: [new Tab()] }),
      ];
      return [new Paragraph({ indent: listIndent(depth), spacing, children: [...box, ...children] })];
    });
  }

  function listBlocks(list: List, depth = 0): FileChild[] {
    const reference = numberingOf(list);
    return list.children.flatMap((item) => listItem(item, reference, depth));
  }

  function blocks(node: RootContent): FileChild[] {
    switch (node.type) {
      case 'heading': {
        const heading = headingLevels[node.depth - 1] ?? HeadingLevel.HEADING_3;
        return [new Paragraph({ heading, children: inlineChildren(node.children, baseUrl) })];
      }
      case 'paragraph':
        return [new Paragraph({ children: inlineChildren(node.children, baseUrl) })];
      case 'list':
        return listBlocks(node);
      case 'table':
        // A table needs a paragraph behind it to keep its distance.
        return [buildTable(node, baseUrl), new Paragraph({ spacing: { after: 60 } })];
      case 'code':
        if (copyAs === 'letter') return letterParagraphs(node.value);
        return [
          new Paragraph({
            style: 'Template',
            border: frame,
            shading: { type: ShadingType.CLEAR, fill: shade, color: 'auto' },
            children: node.value
              .split('\n')
              .map((text, index) => new TextRun(index === 0 ? { text } : { text, break: 1 })),
          }),
        ];
      case 'blockquote':
        return node.children.flatMap((child) =>
          child.type === 'paragraph'
            ? [new Paragraph({ style: 'Quote', children: inlineChildren(child.children, baseUrl) })]
            : blocks(child),
        );
      case 'thematicBreak':
        return [new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 4, color: line } } })];
      default:
        throw new Error(`Markdown of type ${node.type} has no place in a document.`);
    }
  }

  return { blocks, numberings };
}

function footer(author: string): Footer {
  return new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [
          new TextRun({
            color: muted,
            size: 18,
            children: [author, ', page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
          }),
        ],
      }),
    ],
  });
}

/**
 * Makes a Word document (DOCX) from Markdown: headings, lists, tables, checkboxes one can tick, and templates in a frame.
 * @throws for Markdown that has no counterpart in a document.
 */
export async function buildDocx(source: DocumentSource): Promise<Uint8Array<ArrayBuffer>> {
  const { title, subtitle, author, body } = source;
  const { blocks, numberings } = createBlocks(source);
  const children = (typeof body === 'string' ? parseMarkdown(body).children : body).flatMap(blocks);
  const document = new Document({
    title,
    description: subtitle,
    creator: author,
    lastModifiedBy: author,
    styles: documentStyles,
    numbering: { config: numberings },
    sections: [
      {
        properties: {
          page: {
            size: { width: page.width, height: page.height },
            margin: { top: page.margin, right: page.margin, bottom: page.margin, left: page.margin },
          },
        },
        footers: { default: footer(author) },
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(title)] }),
          new Paragraph({ style: 'Subtitle', children: [new TextRun(subtitle)] }),
          ...children,
        ],
      },
    ],
  });
  return settleBytes(new Uint8Array(await Packer.toArrayBuffer(document)));
}
