import { z } from 'zod';
import { type LookName, looks } from '#app/domain/programme/materials/banner-designs.server.ts';

const words = (most: number) => z.string().min(2).max(most);

/** A width and a height in pixels, written as 300x250. */
const sizeSchema = z
  .string()
  .regex(/^\d{2,4}x\d{2,4}$/, 'must read like 300x250')
  .transform((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  });

/** The name of a look. */
const lookSchema = z.enum(Object.keys(looks) as [LookName, ...LookName[]]);

/** The banners as content/materials/banners.yaml describes them. */
export const bannersSchema = z
  .array(
    z.strictObject({
      name: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
      size: sizeSchema,
      use: words(60),
      look: lookSchema,
      headline: words(80),
      text: words(140),
      button: words(24),
      steps: z.array(words(30)).min(3).max(5).optional(),
    }),
  )
  .min(1);

/** A banner's words, size and looks. */
export type BannerWords = z.output<typeof bannersSchema>[number];

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
