import { type Banner, banners } from '#app/domain/programme/materials/banners.server.ts';
import { bytesOf, type MaterialFile } from '#app/domain/programme/materials/file.server.ts';
import { config } from '#app/platform/config.server.ts';
import { perContent } from '#app/platform/content/files.server.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { svgToPng } from '#app/platform/documents/png.server.ts';
import { zip } from '#app/platform/documents/zip.server.ts';

const measureOf = ({ size }: Banner) => `${size.width} x ${size.height} px`;
const stemOf = ({ name, size }: Banner) => `banner-${name}-${size.width}x${size.height}`;

/** What a site owner pastes to show a banner that leads through the affiliate's link. */
function codeOf(banner: Banner, link: string): string {
  const { width, height } = banner.size;
  const alt = escapeXml(`Advertisement for ${config().brandName}: ${banner.headline}`);
  return `<a href="${escapeXml(link)}" rel="sponsored"><img src="${stemOf(banner)}.png" width="${width}" height="${height}" alt="${alt}"></a>`;
}

function howToUse(link: string): string {
  const codes = banners().map(
    (banner) => `${banner.use}, ${measureOf(banner)}:\n\n${codeOf(banner, link)}\n`,
  );
  return `${config().brandName}: banners

Your referral link, which every banner should lead to:
${link}

1. Choose the size that your page has room for.
2. Upload the picture to your own site. SVG files are sharp at every size, PNG files work everywhere.
3. Paste the code below it into your page, and put the address of the uploaded picture behind src.
4. Leave the word "Ad" in the picture and rel="sponsored" in the code: they tell readers and search engines that you earn.
5. Open your page and press the banner once. The address must have your username in it, after ref=. A short link shows the page alone.

${codes.join('\n')}`;
}

/** Each banner as SVG and PNG, and all of them in an archive with the code to paste. */
export const bannerFiles = perContent((): readonly MaterialFile[] => {
  const single = banners().flatMap((banner): MaterialFile[] => {
    const shared = { title: banner.use, measure: measureOf(banner), isWhole: false, isPersonal: false };
    return [
      { ...shared, format: 'SVG', name: `${stemOf(banner)}.svg`, make: async () => Buffer.from(banner.svg) },
      { ...shared, format: 'PNG', name: `${stemOf(banner)}.png`, make: () => svgToPng(banner.svg) },
    ];
  });
  const archive: MaterialFile = {
    name: 'banner-set.zip',
    format: 'ZIP',
    title: 'All banners as SVG and PNG, with the code to paste',
    measure: `${banners().length} sizes`,
    isWhole: true,
    isPersonal: true,
    async make(link) {
      const pictures = single.map(async (file) => ({
        name: `${file.format.toLowerCase()}/${file.name}`,
        bytes: await bytesOf(file, link),
        isStored: file.format === 'PNG',
      }));
      return zip([
        { name: 'how-to-use.txt', bytes: Buffer.from(howToUse(link)) },
        ...(await Promise.all(pictures)),
      ]);
    },
  };
  return [archive, ...single];
});
