import {
  HeightRule,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx';
import type { TableRow as MarkdownRow, Table as MarkdownTable, PhrasingContent } from 'mdast';
import { inlineChildren } from '#app/platform/documents/docx/inline.server.ts';
import { frame, shade, textWidth } from '#app/platform/documents/docx/style.server.ts';

const lengthOf = (nodes: readonly PhrasingContent[]): number =>
  nodes.reduce(
    (sum, node) =>
      sum + ('value' in node ? node.value.length : 'children' in node ? lengthOf(node.children) : 0),
    0,
  );

/** Widths that share the text's width by what the columns hold, none getting less than a third of the widest. */
function columnWidths(table: MarkdownTable): number[] {
  const columnCount = table.children[0]?.children.length ?? 0;
  const weights = Array.from({ length: columnCount }, (_, column) => {
    const longest = Math.max(...table.children.map((row) => lengthOf(row.children[column]?.children ?? [])));
    return Math.min(36, Math.max(12, longest));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => Math.floor((textWidth * weight) / total));
}

/** Space to write by hand in rows that leave a cell empty. */
const writingHeight = { value: 520, rule: HeightRule.ATLEAST };

/** A Markdown table as a Word table: its head repeated on every page, no row broken by a page's end. */
export function buildTable(table: MarkdownTable, baseUrl: string): Table {
  const widths = columnWidths(table);
  const row = (source: MarkdownRow, index: number) => {
    const isHead = index === 0;
    const isToFill = source.children.some((cell) => cell.children.length === 0);
    return new TableRow({
      cantSplit: true,
      // Said of head rows only: some programs take even a "no" for a head.
      ...(isHead ? { tableHeader: true } : {}),
      ...(isToFill && !isHead ? { height: writingHeight } : {}),
      children: source.children.map(
        (cell, column) =>
          new TableCell({
            width: { size: widths[column] ?? 0, type: WidthType.DXA },
            margins: { top: 70, bottom: 70, left: 110, right: 110 },
            ...(isHead ? { shading: { type: ShadingType.CLEAR, fill: shade, color: 'auto' } } : {}),
            children: [
              new Paragraph({
                spacing: { after: 0 },
                children: inlineChildren(cell.children, baseUrl, isHead ? { bold: true } : {}),
              }),
            ],
          }),
      ),
    });
  };
  return new Table({
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: { ...frame, insideHorizontal: frame.top, insideVertical: frame.top },
    rows: table.children.map(row),
  });
}
