import type { Font, GlyphRun } from 'fontkit';
import type { Face } from '#app/platform/documents/fonts.server.ts';

// Letters into glyphs. HarfBuzz shapes whatever is not Latin: fontkit's own shaper fails on some words of Indic scripts.

type HarfBuzz = typeof import('harfbuzzjs');

let harfbuzz: HarfBuzz | undefined;

/** Loads the shaper (1 MB). Documents wait for it; pictures are drawn by fontkit where nothing has loaded it yet. */
export async function loadShaper(): Promise<void> {
  harfbuzz ??= await import('harfbuzzjs');
}

/** A glyph where it is drawn; sizes in the font's units. */
export interface PlacedGlyph {
  id: number;
  xAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** What is drawn together: a letter with its marks, or several letters that have become one shape. */
export interface ShapedCluster {
  text: string;
  /** From left to right. */
  glyphs: PlacedGlyph[];
}

const shapers = new WeakMap<Face, InstanceType<HarfBuzz['Font']>>();

function shaperOf(hb: HarfBuzz, face: Face) {
  let shaper = shapers.get(face);
  if (!shaper) {
    const { buffer, byteOffset, byteLength } = face.file;
    shaper = new hb.Font(
      new hb.Face(new hb.Blob(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)),
    );
    shapers.set(face, shaper);
  }
  return shaper;
}

/** The glyphs of a text of one direction, from left to right. */
export function shape(face: Face, text: string, isRtl: boolean): ShapedCluster[] {
  if (!harfbuzz) return shapeByFontkit(face.font, text);
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRtl ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  harfbuzz.shape(shaperOf(harfbuzz, face), buffer);
  const positions = buffer.getGlyphPositions();
  const groups = new Map<number, PlacedGlyph[]>();
  for (const [index, { codepoint: id, cluster }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    groups.set(cluster, [...(groups.get(cluster) ?? []), { id, xAdvance, xOffset, yOffset }]);
  }
  const starts = [...groups.keys()].toSorted((one, other) => one - other);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1]]));
  return [...groups].map(([start, glyphs]) => ({ text: text.slice(start, ends.get(start)), glyphs }));
}

/** All of a text as one cluster: fontkit does not tell reliably which glyph stands for what. */
function shapeByFontkit(font: Font, text: string): ShapedCluster[] {
  const { glyphs, positions } = layOutByFontkit(font, text);
  const placed = glyphs.map(({ id }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    return { id, xAdvance, xOffset, yOffset };
  });
  return [{ text, glyphs: placed }];
}

/** fontkit's shaper fails on some words of Indic scripts: their letters stand side by side then. */
function layOutByFontkit(font: Font, text: string): Pick<GlyphRun, 'glyphs' | 'positions'> {
  try {
    return font.layout(text);
  } catch {
    const glyphs = font.glyphsForString(text);
    return {
      glyphs,
      positions: glyphs.map(({ advanceWidth: xAdvance }) => ({
        xAdvance,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
      })),
    };
  }
}

/** How wide a cluster is, in the font's units. */
export const advanceOf = ({ glyphs }: ShapedCluster): number =>
  glyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0);

/** How wide a text of one direction is, in ems. */
export const shapedWidth = (face: Face, text: string, isRtl: boolean): number =>
  shape(face, text, isRtl).reduce((sum, cluster) => sum + advanceOf(cluster), 0) / face.font.unitsPerEm;
