import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Cell, Table } from '#app/platform/documents/csv.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { dayMs } from '#app/platform/durations.ts';

// A table as a spreadsheet, written as it is read. Sheets with looks of their own are made by xlsx.server.ts, in memory.

const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The looks of cells, by their place in the list `cellXfs` below. */
const looks = { plain: 0, head: 1, money: 2, time: 3 } as const;

/** All that a spreadsheet has beside its sheet. */
const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${documentRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${namespace}" xmlns:r="${documentRelations}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${documentRelations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${documentRelations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${namespace}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** No cell holds more. */
const mostLetters = 32_767;
/** No sheet holds more. */
const mostRows = 1_048_576;

/** A text as XML may hold it: without control characters and halves of characters. */
const xmlText = (text: string) =>
  escapeXml(
    text
      .slice(0, mostLetters)
      .toWellFormed()
      .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ''),
  );

const textCell = (text: string, look: number) =>
  `<c t="inlineStr" s="${look}"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
const numberCell = (value: number, look: number) =>
  Number.isFinite(value) ? `<c s="${look}"><v>${value}</v></c>` : '<c/>';

/** Days since the end of 1899, as spreadsheets count. */
const serialDay = (at: Date) => at.getTime() / dayMs + 25_569;

/** Numbers, money and times as such; texts are texts whatever they begin with. */
function cellXml(cell: Cell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') return textCell(cell, looks.plain);
  if (typeof cell === 'number') return numberCell(cell, looks.plain);
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell instanceof Date) return numberCell(serialDay(cell), looks.time);
  if ('formula' in cell) return `<c><f>${xmlText(cell.formula)}</f></c>`;
  return numberCell(cell.cents / 100, looks.money);
}

const rowXml = (cells: readonly string[]) => `<row>${cells.join('')}</row>`;

/** The sheet's own part, from row to row. The names of the columns stay in sight. */
async function* sheetXml({ head, batches }: Table): AsyncGenerator<string> {
  yield `${xml}<worksheet xmlns="${namespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${head.length}" width="22" customWidth="1"/></cols><sheetData>`;
  yield rowXml(head.map((name) => textCell(name, looks.head)));
  let room = mostRows - 1;
  for await (const rows of batches) {
    yield rows
      .slice(0, room)
      .map((row) => rowXml(row.map(cellXml)))
      .join('');
    room = Math.max(0, room - rows.length);
  }
  yield '</sheetData></worksheet>';
}

/** A table as a spreadsheet (XLSX), in pieces. */
export async function* streamXlsx(table: Table): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  const take = () => {
    const bytes = Buffer.concat(ready);
    ready = [];
    return bytes;
  };
  for (const [name, text] of Object.entries(parts)) {
    const part = new ZipDeflate(name);
    archive.add(part);
    part.push(strToU8(xml + text), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  archive.add(sheet);
  for await (const text of sheetXml(table)) {
    sheet.push(strToU8(text));
    if (ready.length > 0) yield take();
  }
  sheet.push(new Uint8Array(), true);
  archive.end();
  yield take();
}
