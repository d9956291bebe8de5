import { drawBanner } from '#app/domain/affiliates/materials/banner-drawing.server.ts';
import { type BannerWords, bannersSchema } from '#app/domain/affiliates/materials/picture-words.server.ts';
import { printedText } from '#app/domain/affiliates/materials/printed-text.server.ts';
import { config } from '#app/platform/config.server.ts';
import { readYaml } from '#app/platform/content/files.server.ts';

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
