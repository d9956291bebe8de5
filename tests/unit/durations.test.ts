import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The length of a day, written out, in seconds or milliseconds. */
const dayLength = /\b86_?400(?:_?000)?\b(?!['"])|\b24 ?\* ?3_?600|\b24 ?\* ?60 ?\* ?60/;

it('the length of a day is written in app/platform/durations.ts alone', () => {
  const files = globSync('app/**/*.{ts,tsx}').filter(
    (file) =>
      !file.includes('/generated/') && !/\.test\.tsx?$/.test(file) && file !== 'app/platform/durations.ts',
  );
  const written = files.filter((file) => dayLength.test(readFileSync(file, 'utf8')));
  expect(written, 'Import dayMs or daySeconds from app/platform/durations.ts in place of the number').toEqual(
    [],
  );
});
