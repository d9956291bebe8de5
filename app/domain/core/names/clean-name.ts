/** Blank characters that Unicode doesn't count as spaces or ignorable: the Braille blank, a musical null note, object replacements. */
const otherBlanks = /[\u2800\u{1D159}\uFFFC\uFFFD]/gu;

/** Scripts in which a joiner or non-joiner between two letters changes how they look, so it belongs to the spelling. */
const joining =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';

/** Invisible characters that are part of the spelling where they stand: joiners, and selectors of an emoji's or ideograph's form. */
const spelled = new RegExp(
  [
    `(?<=[${joining}]\\p{M}?)[\\u200C\\u200D](?=[${joining}])`,
    '(?<=\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\uFE0F]?)\\u200D(?=\\p{Extended_Pictographic})',
    '(?<=[\\p{Extended_Pictographic}\\d#*])\\uFE0F',
    '(?<=\\p{Script=Han})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
  ].join('|'),
  'gu',
);

/** Control, invisible, direction, private-use and unassigned characters. Hangul fillers are letters to Unicode, but ignorable. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A name as it may be stored and shown: on one line, without control, invisible or direction characters, its spaces single and none
 * around it. Joiners stay where a script or an emoji needs them. A name of nothing visible comes out empty.
 */
export function cleanName(input: string): string {
  const oneLine = input.normalize('NFC').replace(/[\t-\r\0\u0085\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ');
  const joinerIndexes = new Set<number>();
  for (const { index } of oneLine.matchAll(spelled)) joinerIndexes.add(index);
  return oneLine
    .replace(unseen, (character, index: number) => (joinerIndexes.has(index) ? character : ''))
    .replace(otherBlanks, '')
    .replace(/ +/g, ' ')
    .trim();
}
