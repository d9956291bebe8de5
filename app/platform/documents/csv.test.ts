import { expect, it } from 'vitest';
import { csv } from '#app/platform/documents/csv.ts';

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
