import writeXlsxFile, { type CellObject, type Row } from 'write-excel-file/node';
import { settleBytes } from '#app/platform/documents/deterministic-docx.server.ts';

/** How a number or day is shown. */
export type NumberLook = 'number' | 'decimal' | 'money' | 'percent' | 'date';

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

/** Makes a spreadsheet (XLSX); the same sheets make the same bytes. Formulas are worked out by the program that opens it. */
export async function buildXlsx(sheets: readonly XlsxSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const file = writeXlsxFile(
    sheets.map(({ name, widths, rows }) => ({
      sheet: name,
      columns: widths.map((width) => ({ width })),
      data: rows.map(rowOf),
    })),
    { fontFamily: 'Calibri', fontSize: 11 },
  );
  return settleBytes(new Uint8Array(await file.toBuffer()));
}
