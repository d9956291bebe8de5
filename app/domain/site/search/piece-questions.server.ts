import { z } from 'zod';
import { supportFaq } from '#app/domain/site/site-copy/pages.server.ts';
import { listContent, perContent, readQuestions, readYaml } from '#app/platform/content/files.server.ts';

/** What beginners would type to find a piece; an empty list is one that finds nothing. */
export const questionsSchema = z
  .array(z.string({ error: 'must be words' }).trim().min(4).max(120))
  .max(24)
  .refine((list) => new Set(list.map((question) => question.toLowerCase())).size === list.length, {
    error: 'the same question is there twice',
  });

/** Questions of pieces that have no front matter, by what the piece is named by in its list. */
export const questionListSchema = z.record(z.string().min(2), questionsSchema);

/** The id under which a Markdown file is found; null for one that is found in another way, or not at all. */
function pieceIdOfFile(path: string): string | null {
  if (path === 'getting-started.md') return 'guide:getting-started';
  if (path === 'ebook/book.md') return 'ebook';
  const [, folder, name] = /^([a-z-]+)\/(.+)\.md$/.exec(path) ?? [];
  if (!folder || !name) return null;
  const number = () => Number(name.slice(0, 2));
  switch (folder) {
    case 'courses': {
      const [, slug, module] = /^([a-z0-9-]+)\/(?:course|module-([1-9]\d?))$/.exec(name) ?? [];
      if (!slug) return null;
      return module ? `module:${slug}:${module}` : `course:${slug}`;
    }
    case 'guides':
    case 'playbooks':
      return name.includes('/') ? null : `${folder.slice(0, -1)}:${name}`;
    case 'series':
      return name.includes('/') ? null : `series:${name}`;
    case 'legal':
      return `legal:${name}`;
    case 'email-course':
      return `letter:${number()}`;
    case 'ebook':
      return `ebook:${number()}`;
    case 'affiliate-training':
      return name.includes('-lesson-') ? `training:${name}` : null;
    default:
      return null;
  }
}

const folders = ['guides', 'playbooks', 'series', 'email-course', 'ebook', 'legal', 'affiliate-training'];

function markdownFiles(): string[] {
  return [
    'getting-started.md',
    ...listContent('courses', /^[a-z0-9-]+$/).map((slug) => `courses/${slug}`),
    ...folders,
  ].flatMap((name) =>
    name.endsWith('.md') ? [name] : listContent(name, /\.md$/).map((file) => `${name}/${file}`),
  );
}

/** Calculators are code: their questions stand in one list, by the calculator's slug. */
const calculatorQuestions = (): [string, readonly string[]][] =>
  Object.entries(readYaml('calculators/questions.yaml', questionListSchema)).map(([slug, questions]) => [
    `calculator:${slug}`,
    questions,
  ]);

/** Other wordings of the questions of /support: by their words, so that one may be added before them or moved. */
function phrasings(): [string, readonly string[]][] {
  return supportFaq().flatMap(({ id, questions }) => {
    const file = `${id}.yaml`;
    if (!listContent('support/phrasings', /\.yaml$/).includes(file)) return [];
    const byQuestion = new Map(Object.entries(readYaml(`support/phrasings/${file}`, questionListSchema)));
    return questions.map(({ question }, index): [string, readonly string[]] => [
      `question:${id}:${index + 1}`,
      byQuestion.get(question) ?? [],
    ]);
  });
}

/** What beginners ask that a piece answers, by the piece's id (P272). @throws {ContentError} */
export const pieceQuestions = perContent(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      [
        ...markdownFiles().flatMap((path): [string, readonly string[]][] => {
          const id = pieceIdOfFile(path);
          return id ? [[id, readQuestions(path, questionsSchema)]] : [];
        }),
        ...calculatorQuestions(),
        ...phrasings(),
      ].filter(([, questions]) => questions.length > 0),
    ),
);
