import type { Font } from 'fontkit';
import type { Face } from '#app/platform/documents/fonts.server.ts';
import {
  advanceOf,
  type PlacedGlyph,
  type ShapedCluster,
  shape,
} from '#app/platform/documents/shaping.server.ts';

// Shaped text in a PDF. Whoever copies or searches it reads one glyph after another, and a glyph stands for the same text wherever it
// is drawn. Shaped letters keep to neither: marks are glyphs of their own, vowels are drawn before the consonant that they follow, and
// the dots of Arabic letters are shared by several. So each cluster is embedded as one glyph, made of those that it is drawn with.

/** The feature by which pdfkit's texts say that they run from right to left; fonts know it as the one for mirrored letters. */
export const rightToLeft = ['rtlm'];

/** The parts of fontkit's subset that are changed here. */
interface Subset {
  glyphs: number[];
  glyf: Buffer[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
  includeGlyph(glyph: number): number;
  _addGlyph(glyph: number): number;
}

/** A part of a glyph that is made of others, and where it stands. */
interface Part {
  slot: number;
  x: number;
  y: number;
}

const argumentsAreWords = 0x1;
const argumentsArePlaces = 0x2;
const moreParts = 0x20;

/** A composite as it stands in the table of outlines. Its bounds are left open: who shows a PDF takes them from the parts. */
function writeComposite(parts: readonly Part[]): Buffer {
  const bytes = Buffer.alloc(10 + parts.length * 8 + ((10 + parts.length * 8) & 2));
  bytes.writeInt16BE(-1);
  for (const [index, { slot, x, y }] of parts.entries()) {
    const at = 10 + index * 8;
    const isLast = index === parts.length - 1;
    bytes.writeUInt16BE(argumentsAreWords | argumentsArePlaces | (isLast ? 0 : moreParts), at);
    bytes.writeUInt16BE(slot, at + 2);
    bytes.writeInt16BE(Math.round(x), at + 4);
    bytes.writeInt16BE(Math.round(y), at + 6);
  }
  return bytes;
}

/** Ids of clusters begin above those of glyphs. */
const firstCluster = 0x10000;

/** A subset to which clusters can be added by their ids. */
function subsetWithClusters(font: Font, clusters: readonly ShapedCluster[]): Subset {
  const subset = font.createSubset() as unknown as Subset;
  const slots = new Map([[0, 0]]);
  const partsOf = (glyphs: readonly PlacedGlyph[]): Part[] => {
    let pen = 0;
    return glyphs.map(({ id, xAdvance, xOffset, yOffset }) => {
      const part = { slot: subset.includeGlyph(id), x: pen + xOffset, y: yOffset };
      pen += xAdvance;
      return part;
    });
  };
  subset.includeGlyph = (id) => {
    const slot = slots.get(id) ?? subset.glyphs.push(id) - 1;
    slots.set(id, slot);
    return slot;
  };
  const addGlyph = subset._addGlyph.bind(subset);
  // Called when the file is written. Glyphs that only others are made of come after all that texts have.
  subset._addGlyph = (id) => {
    const cluster = clusters[id - firstCluster];
    if (!cluster) return addGlyph(id);
    const [glyph, ...others] = cluster.glyphs;
    if (glyph && others.length === 0 && glyph.xOffset === 0 && glyph.yOffset === 0) return addGlyph(glyph.id);
    const bytes = writeComposite(partsOf(cluster.glyphs));
    subset.glyf.push(bytes);
    subset.loca.offsets.push(subset.offset);
    subset.hmtx.metrics.push({ advance: advanceOf(cluster), bearing: 0 });
    subset.offset += bytes.length;
    return subset.glyf.length - 1;
  };
  return subset;
}

/** A face as pdfkit takes fonts: fontkit's own but for shaping and subsetting. Texts are to be written with a list of features. */
export function pdfFont(face: Face): Font {
  const { font } = face;
  const clusters: ShapedCluster[] = [];
  const ids = new Map<string, number>();
  const idOf = (cluster: ShapedCluster) => {
    const key = JSON.stringify(cluster);
    const id = ids.get(key) ?? firstCluster + clusters.push(cluster) - 1;
    ids.set(key, id);
    return id;
  };
  return Object.create(font, {
    layout: {
      value(text: string, features: readonly string[]) {
        const shaped = shape(face, text, features.includes('rtlm'));
        return {
          glyphs: shaped.map((cluster) => ({
            id: idOf(cluster),
            codePoints: Array.from(cluster.text, (letter) => letter.codePointAt(0) ?? 0),
            advanceWidth: advanceOf(cluster),
          })),
          positions: shaped.map((cluster) => ({
            xAdvance: advanceOf(cluster),
            yAdvance: 0,
            xOffset: 0,
            yOffset: 0,
          })),
          advanceWidth: shaped.reduce((sum, cluster) => sum + advanceOf(cluster), 0),
        };
      },
    },
    createSubset: { value: () => subsetWithClusters(font, clusters) },
  });
}
