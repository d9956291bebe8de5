import { expect, it } from 'vitest';
import { fileSize } from '#app/ui/file-size.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [12_499, '12 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [1_240_000, '1.2 MB'],
])('%i bytes read %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
