import {
  balanceText,
  fitText,
  outlineText,
  type TextStyle,
} from '#app/platform/documents/outlines.server.ts';
import { palette } from '#app/platform/palette.ts';

/** What a picture for sharing says. */
export interface SocialPicture {
  /** Above the title. */
  kind: string;
  title: string;
  brandName: string;
  /** What its topic is drawn as: paths of 96 by 72, what is filled and the lines. */
  drawing?: { fill: string; lines: string } | undefined;
}

/** The size that sites which show shared pages ask for, in pixels. */
export const pictureSize = { width: 1200, height: 630 } as const;

const margin = 88;
const titleBox = { width: pictureSize.width - 2 * margin, height: 300 };
const lineHeight = 1.08;
/** Where a drawing stands, beside the title, and how many times its own size it is. */
const drawingBox = { x: 836, y: 222, scale: 2.875, gap: 48 };

/** A picture in the site's own colors and type, as SVG; its text is drawn as shapes. */
export function drawPicture({ kind, title, brandName, drawing }: SocialPicture): string {
  const { width, height } = pictureSize;
  const box = drawing ? { ...titleBox, width: drawingBox.x - drawingBox.gap - margin } : titleBox;
  const { size } = fitText(title, 'serif', box, { least: 44, most: 88, lineHeight });
  const lines = balanceText(title, 'serif', size, box.width);
  const top = 352 - ((lines.length - 1) * size * lineHeight) / 2;
  const text = (words: string, style: Omit<TextStyle, 'typeface'> & Partial<TextStyle>) =>
    outlineText(words, { typeface: 'sans', ...style });
  const { ink, paper, accent, onAccent, marker } = palette;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${paper}"/>
<rect width="20" height="${height}" fill="${accent}"/>
<g transform="translate(${margin} 72) scale(1.75)"><rect width="32" height="32" rx="8" fill="${accent}"/><path d="M8 23V10l8 8 8-8v13" fill="none" stroke="${onAccent}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></g>
${text(brandName, { typeface: 'serif', size: 38, fill: ink, x: 162, y: 113 })}
${text(kind, { size: 30, fill: accent, x: width - margin, y: 111, anchor: 'end' })}
${lines
  .map((line, index) =>
    text(line, { typeface: 'serif', size, fill: ink, x: margin, y: top + index * size * lineHeight }),
  )
  .join('\n')}
<rect x="${margin}" y="536" width="220" height="14" fill="${marker}"/>
${drawing ? drawnTopic(drawing) : ''}</svg>`;
}

/** As pages draw it (app/ui/styles.css). */
function drawnTopic({ fill, lines }: { fill: string; lines: string }): string {
  const { accent } = palette;
  const { x, y, scale } = drawingBox;
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="${fill}" fill="${accent}" fill-opacity="0.22"/><path d="${lines}" fill="none" stroke="${accent}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/></g>
`;
}
