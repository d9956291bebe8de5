import { expect, it } from 'vitest';
import { imageAltSchema } from '#app/domain/publishing/image-alt.ts';

it('says what a picture shows in one line of words', () => {
  expect(imageAltSchema.parse('](/x) A chart\n\n# with "two" lines that cross')).toBe(
    '(/x) A chart # with two lines that cross',
  );
  for (const text of [
    '',
    '[]"'.repeat(20),
    ' '.repeat(30),
    'Nineteen characters',
    'a'.repeat(301),
    undefined,
  ])
    expect(imageAltSchema.safeParse(text).success, String(text)).toBe(false);
});
