import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSubmittedFile } from '#app/domain/learning/assignments/submitted-file.server.ts';
import { readAttachments } from '#app/domain/talk/support/attachments.server.ts';
import { readMailFiles } from '#app/domain/talk/support/mail-files.server.ts';
import { config } from '#app/platform/config.server.ts';
import { scanFile } from '#app/platform/files/virus-scanner.server.ts';
import { virusScannerOf } from '#app/platform/settings/virus-scanner.ts';
import { startVirusDaemon, testVirus, unreadableFile } from '#tests/integration/virus-daemon.ts';

let daemon: Awaited<ReturnType<typeof startVirusDaemon>>;

beforeAll(async () => {
  daemon = await startVirusDaemon();
});

beforeEach(() => {
  daemon.mood = 'well';
  config().virusScanner = daemon.scanner;
});

afterAll(async () => {
  config().virusScanner = null;
  await daemon.stop();
});

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const pdf = (inside: string) => ({ name: 'invoice.pdf', bytes: bytesOf(`%PDF-1.4\n${inside}\n%%EOF`) });
const clean = pdf('');
const infected = pdf(testVirus);
const unreadable = pdf(unreadableFile);
const pixel = {
  name: 'pixel.png',
  bytes: new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ),
};

describe('the scanner', () => {
  it('is shown a file whole, however large it is, and says what it found', async () => {
    const large = new Uint8Array(5_000_000);
    expect(await scanFile(large)).toBe('clean');
    expect(daemon.seen.at(-1)).toBe(5_000_000);
    large.set(bytesOf(testVirus), 4_000_000);
    expect(await scanFile(large)).toBe('infected');
  });

  it('knows nothing of a file where nobody listens or answers', async () => {
    expect(await scanFile(clean.bytes, { host: '127.0.0.1', port: 1 })).toBe('away');
    daemon.mood = 'silent';
    expect(await scanFile(clean.bytes, daemon.scanner, 50)).toBe('away');
    daemon.mood = 'gone';
    expect(await scanFile(clean.bytes)).toBe('away');
  });

  it('says which file it could not look into', async () => {
    expect(await scanFile(unreadable.bytes)).toBe('refused');
    daemon.mood = 'full';
    expect(await scanFile(infected.bytes)).toBe('refused');
  });

  it('is not asked where there is none', async () => {
    const before = daemon.seen.length;
    expect(await scanFile(infected.bytes, null)).toBe('clean');
    expect(daemon.seen.length).toBe(before);
  });

  it('is found by its address', () => {
    expect(virusScannerOf('clamd://clamav.internal')).toEqual({ host: 'clamav.internal', port: 3310 });
    expect(virusScannerOf('clamd://[::1]:3311')).toEqual({ host: '::1', port: 3311 });
    expect(virusScannerOf(undefined)).toBeNull();
  });
});

describe.each([
  ['a support request', (file: typeof clean) => readAttachments([file], randomUUID())],
  ['an assignment', (file: typeof clean) => readSubmittedFile([file])],
])('a file of %s', (_, send) => {
  it('is taken where it is clean, and refused where it is not', async () => {
    expect(await send(clean)).toBeTruthy();
    await expect(send(infected)).rejects.toMatchObject({
      kind: 'invalid',
      field: 'files',
      message: expect.stringContaining('invoice.pdf'),
    });
  });

  it('is refused where the scanner cannot look into it, with what to do', async () => {
    await expect(send(unreadable)).rejects.toMatchObject({
      kind: 'invalid',
      field: 'files',
      message: expect.stringContaining('can’t read “invoice.pdf”'),
    });
  });

  it('is refused for now where nobody can look', async () => {
    daemon.mood = 'gone';
    await expect(send(clean)).rejects.toMatchObject({ kind: 'unavailable', field: 'files' });
  });

  it('is not shown to it where it is a picture, which is drawn anew', async () => {
    daemon.mood = 'full';
    expect(await send(pixel)).toBeTruthy();
  });
});

it('a text that is handed in is looked at too', async () => {
  await expect(
    readSubmittedFile([{ name: 'answer.txt', bytes: bytesOf(`My answer\n${testVirus}\n`) }]),
  ).rejects.toMatchObject({ kind: 'invalid' });
});

describe('a file of an email', () => {
  const mailFile = ({ name, bytes }: typeof clean) => ({
    name,
    bytes,
    type: 'application/pdf',
    byteCount: bytes.byteLength,
    isShown: false,
  });
  const read = (...files: (typeof clean)[]) => readMailFiles(files.map(mailFile) as never);

  it('is kept where it is clean, and else left out and named', async () => {
    expect(await read(clean)).toMatchObject({ attachments: [{ name: 'invoice.pdf' }], leftOut: [] });
    expect(await read(infected)).toMatchObject({
      attachments: [],
      leftOut: [{ name: 'invoice.pdf', reason: expect.stringContaining('virus'), isMinor: false }],
    });
    daemon.mood = 'full';
    expect(await read(clean)).toMatchObject({
      attachments: [],
      leftOut: [{ reason: 'it could not be checked for viruses' }],
    });
  });

  it('is looked at where the scanner could not look into the one before it', async () => {
    const { attachments, leftOut } = await read(unreadable, clean, infected);
    expect(attachments).toHaveLength(1);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      'it could not be checked for viruses',
      expect.stringContaining('found something'),
    ]);
  });

  it('is not waited for again where the scanner was away for the one before it', async () => {
    daemon.mood = 'gone';
    const before = daemon.calls;
    expect((await read(clean, clean, clean)).leftOut).toHaveLength(3);
    expect(daemon.calls).toBe(before + 1);
  });
});
