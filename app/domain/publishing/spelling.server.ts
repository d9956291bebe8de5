import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeTrie } from 'cspell-trie-lib';
import { fileText } from '#app/platform/content/files.server.ts';

// The dictionary takes 30 MB, and looking for similar words takes long: this is loaded by the thread that checks spelling, and by tests.

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

/** What may have been meant. Each word takes up to 20 ms: not in the serving thread. */
const suggestions = (word: string) => english().suggest(word.toLowerCase(), { numSuggestions: 3 }).join(', ');

/** Of these words the first `most` that neither American English nor content/dictionary.txt has, each with what may have been meant. */
export function misspelled(words: readonly string[], most: number): string[] {
  const list: string[] = [];
  for (const word of words) {
    if (isKnown(word)) continue;
    // Suggestions are what takes long: nobody reads more than are shown.
    list.push(`${word} (${suggestions(word) || 'no suggestion'})`);
    if (list.length === most) break;
  }
  return list;
}
