import { z } from 'zod';
import { drawBanner } from '#app/domain/affiliates/materials/banner-drawing.server.ts';
import { type LookName, looks } from '#app/domain/affiliates/materials/looks.server.ts';
import { printedText } from '#app/domain/affiliates/materials/printed-text.server.ts';
import { config } from '#app/platform/config.server.ts';
import { readYaml } from '#app/platform/content/files.server.ts';

const words = (most: number) => z.string().min(2).max(most);

/** A width and a height in pixels, written as 300x250. */
export const sizeSchema = z
  .string()
  .regex(/^\d{2,4}x\d{2,4}$/, 'must read like 300x250')
  .transform((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  });

/** The name of a look. */
export const lookSchema = z.enum(Object.keys(looks) as [LookName, ...LookName[]]);

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

/** A banner, drawn. */
export interface Banner extends BannerWords {
  svg: string;
}

let drawn: readonly Banner[] | undefined;

/** Every banner, drawn once. @throws {ContentError} */
export function banners(): readonly Banner[] {
  drawn ??= readYaml('materials/banners.yaml', bannersSchema).map((banner) => {
    const filled = {
      ...banner,
      headline: printedText(banner.headline),
      text: printedText(banner.text),
      button: printedText(banner.button),
    };
    return { ...filled, svg: drawBanner(filled, config().brandName) };
  });
  return drawn;
}
