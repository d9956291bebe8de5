/** Letters and signs that look like a Latin letter, by that letter. Compatibility forms and accents are folded by Unicode's own rules. */
const lookalikes: Record<string, string> = {
  a: 'аɑαᴀ4@Ꭺꭺⲁꓮᗅᗩ𐌀',
  b: 'вьƅβʙᏏ8ßᏴꓐⲃᗷᖯ𐌁',
  c: 'сϲᴄƈᏟꮯⲥꓚᑕ𐌂𐐕©',
  d: 'ԁɗᴅᏧꭰđꓓᗪᗞᑯ',
  e: 'еҽɛεᴇ3єℯᎬꭼⲉꓰ𐌄',
  f: 'ғƒꜰϝꓝᖴ𐌅',
  g: 'ɡɢց9ǥꓖᏀ',
  h: 'һհʜнհᎻꮋħⲏꓧᕼ',
  i: 'іıɩιɪ1!|lӏℓǀⲓꓲᎥᏆᏞꓡᒪ𐌉𐐛',
  j: 'јʝᴊϳꓙᎫᒍ',
  k: 'кκᴋƙĸⲕꓗᏦ',
  m: 'мᴍϻᎷꮇⲙꓟᗰ𐌑',
  n: 'пոηɴпⲛꓠᑎ',
  o: 'оοσօᴏ0øөɵഠⲟꓳ𐌏𐐄٥۵०০੦૦୦௦౦೦൦๐໐၀០〇口ロ○◯◎●⊙',
  p: 'рρᴘϱᏢꮲⲣꓑᑭ𐌐',
  q: 'ԛգᑫ',
  r: 'гʀᴦᏒꮢꓣᎡᖇ®',
  s: 'ѕꜱ5$ʂᏚꮪƨꞩꓢᏕᔕ𐐠𐊖',
  t: 'тτᴛ7ƭᎢꭲŧ+ⲧꓔ𐌕',
  u: 'υսᴜʋццꓴᑌ∪',
  v: 'ѵνᴠꓦᏙᐯ',
  w: 'ԝωաᴡшѡꓪᎳᏔᗯ',
  x: 'хχ×ⲭꓫ᙭𐌗',
  y: 'уүγʏყⲩꓬᎩᎽ',
  z: 'ᴢȥʐ2ᏃꮓƵƶꓜ',
};

// A text is compared in lower case, which Cherokee and Coptic have too.
const latin = new Map(
  Object.entries(lookalikes).flatMap(([letter, forms]) =>
    [...forms].map((form) => [form.toLowerCase(), letter]),
  ),
);

/** A letter of the enclosed alphabets that Unicode doesn't decompose: squared, circled in negative, and flags' letters. */
function enclosed(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  for (const first of [0x1f130, 0x1f150, 0x1f170, 0x1f1e6])
    if (code >= first && code < first + 26) return String.fromCharCode(97 + code - first);
  return character;
}

/**
 * A text as the eye takes it, for comparing with a name that nobody may imitate: lower-case Latin letters, without accents; letters of
 * other scripts and digits that look like one become it, and an l is an i. Whatever has no such letter stays.
 */
export function foldLookalikes(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...plain]
    .map(enclosed)
    .map((character) => latin.get(character) ?? character)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
