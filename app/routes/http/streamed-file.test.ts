import { describe, expect, it } from 'vitest';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { readStreamedFile, type StreamedFile } from '#app/routes/http/streamed-file.server.ts';

const boundary = 'between';
const head = (field: string, file = '; filename="people.csv"') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${file}\r\nContent-Type: text/csv\r\n\r\n`;
const end = `\r\n--${boundary}--\r\n`;

/** A form that comes in pieces of 1,000 bytes; `breaks` ends it as a lost connection does. */
function sent(
  body: string,
  { type = `multipart/form-data; boundary=${boundary}`, breaks = false } = {},
): Request {
  const bytes = Buffer.from(body);
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) {
        if (breaks) controller.error(new Error('aborted'));
        else controller.close();
        return;
      }
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + 1_000)));
      at += 1_000;
    },
  });
  return new Request('http://site/', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: stream,
    duplex: 'half',
  } as RequestInit);
}

async function take({ name, chunks }: StreamedFile) {
  let length = 0;
  for await (const chunk of chunks) length += chunk.length;
  return { name, length };
}

const unreadable = { init: { status: 400 } };

describe('a file that is read while it is sent', () => {
  it('comes whole, with its name', async () => {
    const request = sent(`${head('files')}${'x'.repeat(100_000)}${end}`);
    expect(await readStreamedFile(request, 'files', take)).toEqual({ name: 'people.csv', length: 100_000 });
  });

  it('is none where the form has no such field, or text in it', async () => {
    expect(await readStreamedFile(sent(`${head('other')}x${end}`), 'files', take)).toBeNull();
    expect(await readStreamedFile(sent(end.trimStart()), 'files', take)).toBeNull();
  });

  it('is refused as soon as it is too long, and the rest is not read', async () => {
    const request = sent(`${head('files')}${'x'.repeat(5_000_000)}${end}`);
    const reading = readStreamedFile(request, 'files', async ({ chunks }) => {
      for await (const _ of chunks) throw new Refusal('invalid', 'too long', 'files');
    });
    await expect(reading).rejects.toThrow('too long');
  });

  it.each([
    ['is cut off', sent(`${head('files')}${'x'.repeat(5_000)}`)],
    ['loses its connection', sent(`${head('files')}${'x'.repeat(5_000)}`, { breaks: true })],
    ['has no boundary', sent('x', { type: 'multipart/form-data' })],
    ['is another form', sent('a=b', { type: 'application/x-www-form-urlencoded' })],
  ])('is no file where it %s, and whoever takes it is told', async (_, request) => {
    let isTold = true;
    const reading = readStreamedFile(request, 'files', async (file) => {
      isTold = false;
      return take(file).finally(() => {
        isTold = true;
      });
    });
    await expect(reading).rejects.toMatchObject(unreadable);
    await new Promise((next) => setTimeout(next, 0));
    expect(isTold).toBe(true);
  });

  it.each([
    ['before anybody reads it', 'files'],
    ['under a name that nobody takes', 'other'],
  ])('is refused where it is cut off %s', async (_, field) => {
    const slowly = async (file: StreamedFile) => {
      await new Promise((next) => setTimeout(next, 20));
      return take(file);
    };
    // An error that nobody listens to would end the process.
    await expect(readStreamedFile(sent(`${head(field)}x`), 'files', slowly)).rejects.toMatchObject(
      unreadable,
    );
  });
});
