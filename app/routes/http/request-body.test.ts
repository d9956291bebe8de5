import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readFormWithFiles } from '#app/routes/http/request-body.server.ts';

const appDir = join(import.meta.dirname, '../..');

it('is the only place of the server that reads a posted form', () => {
  const readers = globSync('**/*.{ts,tsx}', { cwd: appDir, exclude: ['**/generated/**'] }).filter(
    (file) => !file.includes('.test.') && readFileSync(join(appDir, file), 'utf8').includes('.formData('),
  );
  // The first runs in the browser, over the page's own form.
  expect(readers).toEqual(['routes/http/form-client-action.ts', 'routes/http/request-body.server.ts']);
});

describe('a form with files', () => {
  const usual = 'multipart/form-data; boundary=b1';
  const part = '--b1\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nx\r\n';
  const formOf = (count: number) => `${part.repeat(count)}--b1--\r\n`;
  const send = (body: string, type = usual) => {
    const headers = { 'Content-Type': type };
    return readFormWithFiles(new Request('http://site.invalid', { method: 'POST', headers, body }));
  };

  it('is read', async () => {
    expect((await send(formOf(50))).files).toHaveLength(50);
    expect((await send(formOf(50), 'multipart/form-data; charset=utf-8; boundary="b1"')).files).toHaveLength(
      50,
    );
  });

  it.each([
    ['', usual],
    ['\r\n', usual],
    ['words before it\r\n', usual],
    ['--\r\n', usual],
    ['', 'multipart/form-data'],
  ])('is refused without being parsed where it has too many parts: %j, %s', async (before, type) => {
    const parse = vi.spyOn(Response.prototype, 'formData');
    await expect(send(`${before}${formOf(101)}`, type)).rejects.toMatchObject({ init: { status: 400 } });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('is parsed by the boundary that its parts were counted by', async () => {
    const two = 'multipart/form-data; boundary=b0, multipart/form-data; boundary=b1';
    await expect(send(formOf(2), two)).rejects.toMatchObject({ init: { status: 400 } });
  });
});
