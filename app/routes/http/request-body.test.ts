import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const appDir = join(import.meta.dirname, '../..');

it('is the only place of the server that reads a posted form', () => {
  const readers = globSync('**/*.{ts,tsx}', { cwd: appDir, exclude: ['**/generated/**'] }).filter(
    (file) => !file.includes('.test.') && readFileSync(join(appDir, file), 'utf8').includes('.formData('),
  );
  // The first runs in the browser, over the page's own form.
  expect(readers).toEqual(['routes/http/keep-typed.ts', 'routes/http/request-body.server.ts']);
});
