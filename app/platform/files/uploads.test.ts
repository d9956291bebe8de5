import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { PictureError, readPicture, readSquare, readUpload } from '#app/platform/files/uploads.server.ts';

const blank = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#cde' }, limitInputPixels: false });
const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());
const reasonOf = (read: Promise<unknown>) =>
  read.then(
    () => 'read',
    (error: unknown) => (error instanceof PictureError ? error.reason : String(error)),
  );

/** A PNG whose head says another size: what follows is not looked at before that. */
async function claiming(width: number, height: number, picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await bytesOf(picture);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint32(29, crc32(bytes.subarray(12, 29)));
  return bytes;
}

describe('a picture that a few bytes make a large one', () => {
  it('is refused by what its head says', async () => {
    const wide = await claiming(5_001, 5_000, blank(20, 20).png());
    const vast = await claiming(60_000, 60_000, blank(20, 20).png());
    const deep = blank(20, 20, 4).toColourspace('rgb16').png({ progressive: true });
    for (const bytes of [wide, vast, await claiming(3_600, 3_600, deep)]) {
      expect(await reasonOf(readUpload(bytes))).toBe('too-large');
      expect(await reasonOf(readPicture(bytes, 800))).toBe('too-large');
      expect(await reasonOf(readSquare(bytes, 256))).toBe('too-large');
    }
  });

  it('is drawn anew where a camera makes such', async () => {
    const photo = await bytesOf(blank(3_000, 2_000).jpeg());
    expect(await readPicture(photo, 800)).toMatchObject({ width: 800, height: 533 });
    expect(await readPicture(await bytesOf(blank(20, 10).toColourspace('rgb16').png()), 800)).toMatchObject({
      width: 20,
      height: 10,
    });
  });

  it('waits for its turn, and is refused where too many do', async () => {
    const bytes = await bytesOf(blank(20, 20).png());
    const reasons = await Promise.all(Array.from({ length: 30 }, () => reasonOf(readSquare(bytes, 16))));
    expect(reasons.filter((reason) => reason === 'busy')).toHaveLength(9);
    expect(await reasonOf(readSquare(bytes, 16))).toBe('read');
  });
});

it('is no picture where it cannot be read', async () => {
  const bytes = await bytesOf(blank(20, 20).png());
  expect(await readPicture(bytes.slice(0, 60), 800)).toBeNull();
  expect(await readSquare(new TextEncoder().encode('hello'), 16)).toBeNull();
});
