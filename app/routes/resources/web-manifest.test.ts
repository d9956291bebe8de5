import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { loader } from '#app/routes/resources/web-manifest.ts';

it('each picture of the app is there, of the size that it is said to have, and some may be cut to a shape', async () => {
  const { icons } = (await loader().json()) as {
    icons: { src: string; type: string; sizes: string; purpose: string }[];
  };
  const pictures = icons.filter(({ type }) => type === 'image/png');
  for (const { src, sizes } of pictures) {
    const { width, height } = await sharp(join(import.meta.dirname, '../../../public', src)).metadata();
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
  // What browsers ask for before they offer to install a site.
  for (const purpose of ['any', 'maskable'])
    expect(pictures.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes)).toEqual([
      '192x192',
      '512x512',
    ]);
});
