import type Sharp from 'sharp';
import { onDemand } from '#app/platform/on-demand.server.ts';

// Files that people send. What they are is read from their bytes, never from what they say; pictures are drawn anew, which leaves
// behind whatever else was in them: places, names of devices, programs that pretend to be pictures.

const sharp = onDemand<typeof Sharp>('sharp');

/** A picture in more pixels than a good camera makes would fill the memory. */
const maxPixels = 60_000_000;

/** Kept pictures have so many pixels to a side at most. */
const maxSide = 2_400;

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

const signatures: readonly [
  type: PictureType | 'image/gif' | 'application/pdf',
  at: number,
  bytes: string,
][] = [
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/gif', 0, '474946383761'],
  ['image/gif', 0, '474946383961'],
  ['image/webp', 8, '57454250'],
  ['application/pdf', 0, '255044462d'],
];

/** What a file is by its first bytes; null for what the site takes nothing of. */
function typeOf(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return signatures.find(([, at, signature]) => head.startsWith(signature, at * 2))?.[0] ?? null;
}

/** A picture that was drawn anew. */
export interface Picture {
  mediaType: PictureType;
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** A file that may be kept: a picture drawn anew, or a PDF as it came. */
export type Upload =
  | Picture
  | { mediaType: 'application/pdf'; bytes: Uint8Array<ArrayBuffer>; width: null; height: null };

let drawing: Promise<unknown> = Promise.resolve();

/** Pictures are drawn one after the other: a few of the largest at once would fill the memory of a small machine. */
function inTurn<T>(draw: () => Promise<T>): Promise<T> {
  const drawn = drawing.then(draw);
  drawing = drawn.catch(() => undefined);
  return drawn;
}

/** Draws a picture anew, upright, at most `side` pixels to a side, without what else was in it; null where it cannot be read. */
async function redraw(
  bytes: Uint8Array,
  type: PictureType | 'image/gif',
  side = maxSide,
): Promise<Picture | null> {
  const drawn = sharp()(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  try {
    const { data, info } = await inTurn(() =>
      (type === 'image/jpeg'
        ? drawn.jpeg({ quality: 85, mozjpeg: false })
        : type === 'image/webp'
          ? drawn.webp({ quality: 85 })
          : drawn.png()
      ).toBuffer({ resolveWithObject: true }),
    );
    const mediaType = type === 'image/gif' ? 'image/png' : type;
    return { mediaType, bytes: new Uint8Array(data), width: info.width, height: info.height };
  } catch {
    return null;
  }
}

/** What may be kept of a file that was sent: JPEG, PNG, GIF (its first picture) and WebP drawn anew, and PDF; null for anything else. */
export async function readUpload(bytes: Uint8Array<ArrayBuffer>): Promise<Upload | null> {
  const type = typeOf(bytes);
  if (type === null) return null;
  if (type === 'application/pdf') return { mediaType: type, bytes, width: null, height: null };
  return redraw(bytes, type);
}

/** A picture drawn anew, at most `side` pixels to a side: JPEG, PNG, GIF (its first picture, as PNG) and WebP; null for anything else. */
export async function readPicture(bytes: Uint8Array, side: number): Promise<Picture | null> {
  const type = typeOf(bytes);
  return type === null || type === 'application/pdf' ? null : redraw(bytes, type, side);
}

/** A picture as a square of so many pixels, its middle, as WebP; null for what is no picture. */
export async function readSquare(bytes: Uint8Array, side: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const type = typeOf(bytes);
  if (type === null || type === 'application/pdf') return null;
  try {
    const drawn = await inTurn(() =>
      sharp()(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
        .rotate()
        .resize({ width: side, height: side, fit: 'cover' })
        .webp({ quality: 82 })
        .toBuffer(),
    );
    return new Uint8Array(drawn);
  } catch {
    return null;
  }
}
