import type sharpOfBytes from 'sharp';
import type { Sharp } from 'sharp';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';

// Files that people send. What they are is read from their bytes, never from what they say; pictures are drawn anew, which leaves
// behind whatever else was in them: places, names of devices, programs that pretend to be pictures.

const loadSharp = onDemand<typeof sharpOfBytes>('sharp');
let isSet = false;

/** One thread of its own at a time, and nothing remembered of what was drawn: pictures of strangers come once. */
function sharp(bytes: Uint8Array): Sharp {
  const load = loadSharp();
  if (!isSet) {
    load.cache(false);
    load.concurrency(1);
    isSet = true;
  }
  return load(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
}

/** Twice what a phone's camera makes by default. */
const maxPixels = 25_000_000;
/** What a picture may take in memory once it is decoded: a few kilobytes can say that they are a gigabyte. */
const maxDecodedBytes = 100_000_000;
/** How long drawing one may take, in seconds. */
const maxSeconds = 30;
/** So many pictures may wait to be drawn. */
const maxWaiting = 20;

/** A picture that is not drawn though it may be one; the message says so to whoever sent it. */
export class PictureError extends Error {
  readonly reason: 'too-large' | 'busy';
  constructor(reason: 'too-large' | 'busy') {
    super(
      reason === 'busy'
        ? 'Too many pictures are being processed right now. Please try again in a minute.'
        : 'This picture has too many pixels. Please send one of at most 25 megapixels, or half as many with 16-bit color.',
    );
    this.reason = reason;
  }
}

/** Kept pictures have so many pixels to a side at most. */
const maxSide = 2_400;

type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

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
let waiting = 0;

/** Pictures are drawn one after the other: a few of the largest at once would fill the memory of a small machine. */
async function inTurn<T>(draw: () => Promise<T>): Promise<T> {
  if (waiting > maxWaiting) throw new PictureError('busy');
  waiting += 1;
  const result = drawing.then(draw);
  drawing = result.catch(() => undefined);
  return result.finally(() => {
    waiting -= 1;
  });
}

const bytesOfDepth: Readonly<Record<string, number>> = { char: 1, uchar: 1, short: 2, ushort: 2 };

/**
 * Refuses a picture by what its head says, before anything is decoded: by pixels, and by pixels x channels x bytes, of which 16-bit
 * colors take two, and interlacing the whole picture at once.
 */
async function requireModest(picture: Sharp): Promise<void> {
  const { width, height, channels, depth } = await picture.metadata();
  const pixels = width * height;
  if (pixels > maxPixels || pixels * channels * (bytesOfDepth[depth] ?? 8) > maxDecodedBytes)
    throw new PictureError('too-large');
}

/** Draws a picture of strangers' bytes; null where it cannot be read. @throws {PictureError} */
async function drawAnew<T>(bytes: Uint8Array, draw: (picture: Sharp) => Promise<T>): Promise<T | null> {
  return inTurn(async () => {
    try {
      const picture = sharp(bytes).timeout({ seconds: maxSeconds });
      await requireModest(picture);
      return await draw(picture.rotate());
    } catch (error) {
      if (error instanceof PictureError) throw error;
      // Before its head is given out, libvips refuses what has too many pixels by itself.
      if (error instanceof Error && error.message.includes('pixel limit'))
        throw new PictureError('too-large');
      return null;
    }
  });
}

/** Draws a picture anew, upright, at most `side` pixels to a side, without what else was in it; null where it cannot be read. */
async function redraw(
  bytes: Uint8Array,
  type: PictureType | 'image/gif',
  side = maxSide,
): Promise<Picture | null> {
  const picture = await drawAnew(bytes, (picture) => {
    const fitted = picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const encoded =
      type === 'image/jpeg'
        ? fitted.jpeg({ quality: 85, mozjpeg: false })
        : type === 'image/webp'
          ? fitted.webp({ quality: 85 })
          : fitted.png();
    return encoded.toBuffer({ resolveWithObject: true });
  });
  if (!picture) return null;
  const { data, info } = picture;
  const mediaType = type === 'image/gif' ? 'image/png' : type;
  return { mediaType, bytes: new Uint8Array(data), width: info.width, height: info.height };
}

/** What may be kept of a file that was sent: JPEG, PNG, GIF (its first picture) and WebP drawn anew, and PDF; null for anything else. @throws {PictureError} */
export async function readUpload(bytes: Uint8Array<ArrayBuffer>): Promise<Upload | null> {
  const type = typeOf(bytes);
  if (type === null) return null;
  if (type === 'application/pdf') return { mediaType: type, bytes, width: null, height: null };
  return redraw(bytes, type);
}

/** A picture drawn anew, at most `side` pixels to a side: JPEG, PNG, GIF (its first picture, as PNG) and WebP; null for anything else. @throws {PictureError} */
export async function readPicture(bytes: Uint8Array, side: number): Promise<Picture | null> {
  const type = typeOf(bytes);
  return type === null || type === 'application/pdf' ? null : redraw(bytes, type, side);
}

/** A picture as a square of so many pixels, its middle, as WebP; null for what is no picture. @throws {PictureError} */
export async function readSquare(bytes: Uint8Array, side: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const type = typeOf(bytes);
  if (type === null || type === 'application/pdf') return null;
  const square = await drawAnew(bytes, (picture) =>
    picture.resize({ width: side, height: side, fit: 'cover' }).webp({ quality: 82 }).toBuffer(),
  );
  return square && new Uint8Array(square);
}
