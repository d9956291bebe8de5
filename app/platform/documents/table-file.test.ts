import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Cell } from '#app/platform/documents/csv.ts';
import { type TableFormat, tableFile } from '#app/platform/documents/table-file.server.ts';

async function fileOf(rows: Cell[][], format: TableFormat): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const table = { head: ['name', 'sum'], batches: rows.map((row) => [row]) };
  for await (const piece of tableFile(table, format)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const sheetOf = (file: Buffer) => strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());

describe('a table as a file', () => {
  it('is CSV that says it is UTF-8', async () => {
    const rows = [['Zo\u00eb', { cents: 4700 }]];
    expect((await fileOf(rows, 'csv')).toString()).toBe('\ufeffname,sum\r\nZo\u00eb,47.00\r\n');
    expect((await fileOf(rows, 'semicolons')).toString()).toBe('\ufeffname;sum\r\nZo\u00eb;47,00\r\n');
  });

  it('is a spreadsheet with numbers as numbers, times as times and texts as texts', async () => {
    const rows: Cell[][] = [
      ['=1+1', { cents: 4750 }],
      ['a & <b>\u0007', new Date('2026-11-22T12:00:00Z')],
      [null, 7],
      [true, -0.5],
    ];
    const sheet = sheetOf(await fileOf(rows, 'xlsx'));
    expect(sheet).toContain('<t xml:space="preserve">=1+1</t>');
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<v>47.5</v>');
    expect(sheet).toContain('a &amp; &lt;b&gt;</t>');
    expect(sheet).toContain('<c s="3"><v>46348.5</v></c>');
    expect(sheet).toContain('<c/><c s="0"><v>7</v></c>');
    expect(sheet).toContain('<c t="b"><v>1</v></c><c s="0"><v>-0.5</v></c>');
  });

  it('is written as its rows are read', async () => {
    let read = 0;
    function* batches() {
      for (; read < 2_000; read++) yield [[`row ${read} ${Math.sin(read)}`.repeat(20), read]];
    }
    const file = tableFile({ head: ['a', 'b'], batches: batches() }, 'xlsx');
    await file.next();
    await file.next();
    expect(read).toBeLessThan(2_000);
    for await (const _ of file);
    expect(read).toBe(2_000);
  });
});
