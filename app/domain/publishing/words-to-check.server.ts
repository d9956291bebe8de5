import type { Document } from '#app/domain/publishing/document.server.ts';
import { passages } from '#app/domain/publishing/passages.server.ts';

/** What is no prose: addresses, placeholders, and parts to fill in. */
const machineText =
  /\{\{[#^/]?\w+\}\}|\bhttps?:\/\/\S+|\b[\w.-]+@[\w.-]+|\butm_\w+(=\S*)?|(?<![\w.])\/[\w/-]+|\b[\w-]+\.(?:com|org|net|md|svg|html?|pdf)\b/g;

/** The words of a text that are to be checked: letters and inner apostrophes; parts of compounds are words. */
export function wordsToCheck(text: string): string[] {
  return text.replace(machineText, ' ').match(/(?<![\w'])[A-Za-z]+(?:'[A-Za-z]+)*'?(?![\w])/g) ?? [];
}

/** Longer strings of letters are no words, and what resembles them takes long to find. */
const longestWord = 40;

/** The words of a piece that are to be checked, each once. */
export const documentWords = (document: Document): string[] =>
  [...new Set(passages(document).flatMap(wordsToCheck))].filter((word) => word.length <= longestWord);
