import { posix } from 'node:path';
import { z } from 'zod';
import { deckEnding } from '#app/domain/decks/decks.server.ts';
import { withFacts } from '#app/domain/facts/facts.server.ts';
import { courseFileProblems } from '#app/domain/publishing/course-file-checks.server.ts';
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
import { contentText, type Overrides, withOverrides } from '#app/platform/content/files.server.ts';
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
        (issue) => `${issue.path.join('.').replace(/^file\.?/, '') || 'The facts'}: ${wordsOfIssue(issue)}`,
      ) ?? ['There is no piece of this name.']
    );
  return [
    ...structureProblems(document),
    ...attempt(() => courseFileProblems(path)),
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

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };

/** What of a fact does not fit, as its author counts. */
function wordsOfIssue(issue: z.core.$ZodIssue): string {
  const unit = 'origin' in issue ? (units[issue.origin] ?? '') : '';
  if (issue.code === 'too_small') return `at least ${issue.minimum}${unit}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}${unit}`;
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is missing';
  return issue.message;
}

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
  // Slides have no page of their own, and neither they nor a quiz a short name.
  const page = path.endsWith(deckEnding) ? undefined : shelfOf(path)?.pageOf?.(path);
  const [folder = '', name = ''] = path.split('/');
  const slug = path.endsWith('.md') ? name.replace(/\.md$/, '') : null;
  const slugKeys = folder === 'courses' ? ['course', 'courses', 'aiCourses'] : [];
  return paths.filter((other) => {
    if (other === path || (slug && other.startsWith(`courses/${slug}/`))) return false;
    const text = contentText(other);
    if (text === null) return false;
    if (page && new RegExp(`${page}(?![\\w-])`).test(text)) return true;
    if (slug === null || !text.includes(slug)) return false;
    const { data } = documentOf(other, text);
    return strings(data).some(
      ({ keys, text: value }) =>
        value === slug &&
        ((keys[0] === 'related' && other.startsWith(`${folder}/`)) ||
          keys.some((key) => slugKeys.includes(key))),
    );
  });
}
