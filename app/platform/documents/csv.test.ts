import { expect, it } from 'vitest';
import { csv, csvLine } from '#app/platform/documents/csv.ts';

it('quotes what would end a cell', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines'])).toBe(
    'plain,"a,b","say ""hi""","two\nlines"\r\n',
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

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
  'lets no spreadsheet run what somebody typed: %j',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/);
  },
);

it('writes rows that spreadsheets read as they are meant', () => {
  expect(
    csv(
      ['name', 'count'],
      [
        ['a, "b"', 1],
        ['two\nlines', null],
        ['', -5],
      ],
    ),
  ).toBe('name,count\r\n"a, ""b""",1\r\n"two\nlines",\r\n,-5\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('lets no text be reckoned: %j', (text) => {
  expect(csv(['n'], [[text]])).toBe(`n\r\n'${text}\r\n`);
});
