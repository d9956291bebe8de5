import { svgToPng } from '#app/platform/documents/png.server.ts';
import { loadShaper } from '#app/platform/documents/shaping.server.ts';
import { drawPicture, type SocialPicture } from '#app/platform/social-image/picture.server.ts';

const pictures = new Map<string, Promise<Buffer>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * The PNG of a picture for sharing, found or drawn at its first request and kept; `key` names it. One is drawn at a time. Only for
 * keys of a bounded list, since nothing is dropped.
 */
export function renderPicture(key: string, picture: SocialPicture): Promise<Buffer> {
  const cachedPicture = pictures.get(key);
  if (cachedPicture) return cachedPicture;
  const drawing = last
    .then(() =>
      /[^\0-\u024f\u2000-\u206f]/.test(picture.title + picture.brandName) ? loadShaper() : undefined,
    )
    .then(() => svgToPng(drawPicture(picture)));
  last = drawing.catch(() => pictures.delete(key));
  pictures.set(key, drawing);
  return drawing;
}
