import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Document,
  documentOf,
  textOfNode as plainText,
  strings,
} from '#app/domain/publishing/document.server.ts';

export { passages, words } from '#app/domain/publishing/passages.server.ts';
export { type Document, plainText, strings };

const contentDir = join(process.cwd(), 'content');

/** Every file of content/, as a path inside it with forward slashes. */
export const paths: readonly string[] = readdirSync(contentDir, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(contentDir.length + 1)
      .replaceAll('\\', '/'),
  )
  .sort();

/** Notes for whoever edits the files; no reader of the site sees them. */
const notes = ['README.md', 'dictionary.txt'];

export const textOf = (path: string) => readFileSync(join(contentDir, path), 'utf8').replaceAll('\r\n', '\n');

const read = (path: string): Document => documentOf(path, textOf(path));

/** Everything written for readers: all Markdown and YAML of content/. */
export const documents: readonly Document[] = paths
  .filter((path) => /\.(md|yaml)$/.test(path) && !notes.includes(path))
  .map(read);

/** The pieces whose path a pattern matches, e.g. all lessons. */
export const documentsIn = (pattern: RegExp) => documents.filter(({ path }) => pattern.test(path));

/** How many words a reader reads; figures, punctuation and boxes to tick are none. */
export const countWords = (text: string) =>
  text.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length;

/** What `check` finds wrong, one line a problem, with the file it is in; tests expect none. */
export const problemsOf = <T extends { path: string }>(
  list: readonly T[],
  check: (item: T) => readonly string[],
) => list.flatMap((item) => check(item).map((problem) => `${item.path}: ${problem}`));
