import writeXlsxFile, { type CellObject, type Row } from 'write-excel-file/node';
import { settleBytes } from '#app/platform/documents/deterministic-docx.server.ts';
import {
  columnName,
  type FormulaCell,
  type FormulaValue,
  formulaValues,
} from '#app/platform/documents/formula-values.ts';

/** How a number or day is shown. */
type NumberLook = 'number' | 'decimal' | 'money' | 'percent' | 'date';

/** A cell of a spreadsheet. Texts are texts, whatever they begin with; a formula is one of the site's own, without its "=". */
export type XlsxCell =
  | { text: string; is?: 'head' | 'label' | 'input'; span?: number }
  | { value: number | Date; look: NumberLook; span?: number }
  | { formula: string; look?: NumberLook | undefined }
  | { blank: NumberLook | 'text'; span?: number }
  | null;

/** A sheet of a spreadsheet. */
export interface XlsxSheet {
  name: string;
  /** In characters. */
  widths: readonly number[];
  rows: readonly XlsxCell[][];
}

const formats: Record<NumberLook, string> = {
  number: '#,##0',
  decimal: '#,##0.00',
  money: '$#,##0.00',
  percent: '0.0%',
  date: 'yyyy-mm-dd',
};

const line = { borderColor: '#BDB8AA', borderStyle: 'thin' } as const;
const top = { alignVertical: 'top', wrap: true } as const;
/** Cells to fill in are told from others by their ground. */
const toFill = { ...line, ...top, backgroundColor: '#FFFDF5' } as const;

function cellOf(cell: XlsxCell): CellObject | null {
  if (cell === null) return null;
  const span = 'span' in cell && (cell.span ?? 1) > 1 ? { columnSpan: cell.span } : {};
  if ('text' in cell) {
    const text = { value: cell.text, type: String, ...span };
    if (cell.is === 'head')
      return { ...text, ...line, ...top, fontWeight: 'bold', backgroundColor: '#E4EEEA' };
    return cell.is === 'input' ? { ...text, ...toFill, format: '@' } : { ...text, ...top };
  }
  if ('formula' in cell)
    return {
      value: cell.formula,
      type: 'Formula',
      ...line,
      ...top,
      backgroundColor: '#F3F0E7',
      ...(cell.look ? { format: formats[cell.look] } : {}),
    };
  if ('blank' in cell) {
    const { blank } = cell;
    if (blank === 'text') return { ...toFill, ...span };
    return { type: blank === 'date' ? Date : Number, format: formats[blank], ...toFill, ...span };
  }
  return cell.value instanceof Date
    ? { value: cell.value, type: Date, format: formats.date, ...toFill, ...span }
    : { value: cell.value, type: Number, format: formats[cell.look], ...toFill, ...span };
}

/** A cell that spans others stands before empty ones. */
function rowOf(cells: readonly XlsxCell[]): Row {
  return cells.flatMap((cell) => {
    const sheetCell = cellOf(cell);
    return [sheetCell, ...Array.from({ length: (sheetCell?.columnSpan ?? 1) - 1 }, () => null)];
  });
}

const dayMs = 864e5;
/** The day from which spreadsheets count. */
const dayZero = Date.UTC(1899, 11, 30);

function formulaCellOf(cell: XlsxCell): FormulaCell {
  if (cell === null || 'blank' in cell) return null;
  if ('formula' in cell) return { formula: cell.formula };
  if ('text' in cell) return cell.text;
  return cell.value instanceof Date ? (cell.value.getTime() - dayZero) / dayMs : cell.value;
}

/** The cells of a sheet by their addresses. */
function cellsOf({ rows }: XlsxSheet): Map<string, FormulaCell> {
  const cells = new Map<string, FormulaCell>();
  rows.forEach((row, rowIndex) => {
    let column = 1;
    for (const cell of row) {
      cells.set(`${columnName(column)}${rowIndex + 1}`, formulaCellOf(cell));
      column += cell && 'span' in cell ? (cell.span ?? 1) : 1;
    }
  });
  return cells;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What a formula comes to, as the type and the value of its cell. */
function storedValue(value: FormulaValue): { type: string; value: string } | null {
  if (value === null) return null;
  if (typeof value === 'string') return { type: ' t="str"', value: escaped(value) };
  if (typeof value === 'boolean') return { type: ' t="b"', value: value ? '1' : '0' };
  return { type: '', value: String(value) };
}

/** Stores with each formula of a sheet what it comes to. */
function withValues(xml: string, sheet: XlsxSheet): string {
  const values = formulaValues(cellsOf(sheet));
  return xml.replace(
    /<c r="([A-Z]+\d+)"([^>]*)>(<f>[^<]*<\/f>)<\/c>/g,
    (cell, address: string, attributes: string, formula: string) => {
      const stored = storedValue(values.get(address) ?? null);
      if (!stored) return cell;
      return `<c r="${address}"${attributes}${stored.type}>${formula}<v>${stored.value}</v></c>`;
    },
  );
}

/**
 * Makes a spreadsheet (XLSX); the same sheets make the same bytes. Each formula is stored with what it comes to, for
 * previews that do not calculate, and worked out again by the program that opens the file.
 */
export async function buildXlsx(sheets: readonly XlsxSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const file = writeXlsxFile(
    sheets.map(({ name, widths, rows }) => ({
      sheet: name,
      columns: widths.map((width) => ({ width })),
      data: rows.map(rowOf),
    })),
    { fontFamily: 'Calibri', fontSize: 11 },
  );
  return settleBytes(new Uint8Array(await file.toBuffer()), (name, xml) => {
    const sheet = sheets[Number(/^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1]) - 1];
    if (sheet) return withValues(xml, sheet);
    return name === 'xl/workbook.xml' ? xml.replace('<calcPr/>', '<calcPr fullCalcOnLoad="1"/>') : xml;
  });
}
