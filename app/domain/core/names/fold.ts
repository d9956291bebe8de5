/** Letters and signs that look like a Latin letter, by that letter. Compatibility forms and accents are folded by Unicode's own rules. */
const lookalikes: Record<string, string> = {
  a: 'аɑαᴀ4@Ꭺꭺ',
  b: 'вьƅβʙᏏ8',
  c: 'сϲᴄƈᏟꮯ',
  d: 'ԁɗᴅᏧꭰđ',
  e: 'еҽɛεᴇ3єℯᎬꭼ',
  f: 'ғƒꜰϝ',
  g: 'ɡɢց9ǥ',
  h: 'һհʜнհᎻꮋħ',
  i: 'іıɩιɪ1!|lӏℓǀ',
  j: 'јʝᴊϳ',
  k: 'кκᴋƙĸ',
  m: 'мᴍϻᎷꮇ',
  n: 'пոηɴп',
  o: 'оοσօᴏ0øөɵഠ',
  p: 'рρᴘϱᏢꮲ',
  q: 'ԛգ',
  r: 'гʀᴦᏒꮢ',
  s: 'ѕꜱ5$ʂᏚꮪ',
  t: 'тτᴛ7ƭᎢꭲŧ+',
  u: 'υսᴜʋцц',
  v: 'ѵνᴠ',
  w: 'ԝωաᴡшѡ',
  x: 'хχ×',
  y: 'уүγʏყ',
  z: 'ᴢȥʐ2ᏃꮓƵƶ',
};

const latin = new Map(
  Object.entries(lookalikes).flatMap(([letter, forms]) => [...forms].map((form) => [form, letter])),
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
