import { type Book, book } from '#app/domain/learning/ebook/book.server.ts';
import { coverSize } from '#app/domain/learning/ebook/cover-size.ts';
import { perContent } from '#app/platform/content/files.server.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { fitText, outlineText, wrapText } from '#app/platform/documents/outlines.server.ts';
import { palette } from '#app/platform/palette.ts';

function drawCover({ title, subtitle, author }: Book): string {
  const { width, height } = coverSize;
  const left = 130;
  const lineHeight = 1.06;
  const box = { width: width - left * 2, height: 700 };
  const { size, lines } = fitText(title, 'serif-bold', box, { least: 60, most: 190, lineHeight });
  const top = 460;
  const below = top + lines.length * size * lineHeight;
  const subtitleLines = wrapText(subtitle, 'serif-italic', 62, width - left * 2);
  const marker = lines.length - 1;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(`Cover: ${title}`)}">
<rect width="${width}" height="${height}" fill="${palette.accent}"/>
<rect x="60" y="60" width="${width - 120}" height="${height - 120}" fill="none" stroke="${palette.onAccent}" stroke-opacity="0.35" stroke-width="3"/>
<rect x="${left}" y="240" width="150" height="14" fill="${palette.marker}"/>
${lines
  .map((line, index) =>
    outlineText(line, {
      typeface: 'serif-bold',
      size,
      fill: index === marker ? palette.marker : palette.onAccent,
      x: left,
      y: top + index * size * lineHeight,
    }),
  )
  .join('\n')}
${subtitleLines
  .map((line, index) =>
    outlineText(line, {
      typeface: 'serif-italic',
      size: 62,
      fill: palette.onAccent,
      x: left,
      y: below + 50 + index * 80,
    }),
  )
  .join('\n')}
${outlineText(author, { typeface: 'sans-bold', size: 46, fill: palette.onAccent, x: left, y: height - 170 })}
</svg>
`;
}

/** The cover as SVG, drawn once. */
export const coverSvg = perContent((): string => drawCover(book()));
