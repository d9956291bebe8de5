import { expect, it } from 'vitest';
import { csvLine } from '#app/platform/documents/csv.ts';

it('quotes what would end a cell', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', 'a;b', 'a\tb'])).toBe(
    'plain,"a,b","say ""hi""","two\nlines","a;b","a\tb"\r\n',
  );
});

it('writes figures, times and nothing', () => {
  expect(csvLine([-12, true, null, new Date('2026-11-22T00:00:00Z')])).toBe(
    '-12,true,,2026-11-22T00:00:00.000Z\r\n',
  );
});

it('writes money with two decimals, and a minus that is no formula', () => {
  expect(csvLine([{ cents: -12_350 }, { cents: 5 }, { cents: 0 }])).toBe('-123.50,0.05,0.00\r\n');
});

it('has a decimal comma where semicolons stand between cells', () => {
  expect(csvLine(['a', { cents: 12_350 }, 1.5, -3, new Date(0)], ';')).toBe(
    'a;123,50;1,5;-3;1970-01-01T00:00:00.000Z\r\n',
  );
});

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  ' =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '"=1+1"',
  "'=1+1",
  '\uff1d1+1',
  '\uff0b1',
  '\uff0d1',
  '\uff20SUM(A1)',
])('lets no spreadsheet run what somebody typed: %j', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/);
  expect(csvLine([text], ';')).toMatch(/^"?'/);
});

it.each([
  ['a;=1+1', "a;'=1+1"],
  ['a; +1', "a;' +1"],
  ['a;"@SUM(A1)"', `a;'"@SUM(A1)"`],
  ['a,=1+1', "a,'=1+1"],
  ['a, =1+1', "a,' =1+1"],
  ['a\t-1', "a\t'-1"],
  ['a\n=1+1', "a\n'=1+1"],
  ['a;\uff1d1', "a;'\uff1d1"],
  ['a;b;=1;=2', "a;b;'=1;'=2"],
])('lets none run it where another sign ends a cell: %j', (text, inert) => {
  const line = `"${inert.replaceAll('"', '""')}"\r\n`;
  expect(csvLine([text])).toBe(line);
  expect(csvLine([text], ';')).toBe(line);
});

it.each(['Cologne, - the city', 'a - b', '1=1', 'me@example.com', 'C++', 'https://x.example/?a=b'])(
  'leaves alone what runs nowhere: %s',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`${text}\r\n`);
  },
);
