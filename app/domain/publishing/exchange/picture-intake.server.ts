import { createHash } from 'node:crypto';
import type { NotRead, PackagedCourse } from '#app/domain/publishing/exchange/packaged-course.ts';
import { type DrawnImage, drawImage } from '#app/domain/publishing/image-changes.server.ts';
import { imageFile } from '#app/domain/publishing/images.server.ts';
import { fileBytes } from '#app/platform/content/files.server.ts';
import { imagesPath, isImageName } from '#app/platform/content/image-names.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { escapePattern } from '#app/platform/escape-pattern.ts';
import { PictureError } from '#app/platform/files/uploads.server.ts';

type Picture = PackagedCourse['pictures'][number];

/** Whether a picture is the one that its name tells, and this site has it: it needs no drawing, which would change it. */
async function isHere({ key, bytes }: Picture): Promise<boolean> {
  const name = key.slice(imagesPath.length);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (!isImageName(name) || !name.startsWith(`${hash.slice(0, 24)}-`)) return false;
  if (fileBytes(imageFile(name))) return true;
  return (await prisma().contentImage.findUnique({ where: { name }, select: { id: true } })) !== null;
}

async function drawPicture({ bytes }: Picture): Promise<DrawnImage | string> {
  try {
    return (await drawImage(bytes)) ?? 'It cannot be read as a picture. JPEG, PNG, GIF and WebP can.';
  } catch (error) {
    if (error instanceof PictureError) return error.message;
    throw error;
  }
}

/** A text without a picture that did not come. */
const withoutPicture = (text: string, key: string): string =>
  text.replace(
    new RegExp(`!\\[(?:[^\\]\\\\\\n]|\\\\.){0,500}\\]\\(${escapePattern(key)}(?: "[^"\\n]{0,500}")?\\)`, 'g'),
    '',
  );

/**
 * Draws the pictures of a course anew, one after the other, and has its texts show them. Those that the site has already, byte by byte,
 * stay as they are. One query for each of these.
 */
export async function takePictures(files: PackagedCourse['files'], pictures: readonly Picture[]) {
  const images = new Map<string, DrawnImage & { alt: string }>();
  const skipped: NotRead[] = [];
  let texts = files;
  let pictureCount = 0;
  for (const picture of pictures) {
    if (await isHere(picture)) {
      pictureCount += 1;
      continue;
    }
    const image = await drawPicture(picture);
    if (typeof image === 'string') {
      skipped.push({ name: picture.name, reason: image });
      texts = texts.map(({ name, text }) => ({ name, text: withoutPicture(text, picture.key) }));
      continue;
    }
    pictureCount += 1;
    images.set(image.name, { ...image, alt: picture.alt });
    texts = texts.map(({ name, text }) => ({
      name,
      text: text.replaceAll(picture.key, imagesPath + image.name),
    }));
  }
  return { files: texts, images: [...images.values()], pictureCount, skipped };
}
