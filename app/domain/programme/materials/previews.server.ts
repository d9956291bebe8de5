import { brandRow, looks, round } from '#app/domain/programme/materials/banner-designs.server.ts';
import { banners } from '#app/domain/programme/materials/banners.server.ts';
import { drawHeadline, setHeadline } from '#app/domain/programme/materials/headline.server.ts';
import { printedText } from '#app/domain/programme/materials/printed-text.server.ts';
import { socialPictures } from '#app/domain/programme/materials/social-pictures.server.ts';
import { copyTexts, materialText } from '#app/domain/programme/materials/texts.server.ts';
import { config } from '#app/platform/config.server.ts';
import { perContent } from '#app/platform/content/files.server.ts';
import { plainText } from '#app/platform/content/markdown-tree.server.ts';
import { outlineText } from '#app/platform/documents/outlines.server.ts';
import { svgToPng } from '#app/platform/documents/png.server.ts';
import { palette } from '#app/platform/palette.ts';

const [width, height] = [720, 480];

/** A piece of another picture's inside, placed at x, y in a width of its own. */
function place(svg: string, size: { width: number; height: number }, x: number, y: number, wide: number) {
  const inside = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
  const scale = wide / size.width;
  return `<g transform="translate(${x} ${y}) scale(${round(scale)})"><rect x="-1" y="-1" width="${size.width + 2}" height="${size.height + 2}" fill="${palette.line}"/>${inside}</g>`;
}

const frame = (shapes: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#e9e5d9"/>${shapes.join('')}</svg>`;

/** A line that stands for running text. */
const bar = (x: number, y: number, length: number, fill: string = palette.line) =>
  `<rect x="${x}" y="${y}" width="${length}" height="8" rx="4" fill="${fill}"/>`;

const sheet = (x: number, y: number, wide: number, high: number, rx = 6) =>
  `<rect x="${x + 4}" y="${y + 6}" width="${wide}" height="${high}" rx="${rx}" fill="${palette.ink}" fill-opacity="0.12"/><rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="${rx}" fill="${palette.surface}"/>`;

function bannerPreview(): string {
  const [first, second, third] = ['billboard', 'half-page', 'large-rectangle'].map((name, index) => {
    const all = banners();
    return all.find((banner) => banner.name === name) ?? all[index % all.length];
  });
  return frame([
    first ? place(first.svg, first.size, 32, 40, 440) : '',
    third ? place(third.svg, third.size, 116, 188, 272) : '',
    second ? place(second.svg, second.size, 500, 40, 188) : '',
  ]);
}

function socialPreview(): string {
  const spots = [
    { x: 32, y: 36, wide: 330 },
    { x: 394, y: 36, wide: 294 },
    { x: 32, y: 236, wide: 330 },
    { x: 394, y: 354, wide: 294 },
  ];
  const chosen = [0, 5, 2, 14].flatMap((index) => socialPictures()[index] ?? []);
  return frame(
    chosen.map(({ svg, size }, index) => {
      const spot = spots[index];
      return spot ? place(svg, size, spot.x, spot.y, spot.wide) : '';
    }),
  );
}

/** The emails' headings as a list in a window. */
function mailPreview(): string {
  const headings = copyTexts(materialText('email-swipes', '').tree).map(({ heading }) =>
    printedText(heading),
  );
  const rows = headings.slice(0, 6).map((heading, index) => {
    const y = 132 + index * 54;
    const [label = '', subject = heading] = heading.split(/:\s+/);
    return [
      `<circle cx="122" cy="${y - 6}" r="15" fill="${index === 0 ? palette.marker : palette.accentSoft}"/>`,
      outlineText(String(index + 1), {
        typeface: 'sans-bold',
        size: 15,
        fill: palette.accent,
        x: 122,
        y: y - 1,
        anchor: 'middle',
      }),
      outlineText(subject || label, { typeface: 'serif-bold', size: 22, fill: palette.ink, x: 154, y }),
      index > 0 ? `<path d="M90 ${y - 34}H630" stroke="${palette.line}"/>` : '',
    ].join('');
  });
  return frame([
    sheet(90, 36, 540, 408, 10),
    `<path d="M100 36H620a10 10 0 0 1 10 10V84H90V46a10 10 0 0 1 10-10Z" fill="${palette.accent}"/>`,
    brandRow(looks.green, config().brandName, 112, 60, 16),
    ...rows,
  ]);
}

/** The head of a text of its own, as the page or sheet made from it shows it. */
const headlineOf = (name: string) => {
  const heading = materialText(name, '', { curly: true }).tree.children.find(
    (node) => node.type === 'heading',
  );
  return heading ? plainText(heading) : '';
};

function pagePreview(): string {
  const set = setHeadline(headlineOf('landing-page'), { width: 400, height: 84 }, { least: 18, most: 40 });
  const cards = [0, 1, 2].map((index) => {
    const x = 116 + index * 168;
    return `<rect x="${x}" y="322" width="152" height="96" rx="6" fill="${palette.paper}" stroke="${palette.line}"/><rect x="${x}" y="322" width="152" height="5" fill="${palette.accent}"/>${bar(x + 16, 346, 84, palette.muted)}${bar(x + 16, 368, 120)}${bar(x + 16, 386, 96)}`;
  });
  return frame([
    sheet(90, 36, 540, 444, 10),
    `<path d="M100 36H620a10 10 0 0 1 10 10V70H90V46a10 10 0 0 1 10-10Z" fill="${palette.line}"/>`,
    ...[110, 128, 146].map((x) => `<circle cx="${x}" cy="53" r="5" fill="${palette.surface}"/>`),
    `<rect x="90" y="70" width="540" height="212" fill="${palette.accent}"/>`,
    drawHeadline(looks.green, set, 116, 104),
    bar(116, 130 + set.height, 300, '#7fae9d'),
    `<rect x="116" y="226" width="150" height="36" rx="7" fill="${palette.marker}"/>`,
    ...cards,
  ]);
}

function sheetPreview(): string {
  const set = setHeadline(headlineOf('brochure'), { width: 250, height: 76 }, { least: 14, most: 32 });
  const lines = [0, 1, 2, 3, 4].flatMap((index) => {
    const y = 244 + index * 22;
    return [
      bar(228, y, [128, 112, 134, 104, 120][index] ?? 100),
      `<rect x="392" y="${y - 2}" width="11" height="11" rx="2" fill="none" stroke="${palette.accent}" stroke-width="1.5"/>`,
      bar(412, y, [74, 60, 80, 66, 52][index] ?? 60),
    ];
  });
  const code = Array.from({ length: 36 }, (_, index) =>
    (index * 7 + Math.floor(index / 6) * 5) % 3 === 0
      ? `<rect x="${440 + (index % 6) * 9}" y="${388 + Math.floor(index / 6) * 9}" width="9" height="9" fill="${palette.ink}"/>`
      : '',
  );
  return frame([
    sheet(204, 28, 312, 452, 3),
    `<rect x="204" y="28" width="312" height="152" fill="${palette.accent}"/>`,
    brandRow(looks.green, config().brandName, 228, 58, 11),
    drawHeadline(looks.green, set, 228, 84),
    bar(228, 202, 250, palette.muted),
    bar(228, 218, 214),
    ...lines,
    `<rect x="204" y="372" width="312" height="108" fill="${palette.accentSoft}"/>`,
    bar(228, 396, 96, palette.accent),
    bar(228, 420, 170, palette.muted),
    ...code,
  ]);
}

const previews = {
  'banner-set': { draw: bannerPreview, alt: 'Three of the banners' },
  'email-swipes': { draw: mailPreview, alt: 'The subjects of the emails' },
  'social-posts': { draw: socialPreview, alt: 'Four of the pictures' },
  'landing-page': { draw: pagePreview, alt: 'The head of the page' },
  brochure: { draw: sheetPreview, alt: 'The sheet' },
} as const;

/** The SVG of every such picture. */
export const previewDrawings = (): string[] => Object.values(previews).map(({ draw }) => draw());

const madePictures = perContent(() => new Map<string, Promise<Buffer>>());

/** The picture that shows a material, its measures and what it shows. */
export function previewOf(id: keyof typeof previews): { width: number; height: number; alt: string } {
  return { width, height, alt: previews[id].alt };
}

/** That picture as PNG, made once; null for a material there is not. */
export function previewPicture(id: string): Promise<Buffer> | null {
  if (!Object.hasOwn(previews, id)) return null;
  const made = madePictures();
  let picture = made.get(id);
  if (!picture) {
    picture = svgToPng(previews[id as keyof typeof previews].draw());
    picture.catch(() => made.delete(id));
    made.set(id, picture);
  }
  return picture;
}
