import { expect, it } from 'vitest';
import { zip } from '#app/platform/documents/zip.server.ts';
import { documentTypeOf } from '#app/platform/files/office-documents.server.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const office = (part: string, type: string, ...more: string[]) =>
  new Uint8Array(
    zip(
      [
        ['[Content_Types].xml', `<Types><Override PartName="/${part}" ContentType="${type}"/></Types>`],
        [part, '<document/>'],
        ...more.map((name) => [name, 'x']),
      ].map(([name = '', text = '']) => ({ name, bytes: bytesOf(text) })),
    ),
  );
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const withMacros = 'application/vnd.ms-word.document.macroEnabled.main+xml';

it('tells documents by what they hold', async () => {
  expect(await documentTypeOf(office('word/document.xml', word))).toBe('docx');
  expect(await documentTypeOf(office('xl/workbook.xml', sheet))).toBe('xlsx');
  expect(await documentTypeOf(bytesOf('Any *text*, in any script: äöü 你好\r\n'))).toBe('txt');
});

it('takes nothing else, whatever it is called', async () => {
  expect(await documentTypeOf(office('word/document.xml', withMacros))).toBeNull();
  expect(await documentTypeOf(office('word/document.xml', word, 'word/vbaProject.bin'))).toBeNull();
  expect(await documentTypeOf(office('xl/workbook.xml', word))).toBeNull();
  const archive = zip([{ name: 'word/document.xml', bytes: bytesOf('x') }]);
  expect(await documentTypeOf(new Uint8Array(archive))).toBeNull();
  expect(await documentTypeOf(bytesOf('PK\u0003\u0004 and then nothing'))).toBeNull();
  expect(await documentTypeOf(bytesOf('MZ\u0000\u0001'))).toBeNull();
  expect(await documentTypeOf(new Uint8Array([0xff, 0xfe, 0x41, 0x00]))).toBeNull();
  expect(await documentTypeOf(bytesOf(' \n'))).toBeNull();
});
