import { type Document, documentOf } from '#app/domain/publishing/document.server.ts';
import { passages } from '#app/domain/publishing/passages.server.ts';
import { nearDuplicates } from '#app/domain/publishing/repetition.server.ts';

function readable(path: string, text: string): Document[] {
  try {
    return [documentOf(path, text)];
  } catch {
    // What cannot be read is told by the check of the editor.
    return [];
  }
}

/** How many passages of each of these pieces another one has in nearly the same words, by path; those with none are left out. */
export function countRepetitions(pieces: readonly { path: string; text: string }[]): Record<string, number> {
  const all = pieces.flatMap(({ path, text }) =>
    readable(path, text).flatMap((document) =>
      passages(document).map((passage) => ({ path, text: passage })),
    ),
  );
  const counts: Record<string, number> = {};
  for (const { one, other } of nearDuplicates(all))
    for (const { path } of [one, other]) counts[path] = (counts[path] ?? 0) + 1;
  return counts;
}
