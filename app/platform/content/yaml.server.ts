import { type Document, parse, parseDocument } from 'yaml';
import { keepLatest } from '#app/platform/content/latest-results.ts';
import { storable } from '#app/platform/storable-text.ts';

// The one place that reads YAML. A text of a few kilobytes can take the parser minutes: keys that are lists of keys, aliases of aliases,
// thousands of keys that are compared with each other. What our files need is far below these limits.

/** Every key is a string, and nothing stands for something else. */
export const yamlOptions = { maxAliasCount: 0, stringKeys: true } as const;

const limits: readonly { pattern: RegExp; most: number; what: string }[] = [
  { pattern: /\n/g, most: 1_500, what: 'lines' },
  { pattern: /[[{]/g, most: 400, what: 'opening brackets' },
  { pattern: /:/g, most: 1_500, what: 'colons' },
  { pattern: /,/g, most: 1_500, what: 'commas' },
  { pattern: /["']/g, most: 1_500, what: 'quotation marks' },
  { pattern: /[&*!%|>?@`#]/g, most: 800, what: 'special characters' },
  { pattern: /^[ \t]*(?:[-?:][ \t]+){6}/gm, most: 0, what: 'lists inside each other on one line' },
  { pattern: /^[ \t]{60}/gm, most: 0, what: 'columns of indentation' },
];

/** Why a YAML text would take longer to read than its length suggests, in words for its author; null where it doesn't. */
export function costlyYaml(text: string): string | null {
  const limit = limits.find(({ pattern, most }) => (text.match(pattern)?.length ?? 0) > most);
  return limit ? `There are too many ${limit.what}` : null;
}

/** What another thread has read of texts that editors have just typed: they are not read again in the thread that serves. */
const readElsewhere = keepLatest<unknown>(20);

/** Takes over what another thread has read of a text. */
export const rememberYaml = (text: string, value: unknown): void => readElsewhere.set(text, value);

/** Whether every text in some data can be stored and sent: an escape such as "\\0" or "\\ud83d" writes what is no character. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return storable(value) === value;
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, inner]) => storable(key) === key && isStorable(inner));
}

/** What a YAML text says. @throws {Error} that says, for its author, why it cannot be read */
export function parseYaml(text: string): unknown {
  const latest = readElsewhere.get(text);
  if (latest) return latest.result;
  const problem = costlyYaml(text);
  if (problem) throw new Error(problem);
  const value: unknown = parse(text, yamlOptions);
  // Only an escape can write one: forms and files have none.
  if (/\\[0xuU]/.test(text) && !isStorable(value))
    throw new Error('A text in quotation marks has an escape that is no character, such as \\0 or \\ud83d');
  return value;
}

/** A YAML text to be changed in place, with its comments; one that cannot be read has `errors`. */
export function parseYamlDocument(text: string): Document.Parsed {
  return parseDocument(costlyYaml(text) ? '[' : text, yamlOptions);
}
