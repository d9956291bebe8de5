import type { PageWish } from '#app/domain/assistant/intents.ts';
import { escapeMarkdown } from '#app/domain/assistant/markdown.ts';
import { sentencesOf } from '#app/domain/assistant/quoting.ts';
import type { Reply } from '#app/domain/assistant/reply.ts';
import { citationOf, findPagePassages } from '#app/domain/assistant/retrieval.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { PassageKind } from '#app/domain/site/search/passages.server.ts';

/** Headings that say what is done, not what is taught. */
const isExercise = (heading: string) => /^exercise\b|\byour work for this month\b/i.test(heading);

/** A list of contents names at most so many places. */
const mostPlaces = 8;

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The first lines of a passage as a quotation. */
const quoteLines = (body: string) =>
  body
    .split('\n')
    .slice(0, 8)
    .map((line) => `> ${escapeMarkdown(line)}`)
    .join('\n>\n');

/** What the page one is on is about, its exercise, or what one of its headings says; undefined where the page is no piece of the library, or closed to this reader. */
export async function aboutPage(viewer: Viewer, path: string, wants: PageWish): Promise<Reply | undefined> {
  const all = await findPagePassages(viewer, path);
  const passages = all.filter(({ heading }) =>
    typeof wants === 'object'
      ? isSame(heading, wants.heading)
      : isExercise(heading) === (wants === 'exercise'),
  );
  const listedPassages = passages.slice(0, mostPlaces);
  const [first] = listedPassages;
  if (!first) return undefined;
  const citations = listedPassages.map((passage, index) => citationOf(passage, index + 1));
  if (wants !== 'summary')
    return {
      text: listedPassages.map(({ body }, index) => `${quoteLines(body)} [${index + 1}]`).join('\n\n'),
      citations,
      standing: 'taught',
    };
  const lines = listedPassages.map(({ heading, title, body }, index) => {
    const name = heading || title;
    return `- **${escapeMarkdown(name)}**: ${escapeMarkdown(sentencesOf(body)[0] ?? '')} [${index + 1}]`;
  });
  return {
    text: `${escapeMarkdown(first.title)}, part by part, each with its first sentence:\n\n${lines.join('\n')}`,
    citations,
    standing: 'taught',
  };
}

/** Three questions about the page one is on that it answers, fewer where it is short; none where it is no piece of the library. */
export async function questionsAbout(viewer: Viewer, path: string): Promise<string[]> {
  const passages = await findPagePassages(viewer, path);
  const [first] = passages;
  const piece = first && pieceNames[first.kind];
  if (!piece) return [];
  if (first.kind === 'course')
    return [`What is this course about?`, `How far am I in ${first.title}?`, 'What should I learn next?'];
  const questions = [`What is this ${piece} about?`];
  if (passages.some(({ heading }) => isExercise(heading)))
    questions.push(`What is the exercise of this ${piece}?`);
  const headings = passages
    .map(({ heading }) => heading)
    .filter((heading) => heading !== '' && !isExercise(heading));
  for (const heading of headings) {
    if (questions.length >= 3) break;
    questions.push(`What does this ${piece} say about "${heading}"?`);
  }
  return questions;
}

const pieceNames: Partial<Record<PassageKind, string>> = {
  course: 'course',
  module: 'lesson',
  guide: 'guide',
  playbook: 'playbook',
  calculator: 'calculator',
  series: 'page',
  ebook: 'page',
  letter: 'letter',
  legal: 'text',
  training: 'lesson',
};
