import { describe, expect, it } from 'vitest';
import { svgToPng } from '#app/platform/documents/png.server.ts';
import { drawPicture, pictureSize } from '#app/platform/social-image/picture.server.ts';

const words = { kind: 'Playbook', brandName: 'Marketing Academy' };

/** The right end of the furthest shape of a drawing. */
const rightEnd = (svg: string) =>
  Math.max(
    ...[...svg.matchAll(/ d="(M[^"]+)"/g)].flatMap(([, path = '']) =>
      [...path.matchAll(/[ML](-?[\d.]+) /g)].map(([, x]) => Number(x)),
    ),
  );

describe('the picture of a page', () => {
  it('holds a title of any length inside its margins', () => {
    for (const title of [
      'Pricing',
      'Review three competitors in an afternoon',
      'A long title goes on '.repeat(5),
    ])
      expect(rightEnd(drawPicture({ ...words, title }))).toBeLessThanOrEqual(pictureSize.width - 80);
  });

  it('has the drawing of its topic beside the title, which leaves it room', () => {
    const drawing = { fill: 'M1 1h9v9H1z', lines: 'M2 2h90' };
    for (const title of [
      'Pricing',
      'Review three competitors in an afternoon and write down what they say',
    ]) {
      const svg = drawPicture({ ...words, kind: '', brandName: '', title, drawing });
      expect(svg).toContain('d="M2 2h90" fill="none" stroke=');
      expect(rightEnd(svg)).toBeLessThan(836);
    }
    expect(drawPicture({ ...words, title: 'Pricing' })).not.toContain('stroke-width="1.75"');
  });

  it('takes texts as texts', () => {
    const svg = drawPicture({ ...words, title: '<script>alert(1)</script> & "more"' });
    expect(svg).not.toContain('script');
  });

  it('comes out as PNG of the size that sites ask for', async () => {
    const png = await svgToPng(drawPicture({ ...words, title: 'Pricing' }));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([pictureSize.width, pictureSize.height]);
  });
});
