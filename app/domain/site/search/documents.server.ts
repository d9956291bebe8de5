import { z } from 'zod';
import { guides, playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { calculators } from '#app/domain/learning/calculators/calculators.ts';
import { type Course, currentCourses } from '#app/domain/learning/courses/catalogue.server.ts';
import { letters } from '#app/domain/learning/email-course/letters.server.ts';
import { facts } from '#app/domain/learning/facts/facts.server.ts';
import { withSwitches } from '#app/domain/learning/facts/switches.server.ts';
import { allSeries } from '#app/domain/learning/series/series.server.ts';
import { questionAnchor, supportFaq } from '#app/domain/site/site-copy/pages.server.ts';
import { listContent, readMarkdown } from '#app/platform/content/files.server.ts';
import { withToolBoxesAsText } from '#app/platform/content/tool-box.server.ts';

/** What search can find, in the order its filter shows them. */
export const searchKinds = [
  'course',
  'module',
  'guide',
  'playbook',
  'calculator',
  'series',
  'letter',
  'ebook',
  'question',
  'legal',
  'thread',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** A piece of the library as search keeps it. */
export interface SearchDocument {
  id: string;
  kind: SearchKind;
  /** Whether anyone may read its body, or members only. Title and summary are for anyone. */
  visibility: 'public' | 'member';
  path: string;
  title: string;
  summary: string;
  /** Where it stands, in words, when that is not the library itself. */
  place: string;
  /** Markdown. */
  body: string;
  topic: string | null;
  level: string | null;
}

function courseDocuments({ slug, title, topic, level, modules, ...course }: Course): SearchDocument[] {
  const path = `/courses/${slug}`;
  return [
    {
      id: `course:${slug}`,
      kind: 'course',
      visibility: 'public',
      path,
      title,
      summary: course.promise,
      place: '',
      body: [course.description, ...course.outcomes.map((outcome) => `- ${outcome}`)].join('\n\n'),
      topic,
      level,
    },
    ...modules.map(
      (module): SearchDocument => ({
        id: `module:${slug}:${module.id}`,
        kind: 'module',
        visibility: 'member',
        path: `${path}/module-${module.id}`,
        title: module.title,
        summary: module.description,
        place: `Module ${module.number} of ${title}`,
        body: withToolBoxesAsText(module.lesson),
        topic,
        level,
      }),
    ),
  ];
}

function articleDocuments(): SearchDocument[] {
  const shelves = [
    { kind: 'guide', base: '/training/guides', articles: guides() },
    { kind: 'playbook', base: '/playbooks', articles: playbooks() },
  ] as const;
  return shelves.flatMap(({ kind, base, articles }) =>
    [...articles.values()].map(
      ({ slug, title, description, topic, level, body, ...article }): SearchDocument => ({
        id: `${kind}:${slug}`,
        kind,
        visibility: 'published' in article ? 'public' : 'member',
        path: `${base}/${slug}`,
        title,
        summary: description,
        place: '',
        body: withToolBoxesAsText(body),
        topic,
        level,
      }),
    ),
  );
}

/** Figures put in where the site knows them; an operator's own details are nothing to search for. */
const withKnownFacts = (text: string) =>
  withSwitches(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => facts()[name] ?? '');

const titled = z.object({ title: z.string(), description: z.string() });

/** A document without topic and level, for members unless it says otherwise; figures put in. */
function untopical(
  document: Pick<SearchDocument, 'id' | 'kind' | 'path' | 'title' | 'summary' | 'body'> &
    Partial<Pick<SearchDocument, 'visibility' | 'place'>>,
): SearchDocument {
  return {
    visibility: 'member',
    place: '',
    ...document,
    summary: withKnownFacts(document.summary),
    body: withKnownFacts(document.body),
    topic: null,
    level: null,
  };
}

function seriesDocuments(): SearchDocument[] {
  return [...allSeries().values()].map(({ slug, title, description, body }) =>
    untopical({
      id: `series:${slug}`,
      kind: 'series',
      visibility: 'public',
      path: `/training/videos/${slug}`,
      title,
      summary: description,
      body,
    }),
  );
}

/** Calculators by what they answer; the formula and the names of their numbers are for members, as the pages are. */
function calculatorDocuments(): SearchDocument[] {
  return [...calculators.values()].map(({ slug, title, question, formula, fields, figures }) =>
    untopical({
      id: `calculator:${slug}`,
      kind: 'calculator',
      path: `/calculators/${slug}`,
      title,
      summary: question,
      place: 'Calculators',
      body: [
        formula,
        `A calculator to put your own numbers in: ${fields.map(({ label }) => label).join(', ')}.`,
        `It works out: ${figures.join(', ')}.`,
      ].join('\n\n'),
    }),
  );
}

/** Read anew, since what pages show names the operator. */
function legalTexts(): SearchDocument[] {
  return listContent('legal', /^[a-z0-9-]+\.md$/).map((file) => {
    const { attributes, body } = readMarkdown(`legal/${file}`, titled);
    const name = file.slice(0, -'.md'.length);
    return untopical({
      id: `legal:${name}`,
      kind: 'legal',
      visibility: 'public',
      path: `/legal/${name}`,
      title: attributes.title,
      summary: attributes.description,
      body,
    });
  });
}

function letterDocuments(): SearchDocument[] {
  return letters().map(({ month, title, preheader, body }) =>
    untopical({
      id: `letter:${month}`,
      kind: 'letter',
      path: `/email-course/${month}`,
      title,
      summary: preheader,
      place: `Letter ${month} of ${letters().length}`,
      body,
    }),
  );
}

function questionDocuments(): SearchDocument[] {
  return supportFaq().flatMap((group) =>
    group.questions.map(({ question, answer }, index) =>
      untopical({
        id: `question:${group.id}:${index + 1}`,
        kind: 'question',
        visibility: 'public',
        path: `/support#${questionAnchor(question)}`,
        title: question,
        summary: answer,
        place: group.title,
        body: '',
      }),
    ),
  );
}

/** The new member's path, found among the guides. */
function gettingStartedDocument(): SearchDocument {
  const { attributes, body } = readMarkdown('getting-started.md', titled);
  return untopical({
    id: 'guide:getting-started',
    kind: 'guide',
    path: '/guides/getting-started',
    title: attributes.title,
    summary: attributes.description,
    // What its page stands under: nobody looks for it by its title.
    place: 'Getting started',
    body,
  });
}

/** The ebook, which anyone may find, and its chapters. */
function ebookDocuments(): SearchDocument[] {
  const book = readMarkdown('ebook/book.md', titled).attributes;
  const head = z.object({ chapter: z.int(), title: z.string() });
  const chapters = listContent('ebook', /^\d+-[a-z0-9-]+\.md$/).map((file) => {
    const { attributes, body } = readMarkdown(`ebook/${file}`, head);
    return untopical({
      id: `ebook:${attributes.chapter}`,
      kind: 'ebook',
      path: `/ebook#chapter-${attributes.chapter}`,
      title: attributes.title,
      summary: book.description,
      place: `Chapter ${attributes.chapter} of ${book.title}`,
      body,
    });
  });
  const whole = untopical({
    id: 'ebook',
    kind: 'ebook',
    visibility: 'public',
    path: '/ebook',
    title: `${book.title}, the ebook`,
    summary: book.description,
    place: 'PDF and EPUB',
    body: chapters.map(({ title }) => `- ${title}`).join('\n'),
  });
  return [whole, ...chapters];
}

/** Everything in content/ that search can find. @throws {ContentError} */
export function searchDocuments(): SearchDocument[] {
  return [
    ...currentCourses().flatMap(courseDocuments),
    ...articleDocuments(),
    ...calculatorDocuments(),
    ...seriesDocuments(),
    gettingStartedDocument(),
    ...letterDocuments(),
    ...ebookDocuments(),
    ...questionDocuments(),
    ...legalTexts(),
  ];
}

const pieceKinds: readonly SearchKind[] = ['course', 'guide', 'playbook', 'series'];

/** The pieces of the library that members are told of when they are new. @throws {ContentError} */
export function libraryPieces(): { id: string; title: string; path: string }[] {
  return searchDocuments()
    .filter(({ kind }) => pieceKinds.includes(kind))
    .map(({ id, title, path }) => ({ id, title, path }));
}
