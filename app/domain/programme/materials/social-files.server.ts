import { bytesOf, type MaterialFile } from '#app/domain/programme/materials/file.server.ts';
import {
  type SocialPicture,
  socialPictures,
} from '#app/domain/programme/materials/social-pictures.server.ts';
import { copyTexts, materialText } from '#app/domain/programme/materials/texts.server.ts';
import { perContent } from '#app/platform/content/files.server.ts';
import { toPlainText } from '#app/platform/documents/plain-text.server.ts';
import { svgToPng } from '#app/platform/documents/png.server.ts';
import { zip } from '#app/platform/documents/zip.server.ts';

const name = 'social-posts';
const twoDigits = (number: number) => String(number).padStart(2, '0');
const stemOf = ({ post, name: picture }: SocialPicture) => `post-${twoDigits(post)}-${picture}`;

async function allPosts(link: string): Promise<Buffer> {
  const { tree, title } = materialText(name, link);
  return Buffer.from(toPlainText(tree, title));
}

/** All posts as text, each picture as PNG, and both in an archive, each post's text beside its pictures. */
export const socialFiles = perContent((): readonly MaterialFile[] => {
  const posts = copyTexts(materialText(name, '').tree);
  const pictures = socialPictures().map(
    (picture): MaterialFile => ({
      name: `${stemOf(picture)}.png`,
      format: 'PNG',
      title: `Post ${picture.post}: ${picture.headline}`,
      measure: `${picture.size.width} x ${picture.size.height} px`,
      isWhole: false,
      isPersonal: false,
      make: () => svgToPng(picture.svg),
    }),
  );
  const archive: MaterialFile = {
    name: `${name}.zip`,
    format: 'ZIP',
    title: 'Every post with its pictures',
    measure: `${posts.length} posts, ${pictures.length} pictures`,
    isWhole: true,
    isPersonal: true,
    async make(link) {
      const texts = copyTexts(materialText(name, link).tree).map(({ text }, index) => ({
        name: `posts/post-${twoDigits(index + 1)}.txt`,
        bytes: Buffer.from(`${text}\n`),
      }));
      const drawn = pictures.map(async (file) => ({
        name: `posts/${file.name}`,
        bytes: await bytesOf(file, link),
        isStored: true,
      }));
      return zip([
        { name: `${name}.txt`, bytes: await allPosts(link) },
        ...[...texts, ...(await Promise.all(drawn))].sort((a, b) => (a.name < b.name ? -1 : 1)),
      ]);
    },
  };
  const text: MaterialFile = {
    name: `${name}.txt`,
    format: 'TXT',
    title: 'All posts as plain text',
    measure: `${posts.length} posts`,
    isWhole: true,
    isPersonal: true,
    make: allPosts,
  };
  return [archive, text, ...pictures];
});
