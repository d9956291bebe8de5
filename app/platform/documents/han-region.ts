/** Where Chinese characters look alike but not the same: mainland China, Taiwan and Hong Kong, Japan, Korea. */
export const hanRegions = ['sc', 'tc', 'jp', 'kr'] as const;

/** A way of writing Chinese characters, as the font packages name it. */
export type HanRegion = (typeof hanRegions)[number];

/** What each region's own encoding is called, and the first bytes of its characters. */
const encodings = {
  sc: { label: 'gb18030', leads: [0xb0, 0xf7], trails: [[0xa1, 0xfe]] },
  tc: {
    label: 'big5',
    leads: [0xa4, 0xf9],
    trails: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
  jp: { label: 'euc-jp', leads: [0xb0, 0xf4], trails: [[0xa1, 0xfe]] },
  kr: { label: 'euc-kr', leads: [0xca, 0xfd], trails: [[0xa1, 0xfe]] },
} as const;

const repertoires = new Map<HanRegion, Set<string>>();

/** The Chinese characters in everyday use in a region: those that its classic encoding has (GB 2312, Big5, JIS X 0208, KS X 1001). */
function repertoireOf(region: HanRegion): Set<string> {
  let repertoire = repertoires.get(region);
  if (!repertoire) {
    const { label, leads, trails } = encodings[region];
    const bytes: number[] = [];
    for (let lead = leads[0]; lead <= leads[1]; lead++)
      for (const [first, last] of trails)
        for (let trail = first; trail <= last; trail++) bytes.push(lead, trail);
    repertoire = new Set(new TextDecoder(label).decode(Uint8Array.from(bytes)));
    repertoires.set(region, repertoire);
  }
  return repertoire;
}

/**
 * As whose Chinese characters those of a text are best drawn: kana are Japanese, hangul are Korean, and else the region whose everyday
 * characters have most of them.
 */
export function hanRegionOf(text: string): HanRegion {
  const characters = [...new Set(text.match(/\p{Script=Han}/gu) ?? [])];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  if (/\p{Script=Hangul}/u.test(text)) return 'kr';
  if (/\p{Script=Bopomofo}/u.test(text)) return 'tc';
  if (characters.length === 0) return 'sc';
  const counts = hanRegions.map((region) => {
    const repertoire = repertoireOf(region);
    return characters.filter((character) => repertoire.has(character)).length;
  });
  return hanRegions[counts.indexOf(Math.max(...counts))] ?? 'sc';
}
