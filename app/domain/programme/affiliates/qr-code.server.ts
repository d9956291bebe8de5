import { encode } from 'uqr';
import { svgToPng } from '#app/platform/documents/png.server.ts';

/** Pixels of the side of a QR code: sharp on a poster, small as a file. */
const side = 1024;

/** A link as a QR code in SVG, dark on light whatever surrounds it, with the quiet zone that the standard asks for. */
export function qrCodeSvg(link: string): string {
  const { data, size } = encode(link, { ecc: 'M', border: 4 });
  // A run of dark squares in a row is one rectangle.
  const runs = data.flatMap((row, y) => {
    const found: string[] = [];
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      found.push(`M${from} ${y}h${x - from + 1}v1H${from}z`);
    }
    return found;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join('')}"/></svg>`;
}

/** The same as PNG, for what takes no SVG. */
export const qrCodePng = (link: string): Promise<Buffer> => svgToPng(qrCodeSvg(link));
