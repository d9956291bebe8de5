import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { readFormWithFiles } from '#app/routes/http/request-body.server.ts';

const appDir = join(import.meta.dirname, '../..');

it('is the only place of the server that reads a posted form', () => {
  const readers = globSync('**/*.{ts,tsx}', { cwd: appDir, exclude: ['**/generated/**'] }).filter(
    (file) => !file.includes('.test.') && readFileSync(join(appDir, file), 'utf8').includes('.formData('),
  );
  // The first runs in the browser, over the page's own form.
  expect(readers).toEqual(['routes/http/keep-typed.ts', 'routes/http/request-body.server.ts']);
});

it('refuses a form of too many parts without parsing it', async () => {
  const parse = vi.spyOn(Response.prototype, 'formData');
  const send = (count: number) => {
    const part = '--b1\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nx\r\n';
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b1' };
    const body = `\r\n${part.repeat(count)}--b1--\r\n`;
    return readFormWithFiles(new Request('http://site.invalid', { method: 'POST', headers, body }));
  };
  expect((await send(50)).files).toHaveLength(50);
  expect(parse).toHaveBeenCalledTimes(1);
  await expect(send(101)).rejects.toMatchObject({ init: { status: 400 } });
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
});
