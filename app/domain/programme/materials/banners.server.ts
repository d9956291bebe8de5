import { drawBanner } from '#app/domain/programme/materials/banner-drawing.server.ts';
import { type BannerWords, bannersSchema } from '#app/domain/programme/materials/picture-words.server.ts';
import { printedText } from '#app/domain/programme/materials/printed-text.server.ts';
import { config } from '#app/platform/config.server.ts';
import { perContent, readYaml } from '#app/platform/content/files.server.ts';

/** A banner; drawn when its `svg` is asked for, and then kept. */
export interface Banner extends BannerWords {
  readonly svg: string;
}

/** Every banner, read once. @throws {ContentError} */
export const banners = perContent((): readonly Banner[] =>
  readYaml('materials/banners.yaml', bannersSchema).map((words) => {
    const banner = {
      ...words,
      headline: printedText(words.headline),
      text: printedText(words.text),
      button: printedText(words.button),
    };
    let drawn: string | undefined;
    return {
      ...banner,
      get svg() {
        drawn ??= drawBanner(banner, config().brandName);
        return drawn;
      },
    };
  }),
);
