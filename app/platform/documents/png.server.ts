import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Sharp from 'sharp';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';

const sharp = onDemand<typeof Sharp>('sharp');

/** Where the build puts the pictures it has drawn, each under the hash of its SVG: an edited one is not found here. */
const builtDir = join(process.cwd(), 'build/pictures');

const builtPath = (svg: string) =>
  join(builtDir, `${createHash('sha256').update(svg).digest('base64url')}.png`);

const draw = (svg: string): Promise<Buffer> =>
  sharp()(Buffer.from(svg)).png({ compressionLevel: 6, palette: true }).toBuffer();

/**
 * An SVG as PNG of the size it names: the one drawn at build, or else drawn now. Text in it must be drawn as shapes: no fonts are
 * looked for.
 */
export async function svgToPng(svg: string): Promise<Buffer> {
  try {
    return await readFile(builtPath(svg));
  } catch {
    return draw(svg);
  }
}

/** Draws pictures at build, in place of those of an earlier one. */
export async function buildPictures(svgs: Iterable<string>): Promise<void> {
  await rm(builtDir, { recursive: true, force: true });
  await mkdir(builtDir, { recursive: true });
  for (const svg of svgs) await writeFile(builtPath(svg), await draw(svg));
}
