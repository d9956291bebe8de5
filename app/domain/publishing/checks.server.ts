import { posix } from 'node:path';
import { z } from 'zod';
import { withFacts } from '#app/domain/facts/facts.server.ts';
import { type Document, documentOf, isThicket, strings } from '#app/domain/publishing/document.server.ts';
import {
  fileProblems,
  foreignAddressProblems,
  linkProblems,
  relatedProblems,
} from '#app/domain/publishing/links.server.ts';
import { schemaOf } from '#app/domain/publishing/piece-schemas.server.ts';
import { readAsTheSiteDoes } from '#app/domain/publishing/readers.server.ts';
import { shelfOf } from '#app/domain/publishing/shelves.ts';
import { structureProblems } from '#app/domain/publishing/structure-checks.server.ts';
import {
  contentText,
  listContent,
  type Overrides,
  withOverrides,
} from '#app/platform/content/files.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';

/** No piece of ours comes near this many characters; a form carries it. */
export const maxTextLength = 30_000;

/** What is wrong with a piece by itself and in its place, in words for its author; nothing where it can be published. */
export function problemsOfText(path: string, text: string): string[] {
  if (!shelfOf(path)) return ['There is no piece of this name.'];
  if (text.length > maxTextLength) return [`A piece has at most ${maxTextLength} characters.`];
  if (path.endsWith('.md') && isThicket(text)) return ['There are too many marks in too little text.'];
  let document: Document;
  try {
    document = documentOf(path, text);
  } catch (error) {
    return [wordsOfError(error)];
  }
  const fits = schemaOf(path)?.safeParse(document.data);
  if (!fits?.success)
    return (
      fits?.error.issues.map(
        ({ path: keys, message }) => `${keys.join('.').replace(/^file\.?/, '') || 'The facts'}: ${message}`,
      ) ?? ['There is no piece of this name.']
    );
  return [
    ...structureProblems(document),
    ...moduleProblems(path),
    ...attempt(() => linkProblems(document)),
    ...foreignAddressProblems(document),
    ...attempt(() => relatedProblems(document)),
    ...fileProblems(document),
    ...attempt(() => {
      if (document.body) renderMarkdown(withFactsWhereUsed(path, document.body), posix.dirname(path));
      return [];
    }),
    ...readingProblems(path),
  ];
}

/** A course has two to nine modules, numbered from 1 without a gap. */
export function moduleProblems(path: string): string[] {
  if (!/^courses\/[a-z0-9-]+\/course\.md$/.test(path)) return [];
  const numbers = listContent(posix.dirname(path), /^module-[1-9]\.md$/).map((name) => Number(name.at(7)));
  if (numbers.length < 2) return ['A course needs two modules at least.'];
  const missing = numbers.map((_, index) => index + 1).find((number) => !numbers.includes(number));
  return missing ? [`The modules of a course have no gap: number ${missing} is missing.`] : [];
}

/** What the site could not read of the content as it is now, around a piece; of a text that takes too long to read, that. */
export const readingProblems = (path: string, text?: string): string[] =>
  text !== undefined && (text.length > maxTextLength || (path.endsWith('.md') && isThicket(text)))
    ? ['There is too much of it.']
    : attempt(() => {
        if (text !== undefined) documentOf(path, text);
        readAsTheSiteDoes(path);
        return [];
      });

/** Everything that is wrong with a piece as it would be published over `overrides`; a repeated problem is said once. */
export const problemsOf = (overrides: Overrides, path: string, text: string): string[] =>
  withOverrides(new Map([...overrides, [path, text]]), () => [...new Set(problemsOfText(path, text))]);

/** Texts with placeholders. */
const usesFacts = /^(site|support|legal|materials|affiliate-training|ebook|getting-started)/;
const withFactsWhereUsed = (path: string, text: string) => (usesFacts.test(path) ? withFacts(text) : text);

function attempt(check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    return [wordsOfError(error)];
  }
}

function wordsOfError(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return (error instanceof Error ? error.message : String(error)).replace(/^content\//, '');
}

/** How a piece is shown to whoever is to publish it: its text as HTML, null for files of words. */
export function previewOf(overrides: Overrides, path: string, text: string): string | null {
  if (!path.endsWith('.md') || text.length > maxTextLength || isThicket(text)) return null;
  return withOverrides(new Map([...overrides, [path, text]]), () => {
    try {
      const { body } = documentOf(path, text);
      return renderMarkdown(withFactsWhereUsed(path, body), posix.dirname(path)).html;
    } catch {
      return null;
    }
  });
}

/** Pieces, of those at `paths`, that a page or slug is still named by: they stand in the way of taking it away. */
export function namedBy(paths: readonly string[], path: string): string[] {
  const page = shelfOf(path)?.pageOf?.(path);
  const [folder = '', name = ''] = path.split('/');
  const slug = name.replace(/\.md$/, '');
  const slugKeys = folder === 'courses' ? ['course', 'courses', 'aiCourses'] : [];
  return paths.filter((other) => {
    if (other === path || other.startsWith(`courses/${slug}/`)) return false;
    const text = contentText(other);
    if (text === null) return false;
    if (page && new RegExp(`${page}(?![\\w-])`).test(text)) return true;
    if (!text.includes(slug)) return false;
    const { data } = documentOf(other, text);
    return strings(data).some(
      ({ keys, text: value }) =>
        value === slug &&
        ((keys[0] === 'related' && other.startsWith(`${folder}/`)) ||
          keys.some((key) => slugKeys.includes(key))),
    );
  });
}
