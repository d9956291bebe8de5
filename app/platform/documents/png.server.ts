import sharp from 'sharp';

/** An SVG as PNG of the size it names. Text in it must be drawn as shapes: no fonts are looked for. */
export function svgToPng(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ compressionLevel: 6, palette: true }).toBuffer();
}
