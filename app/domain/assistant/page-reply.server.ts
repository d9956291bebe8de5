import type { Viewer } from '#app/domain/access/viewer.ts';
import { escapeMarkdown } from '#app/domain/assistant/markdown.ts';
import { sentencesOf } from '#app/domain/assistant/quoting.ts';
import type { Reply } from '#app/domain/assistant/reply.ts';
import { citationOf, findPagePassages } from '#app/domain/assistant/retrieval.server.ts';

/** Headings that say what is done, not what is taught. */
const isExercise = (heading: string) => /^exercise\b|\byour work for this month\b/i.test(heading);

/** A list of contents names at most so many places. */
const mostPlaces = 8;

/** The first lines of a passage as a quotation. */
const quoteLines = (body: string) =>
  body
    .split('\n')
    .slice(0, 8)
    .map((line) => `> ${escapeMarkdown(line)}`)
    .join('\n>\n');

/** What the page one is on is about, or its exercise; undefined where the page is no piece of the library, or closed to this reader. */
export async function aboutPage(
  viewer: Viewer,
  path: string,
  wants: 'summary' | 'exercise',
): Promise<Reply | undefined> {
  const all = await findPagePassages(viewer, path);
  const passages =
    wants === 'exercise'
      ? all.filter(({ heading }) => isExercise(heading))
      : all.filter(({ heading }) => !isExercise(heading));
  const shown = passages.slice(0, mostPlaces);
  const [first] = shown;
  if (!first) return undefined;
  const citations = shown.map((passage, index) => citationOf(passage, index + 1));
  if (wants === 'exercise')
    return {
      text: shown.map(({ body }, index) => `${quoteLines(body)} [${index + 1}]`).join('\n\n'),
      citations,
      standing: 'taught',
    };
  const lines = shown.map(({ heading, title, body }, index) => {
    const name = heading || title;
    return `- **${escapeMarkdown(name)}**: ${escapeMarkdown(sentencesOf(body)[0] ?? '')} [${index + 1}]`;
  });
  return {
    text: `${escapeMarkdown(first.title)}, part by part, each with its first sentence:\n\n${lines.join('\n')}`,
    citations,
    standing: 'taught',
  };
}

/** Three questions about the page one is on that it answers; none where it is no piece of the library. */
export async function questionsAbout(viewer: Viewer, path: string): Promise<string[]> {
  const passages = await findPagePassages(viewer, path);
  const [first] = passages;
  if (!first) return [];
  const piece = pieceNames[first.kind] ?? 'page';
  const asked = [`What is this ${piece} about?`];
  if (passages.some(({ heading }) => isExercise(heading)))
    asked.push(`What is the exercise of this ${piece}?`);
  const headings = passages
    .map(({ heading }) => heading)
    .filter((heading) => heading !== '' && !isExercise(heading));
  for (const heading of headings) {
    if (asked.length >= 3) break;
    asked.push(`What does it say about "${heading}"?`);
  }
  return asked;
}

const pieceNames: Record<string, string> = {
  module: 'lesson',
  guide: 'guide',
  playbook: 'playbook',
  letter: 'letter',
  legal: 'text',
  training: 'lesson',
};
