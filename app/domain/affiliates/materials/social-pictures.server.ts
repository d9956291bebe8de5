import { z } from 'zod';
import { lookSchema, sizeSchema } from '#app/domain/affiliates/materials/banners.server.ts';
import { printedText } from '#app/domain/affiliates/materials/printed-text.server.ts';
import { drawSocialPicture } from '#app/domain/affiliates/materials/social-drawing.server.ts';
import { config } from '#app/platform/config.server.ts';
import { readYaml } from '#app/platform/content/files.server.ts';

const words = (most: number) => z.string().min(2).max(most);

/** The pictures of the posts as content/materials/social-pictures.yaml describes them. */
export const socialPicturesSchema = z
  .array(
    z.strictObject({
      post: z.int().positive(),
      name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      size: sizeSchema,
      look: lookSchema,
      kicker: words(50).optional(),
      headline: words(80),
      text: words(140).optional(),
      items: z.array(words(40)).min(2).max(6).optional(),
      mark: z.enum(['number', 'box']).default('number'),
    }),
  )
  .min(1);

/** A picture's words, size and looks. */
export type PictureWords = z.output<typeof socialPicturesSchema>[number];

/** A picture, drawn. */
export interface SocialPicture extends PictureWords {
  svg: string;
}

let drawn: readonly SocialPicture[] | undefined;

/** Every picture, drawn once, in the order of the posts. @throws {ContentError} */
export function socialPictures(): readonly SocialPicture[] {
  drawn ??= readYaml('materials/social-pictures.yaml', socialPicturesSchema).map((picture) => {
    const filled = {
      ...picture,
      headline: printedText(picture.headline),
      kicker: picture.kicker && printedText(picture.kicker),
      text: picture.text && printedText(picture.text),
      items: picture.items?.map(printedText),
    };
    return { ...filled, svg: drawSocialPicture(filled, config().brandName) };
  });
  return drawn;
}
