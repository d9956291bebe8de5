import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeTrie } from 'cspell-trie-lib';
import type { Document } from '#app/domain/publishing/document.server.ts';
import { passages } from '#app/domain/publishing/passages.server.ts';
import { fileText } from '#app/platform/content/files.server.ts';

// Whoever uses this loads it when somebody asks: readers of the site never do.

let dictionary: ReturnType<typeof decodeTrie> | undefined;

/** American English. */
function english() {
  if (!dictionary) {
    const { resolve } = createRequire(join(process.cwd(), 'package.json'));
    const folder = dirname(resolve('@cspell/dict-en_us/cspell-ext.json'));
    dictionary = decodeTrie(gunzipSync(readFileSync(join(folder, 'en_US.trie.gz'))));
  }
  return dictionary;
}

let own: ReadonlySet<string> | undefined;

/** The words of content/dictionary.txt: one a line, `#` begins a note. */
export function ownWords(): ReadonlySet<string> {
  own ??= new Set(
    (fileText('dictionary.txt') ?? '')
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim())
      .filter((line) => line !== ''),
  );
  return own;
}

const isEnglish = (word: string) => english().hasWord(word, true);

/**
 * Whether a word is spelled right: in lower case it is an English word, or it is listed as it stands. Names are therefore words
 * to list, so that none slips in: "Anna" is in the dictionary only with a capital.
 */
export function isKnown(word: string): boolean {
  if (ownWords().has(word) || isEnglish(word.toLowerCase())) return true;
  // A word of the list at the beginning of a sentence, and what belongs to somebody.
  const lower = word.charAt(0).toLowerCase() + word.slice(1);
  if (ownWords().has(lower)) return true;
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
const suggestions = (word: string) => english().suggest(word.toLowerCase(), { numSuggestions: 3 }).join(', ');

/** Words of a piece that neither American English nor content/dictionary.txt has, each with what may have been meant. */
export function spellingOf(document: Document): string[] {
  const words = new Set(passages(document).flatMap(wordsToCheck));
  return [...words]
    .filter((word) => !isKnown(word))
    .map((word) => `${word} (${suggestions(word) || 'no suggestion'})`);
}
