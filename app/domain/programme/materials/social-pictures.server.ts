import {
  type PictureWords,
  socialPicturesSchema,
} from '#app/domain/programme/materials/picture-words.server.ts';
import { printedText } from '#app/domain/programme/materials/printed-text.server.ts';
import { drawSocialPicture } from '#app/domain/programme/materials/social-drawing.server.ts';
import { config } from '#app/platform/config.server.ts';
import { perContent, readYaml } from '#app/platform/content/files.server.ts';

/** A picture; drawn when its `svg` is asked for, and then kept. */
export interface SocialPicture extends PictureWords {
  readonly svg: string;
}

/** Every picture in the order of the posts, read once. @throws {ContentError} */
export const socialPictures = perContent((): readonly SocialPicture[] =>
  readYaml('materials/social-pictures.yaml', socialPicturesSchema).map((words) => {
    const picture = {
      ...words,
      headline: printedText(words.headline),
      kicker: words.kicker && printedText(words.kicker),
      text: words.text && printedText(words.text),
      items: words.items?.map(printedText),
    };
    let drawn: string | undefined;
    return {
      ...picture,
      get svg() {
        drawn ??= drawSocialPicture(picture, config().brandName);
        return drawn;
      },
    };
  }),
);
