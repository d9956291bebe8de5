import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { decodeTrie } from 'cspell-trie-lib';
import { textOf } from '#tests/content/files.ts';

const dictionaryDir = dirname(fileURLToPath(import.meta.resolve('@cspell/dict-en_us/cspell-ext.json')));
/** American English. */
const english = decodeTrie(gunzipSync(readFileSync(join(dictionaryDir, 'en_US.trie.gz'))));

/** The words of content/dictionary.txt: one a line, `#` begins a note. */
export const ownWords: ReadonlySet<string> = new Set(
  textOf('dictionary.txt')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== ''),
);

const isEnglish = (word: string) => english.hasWord(word, true);

/**
 * Whether a word is spelled right: in lower case it is an English word, or it is listed as it stands. Names are therefore words
 * to list, so that none slips in: "Anna" is in the dictionary only with a capital.
 */
export function isKnown(word: string): boolean {
  if (ownWords.has(word) || isEnglish(word.toLowerCase())) return true;
  // A word of the list at the beginning of a sentence, and what belongs to somebody.
  const lower = word.charAt(0).toLowerCase() + word.slice(1);
  if (ownWords.has(lower)) return true;
  return /'s?$/.test(word) && isKnown(word.replace(/'s?$/, ''));
}

/** What is no prose: addresses, placeholders, and parts to fill in. */
const machineText =
  /\{\{[#^/]?\w+\}\}|\bhttps?:\/\/\S+|\b[\w.-]+@[\w.-]+|\butm_\w+(=\S*)?|(?<![\w.])\/[\w/-]+|\b[\w-]+\.(?:com|org|net|md|svg|html?|pdf)\b/g;

/** The words of a text that are to be checked: letters and inner apostrophes; parts of compounds are words. */
export function wordsToCheck(text: string): string[] {
  return text.replace(machineText, ' ').match(/(?<![\w'])[A-Za-z]+(?:'[A-Za-z]+)*'?(?![\w])/g) ?? [];
}

/** What may have been meant. */
export const suggestions = (word: string) =>
  english.suggest(word.toLowerCase(), { numSuggestions: 3 }).join(', ');
