import {
  type PictureWords,
  socialPicturesSchema,
} from '#app/domain/affiliates/materials/picture-words.server.ts';
import { printedText } from '#app/domain/affiliates/materials/printed-text.server.ts';
import { drawSocialPicture } from '#app/domain/affiliates/materials/social-drawing.server.ts';
import { config } from '#app/platform/config.server.ts';
import { readYaml } from '#app/platform/content/files.server.ts';

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
