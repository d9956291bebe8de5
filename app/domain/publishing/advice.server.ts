import { headingsMissed } from '#app/domain/learning/quizzes/quiz-problems.server.ts';
import { libraryAdvice } from '#app/domain/publishing/checks.server.ts';
import { type Document, documentOf } from '#app/domain/publishing/document.server.ts';
import type {} from '#app/domain/publishing/isolated-tasks.ts';
import { triedWith } from '#app/domain/publishing/new-course.server.ts';
import { unreadable } from '#app/domain/publishing/readable.server.ts';
import { repetitionsOf } from '#app/domain/publishing/repetition.server.ts';
import { documentWords } from '#app/domain/publishing/words-to-check.server.ts';
import { currentOverrides, withOverrides } from '#app/platform/content/files.server.ts';
import { IsolatedTaskError, runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

/** So many of each are told. */
const most = 20;

/** What an author may want to look at, which keeps nothing from being published: names are words that no dictionary has. */
export interface Advice {
  /** Null where the check did not finish. */
  spelling: string[] | null;
  repetitions: string[];
  /** What the shipped library would have in another way. */
  library: string[];
  /** Headings that the course's quiz leads to, and that are not there. */
  headings: string[];
}

/** What the quiz of its course would miss of a lesson that says this. */
function headingsMissedIn(path: string, text: string): string[] {
  const [, slug = '', number = ''] = /^courses\/([a-z0-9-]+)\/module-([1-9]\d?)\.md$/.exec(path) ?? [];
  if (!number) return [];
  return withOverrides(new Map([...currentOverrides(), [path, text]]), () => {
    try {
      return headingsMissed(slug, Number(number));
    } catch {
      // What cannot be read is told by the check.
      return [];
    }
  });
}

/** What is misspelled in a piece; null where that could not be found out. The dictionary, and the search in it, stay in a thread. */
async function spellingOf(document: Document): Promise<string[] | null> {
  try {
    return await runIsolated(
      'check-spelling',
      { words: documentWords(document), most },
      { lane: 'editor', timeoutMs: 20_000 },
    );
  } catch (error) {
    if (error instanceof IsolatedTaskError) return null;
    throw error;
  }
}

/** What is worth a look in a text that can be read; nothing for any other. */
export async function adviceOn(path: string, text: string): Promise<Advice> {
  const none = { spelling: [], repetitions: [], library: [], headings: [] };
  if (await unreadable(path, text)) return none;
  let document: Document;
  try {
    document = documentOf(path, text);
  } catch {
    return none;
  }
  return {
    spelling: await spellingOf(document),
    repetitions: (await repetitionsOf(document)).slice(0, most),
    library: await libraryAdvice(await triedWith(path, text), path, text),
    headings: headingsMissedIn(path, text),
  };
}
