import { expect, it } from 'vitest';
import { readMessage } from '#app/domain/assistant/asking.server.ts';
import { oneLineEnd, typedText } from '#app/domain/core/values/typed-text.ts';
import { billingDetailsSchema } from '#app/domain/selling/receipts/billing-details-schema.server.ts';

it.each(['\r\n', '\n', '\r'])('a line ends in one sign, sent as %j', (end) => {
  expect(oneLineEnd(` a${end}${end}b${end}`)).toBe(' a\n\nb\n');
  expect(typedText(` a${end}${end}b\0${end}`)).toBe('a\n\nb');
  expect(readMessage(`One${end}two\tthree`)).toBe('One\ntwo three');
});

it('an address on paper has its lines, and nothing unseen', () => {
  const typed = { name: ' A\r\nB\t', address: ' Main St. 1 \r\n\t10115\u0007Berlin\r\n', taxId: 'DE\r\n1' };
  expect(billingDetailsSchema.parse(typed)).toEqual({
    name: 'A B',
    address: 'Main St. 1\n10115 Berlin',
    taxId: 'DE 1',
  });
});
