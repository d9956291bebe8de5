import type { BlockContent, List, Paragraph, PhrasingContent, RootContent, Table } from 'mdast';
import { plainText } from '#app/platform/content/markdown-tree.server.ts';
import type { Typeface } from '#app/platform/documents/fonts.server.ts';
import { drawOrnament, keepTogether, measureOf } from '#app/platform/documents/pdf.server.ts';
import { palette } from '#app/platform/palette.ts';

type Structure = PDFKit.PDFStructureElement;

/** How running text is set, in points. */
export interface TextStyle {
  size: number;
  /** Space between lines. */
  lineGap: number;
  /** Space between paragraphs. */
  gap: number;
  /** Sizes of second- and third-level headings. */
  headings: [second: number, third: number];
}

interface Writer {
  doc: PDFKit.PDFDocument;
  style: TextStyle;
  /** Called with each second-level heading once its page is known. */
  onHeading?: (text: string) => void;
}

interface Run {
  text: string;
  font: Typeface;
  link: string | null;
}

const faces = { plain: 'serif', strong: 'serif-bold', emphasis: 'serif-italic' } as const;

function runsOf(nodes: readonly PhrasingContent[], font: Typeface, link: string | null = null): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (node.type === 'strong') return runsOf(node.children, faces.strong, link);
    if (node.type === 'emphasis') return runsOf(node.children, faces.emphasis, link);
    if (node.type === 'link') return runsOf(node.children, font, node.url);
    if (node.type === 'inlineCode') return [{ text: node.value, font: 'sans', link }];
    // A line break in the source is a space in print.
    const text = plainText(node).replace(/\n(?=.)/g, node.type === 'break' ? '\n' : ' ');
    return text ? [{ text, font, link }] : [];
  });
}

/** Writes a line of runs at the pen, wrapped to the width that is left of the page. */
export function writeRuns(
  { doc, style }: Writer,
  nodes: readonly PhrasingContent[],
  options: { x?: number; font?: Typeface; size?: number; color?: string; lineGap?: number } = {},
): void {
  const { x = doc.page.margins.left, font = faces.plain, size = style.size, color = palette.ink } = options;
  const width = doc.page.width - doc.page.margins.right - x;
  const lineGap = options.lineGap ?? style.lineGap;
  const runs = runsOf(nodes, font);
  runs.forEach((run, index) => {
    const shared = {
      continued: index < runs.length - 1,
      link: run.link,
      underline: run.link !== null,
    };
    doc.font(run.font, size).fillColor(run.link ? palette.accent : color);
    if (index === 0) doc.text(run.text, x, doc.y, { width, lineGap, ...shared });
    else doc.text(run.text, shared);
  });
  doc.fillColor(palette.ink);
}

function writeParagraph(writer: Writer, parent: Structure, node: Paragraph, x: number): void {
  // No paragraph leaves its first line alone at the foot of a page.
  keepTogether(writer.doc, (writer.style.size * 1.3 + writer.style.lineGap) * 2);
  parent.add(writer.doc.struct('P', {}, () => writeRuns(writer, node.children, { x })));
}

function writeList(writer: Writer, parent: Structure, list: List, x: number): void {
  const { doc, style } = writer;
  const structure = doc.struct('L');
  parent.add(structure);
  const indent = style.size * 1.6;
  list.children.forEach((item, index) => {
    keepTogether(doc, style.size * 3);
    const y = doc.y;
    const entry = doc.struct('LI');
    structure.add(entry);
    if (typeof item.checked === 'boolean') {
      const side = style.size * 0.8;
      drawOrnament(doc, 'Layout', () =>
        doc
          .roundedRect(x, y + style.size * 0.22, side, side, 1.5)
          .lineWidth(0.8)
          .stroke(palette.accent),
      );
    } else {
      const marker = list.ordered ? `${(list.start ?? 1) + index}.` : '\u2022';
      entry.add(
        doc.struct('Lbl', {}, () => {
          doc.font('serif', style.size).fillColor(palette.accent).text(marker, x, y, { lineBreak: false });
          doc.fillColor(palette.ink);
        }),
      );
    }
    doc.y = y;
    const body = doc.struct('LBody');
    entry.add(body);
    writeBlocks(writer, body, item.children, x + indent, style.gap * 0.4);
    body.end();
    entry.end();
  });
  structure.end();
  doc.y += style.gap * 0.6;
}

function writeTable({ doc, style }: Writer, parent: Structure, table: Table): void {
  const rows = table.children.map((row) => row.children);
  const columns = rows[0]?.length ?? 0;
  keepTogether(doc, rows.length * style.size * 2.4);
  // The first column names things and may be longer than the others.
  const first = columns > 2 ? 1.5 : 1;
  const unit = measureOf(doc) / (first + columns - 1);
  doc.font(faces.plain, style.size * 0.88);
  doc.x = doc.page.margins.left;
  // The type declarations do not know `structParent` yet.
  const options: PDFKit.Mixins.TableOptionsWithData & { structParent: Structure } = {
    structParent: parent,
    columnStyles: Array.from({ length: columns }, (_, index) => ({
      width: index === 0 ? unit * first : unit,
    })),
    defaultStyle: { border: [0, 0, 0.6, 0], borderColor: palette.line, padding: [4, 6, 4, 0] },
    data: rows.map((row, index) =>
      row.map((cell) => ({
        text: plainText(cell),
        type: index === 0 ? ('TH' as const) : ('TD' as const),
        ...(index === 0 || cell.children[0]?.type === 'strong' ? { font: { src: faces.strong } } : {}),
      })),
    ),
  };
  doc.table(options);
  doc.x = doc.page.margins.left;
  doc.y += style.gap * 1.4;
}

function writeBlock(
  writer: Writer,
  parent: Structure,
  node: RootContent | BlockContent,
  x: number,
  gap: number,
): void {
  const { doc, style } = writer;
  switch (node.type) {
    case 'heading': {
      const [second, third] = style.headings;
      const size = node.depth <= 2 ? second : third;
      doc.y += size * 0.7;
      keepTogether(doc, size * 2 + style.size * 5);
      if (node.depth === 2) writer.onHeading?.(plainText(node));
      parent.add(
        doc.struct(`H${node.depth}`, {}, () =>
          writeRuns(writer, node.children, { font: faces.strong, size, lineGap: 0 }),
        ),
      );
      doc.y += size * 0.35;
      return;
    }
    case 'paragraph':
      writeParagraph(writer, parent, node, x);
      doc.y += gap;
      return;
    case 'list':
      writeList(writer, parent, node, x);
      return;
    case 'table':
      writeTable(writer, parent, node);
      return;
    case 'blockquote': {
      const quote = doc.struct('BlockQuote');
      parent.add(quote);
      writeBlocks(writer, quote, node.children, x + style.size * 1.6);
      quote.end();
      return;
    }
    case 'code':
      parent.add(
        doc.struct('Code', {}, () => {
          doc.font('sans', style.size * 0.92).text(node.value, x, doc.y, { lineGap: style.lineGap });
        }),
      );
      doc.y += gap;
      return;
    default:
      if ('children' in node || 'value' in node)
        throw new Error(`A PDF cannot show Markdown's ${node.type}.`);
  }
}

/** Writes Markdown at the pen, from page to page, tagged below `parent`. @throws when it holds what print cannot show. */
export function writeBlocks(
  writer: Writer,
  parent: Structure,
  nodes: readonly (RootContent | BlockContent)[],
  x = writer.doc.page.margins.left,
  gap = writer.style.gap,
): void {
  for (const node of nodes) writeBlock(writer, parent, node, x, gap);
}
