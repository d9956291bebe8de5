import { posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { readNumber } from '#app/domain/core/values/typed-number.ts';
import { deckEnding } from '#app/domain/learning/decks/decks.server.ts';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { courseFileAdvice, courseFileProblems } from '#app/domain/publishing/course-file-checks.server.ts';
import {
  type Document,
  documentOf,
  strings,
  wordsOfReadingError,
} from '#app/domain/publishing/document.server.ts';
import { figureProblem, isFigurePath } from '#app/domain/publishing/figures.ts';
import {
  fileProblems,
  foreignAddressProblems,
  linkProblems,
  relatedProblems,
} from '#app/domain/publishing/links.server.ts';
import { isOwnCourse } from '#app/domain/publishing/own-courses.server.ts';
import { librarySchemaOf, schemaOf } from '#app/domain/publishing/piece-schemas.server.ts';
import { questionListProblems } from '#app/domain/publishing/question-lists.server.ts';
import { unreadable } from '#app/domain/publishing/readable.server.ts';
import { readersOf } from '#app/domain/publishing/readers.server.ts';
import { salesPageProblems } from '#app/domain/publishing/sales-page-checks.server.ts';
import { shelfOf } from '#app/domain/publishing/shelves.ts';
import {
  libraryStructureProblems,
  pageStructureProblems,
} from '#app/domain/publishing/structure-checks.server.ts';
import { salesPagesFolder } from '#app/domain/site/sales-pages/sales-pages.server.ts';
import { contentText, type Overrides, withOverrides } from '#app/platform/content/files.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';

/**
 * What is wrong with a piece by itself and in its place, in words for its author; nothing where it can be published. One check after the
 * other, with room for others in between.
 */
async function problemsOfText(path: string, text: string): Promise<string[]> {
  if (isFigurePath(path)) return [figureProblem(text) ?? []].flat();
  if (!shelfOf(path)) return ['There is no piece of this name.'];
  const reason = await unreadable(path, text);
  if (reason) return [reason];
  let document: Document;
  try {
    document = documentOf(path, text);
  } catch (error) {
    return [wordsOfError(error)];
  }
  const fits = schemaOf(path)?.safeParse(document.data, { reportInput: true });
  if (!fits?.success)
    return fits ? fits.error.issues.map(wordsWithPlace) : ['There is no piece of this name.'];
  const isOwn = isOwnCourse(path) || path.startsWith(`${salesPagesFolder}/`);
  return attemptEach([
    () => pageStructureProblems(document),
    () => (isOwn ? [] : libraryStructureProblems(document)),
    () => courseFileProblems(path),
    () => linkProblems(document, isOwn),
    () => (isOwn ? [] : foreignAddressProblems(document)),
    () => relatedProblems(document),
    () => fileProblems(document),
    () => questionListProblems(document),
    () => salesPageProblems(document),
    () => {
      if (document.body) renderMarkdown(withFactsWhereUsed(path, document.body), posix.dirname(path));
      return [];
    },
    ...readingChecks(path),
  ]);
}

/** Reads what the site makes of a piece, step by step; the first that fails is told alone, as it is why the others would. */
const readingChecks = (path: string): (() => string[])[] => {
  let hasFailed = false;
  return readersOf(path).map((read) => () => {
    if (hasFailed) return [];
    hasFailed = true;
    read();
    hasFailed = false;
    return [];
  });
};

/** What the site could not read of the content as it is now, around a piece; of a text that takes too long to read, that. */
export async function readingProblems(path: string, text?: string): Promise<string[]> {
  const reason = text === undefined ? null : await unreadable(path, text);
  if (reason) return [reason];
  return attemptEach(readingChecks(path));
}

/** Everything that is wrong with a piece as it would be published over `overrides`; a repeated problem is said once. */
export const problemsOf = (overrides: Overrides, path: string, text: string): Promise<string[]> =>
  withOverrides(new Map([...overrides, [path, text]]), async () => [
    ...new Set(await problemsOfText(path, text)),
  ]);

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };

/** What of the facts does not fit, and where. */
const wordsWithPlace = (issue: z.core.$ZodIssue): string =>
  `${issue.path.join('.').replace(/^file\.?/, '') || 'The facts'}: ${wordsOfIssue(issue)}`;

/**
 * What the shipped library would have in another way of a piece of a course that was made here: advice for its author, which keeps
 * nothing from being published (P270). Nothing for any other piece, and for what cannot be read.
 */
export async function libraryAdvice(overrides: Overrides, path: string, text: string): Promise<string[]> {
  if (!isOwnCourse(path) || (await unreadable(path, text))) return [];
  return withOverrides(new Map([...overrides, [path, text]]), () => {
    try {
      const document = documentOf(path, text);
      const issues = librarySchemaOf(path)?.safeParse(document.data).error?.issues ?? [];
      return [
        ...issues.map(wordsWithPlace),
        ...libraryStructureProblems(document),
        ...courseFileAdvice(path),
      ];
    } catch {
      // What cannot be read is told by the check.
      return [];
    }
  });
}

/** What of a fact does not fit, as its author counts. */
function wordsOfIssue(issue: z.core.$ZodIssue): string {
  const unit = 'origin' in issue ? (units[issue.origin] ?? '') : '';
  if (issue.code === 'too_small' && issue.minimum === 1 && issue.origin === 'string') return 'is missing';
  if (issue.code === 'too_small') return `at least ${issue.minimum}${unit}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}${unit}`;
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is missing';
  if (issue.code === 'invalid_type' && issue.expected === 'number' && typeof issue.input === 'string')
    return readNumber(issue.input, { unit: 'number' }).problem ?? issue.message;
  return issue.message;
}

/** Texts with placeholders. */
const usesFacts = /^(site|support|legal|materials|affiliate-training|ebook|getting-started)/;
const withFactsWhereUsed = (path: string, text: string) => (usesFacts.test(path) ? withFacts(text) : text);

/** What checks find, one after the other: whoever else waits for the process has a turn after each. */
async function attemptEach(checks: readonly (() => string[])[]): Promise<string[]> {
  const problems: string[] = [];
  for (const check of checks) {
    try {
      problems.push(...check());
    } catch (error) {
      problems.push(wordsOfError(error));
    }
    await setImmediate();
  }
  return problems;
}

function wordsOfError(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return wordsOfReadingError(error);
}

/** How a piece is shown to whoever is to publish it: its text as HTML, null for files of words. @throws {Refusal} unavailable */
export async function previewOf(overrides: Overrides, path: string, text: string): Promise<string | null> {
  if (!path.endsWith('.md') || (await unreadable(path, text))) return null;
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
  // Slides have no page of their own, and neither they nor a quiz a short name; a product without blocks still has its page.
  const isPageKept = path.endsWith(deckEnding) || path.startsWith(`${salesPagesFolder}/`);
  const page = isPageKept ? undefined : shelfOf(path)?.pageOf?.(path);
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
