import { z } from 'zod';
import { type Course, courses } from '#app/domain/courses/catalogue.server.ts';
import { guides, playbooks } from '#app/domain/library/articles.server.ts';
import { facts } from '#app/domain/library/facts.server.ts';
import { supportFaq } from '#app/domain/library/page-copy.server.ts';
import { listContent, readMarkdown } from '#app/platform/content/files.server.ts';

/** What search can find, in the order its filter shows them. */
export const searchKinds = [
  'course',
  'module',
  'guide',
  'playbook',
  'series',
  'letter',
  'ebook',
  'question',
  'legal',
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
        place: `Module ${module.id} of ${title}`,
        body: module.lesson,
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
        body,
        topic,
        level,
      }),
    ),
  );
}

/** Figures put in where the site knows them; an operator's own details are nothing to search for. */
const withKnownFacts = (text: string) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => facts()[name] ?? '');

const titled = z.object({ title: z.string(), description: z.string() });
const markdownFile = /^[a-z0-9-]+\.md$/;
const nameOf = (file: string) => file.slice(0, -'.md'.length);

function folderDocuments(
  kind: SearchKind,
  folder: string,
  base: string,
  visibility: SearchDocument['visibility'],
): SearchDocument[] {
  return listContent(folder, markdownFile).map((file) => {
    const { attributes, body } = readMarkdown(`${folder}/${file}`, titled);
    return {
      id: `${kind}:${nameOf(file)}`,
      kind,
      visibility,
      path: `${base}/${nameOf(file)}`,
      title: attributes.title,
      summary: withKnownFacts(attributes.description),
      place: '',
      body: withKnownFacts(body),
      topic: null,
      level: null,
    };
  });
}

function letterDocuments(): SearchDocument[] {
  const head = z.object({ month: z.int(), title: z.string(), preheader: z.string() });
  const files = listContent('email-course', markdownFile);
  return files.map((file) => {
    const { attributes, body } = readMarkdown(`email-course/${file}`, head);
    return {
      id: `letter:${attributes.month}`,
      kind: 'letter',
      visibility: 'member',
      path: `/email-course/${attributes.month}`,
      title: attributes.title,
      summary: attributes.preheader,
      place: `Letter ${attributes.month} of ${files.length}`,
      body: withKnownFacts(body),
      topic: null,
      level: null,
    };
  });
}

function questionDocuments(): SearchDocument[] {
  return supportFaq().flatMap((group) =>
    group.questions.map(
      ({ question, answer }, index): SearchDocument => ({
        id: `question:${group.id}:${index + 1}`,
        kind: 'question',
        visibility: 'public',
        path: `/support#${group.id}`,
        title: question,
        summary: answer,
        place: group.title,
        body: '',
        topic: null,
        level: null,
      }),
    ),
  );
}

/** The new member's path, found among the guides. */
function gettingStartedDocument(): SearchDocument {
  const { attributes, body } = readMarkdown('getting-started.md', titled);
  return {
    id: 'guide:getting-started',
    kind: 'guide',
    visibility: 'member',
    path: '/guides/getting-started',
    title: attributes.title,
    summary: withKnownFacts(attributes.description),
    place: '',
    body: withKnownFacts(body),
    topic: null,
    level: null,
  };
}

function chapterDocuments(): SearchDocument[] {
  const book = readMarkdown('ebook/book.md', titled).attributes;
  const head = z.object({ chapter: z.int(), title: z.string() });
  return listContent('ebook', /^\d+-[a-z0-9-]+\.md$/).map((file) => {
    const { attributes, body } = readMarkdown(`ebook/${file}`, head);
    return {
      id: `ebook:${attributes.chapter}`,
      kind: 'ebook',
      visibility: 'member',
      path: `/ebook#chapter-${attributes.chapter}`,
      title: attributes.title,
      summary: withKnownFacts(book.description),
      place: `Chapter ${attributes.chapter} of ${book.title}`,
      body: withKnownFacts(body),
      topic: null,
      level: null,
    };
  });
}

/** Everything in content/ that search can find. @throws {ContentError} */
export function searchDocuments(): SearchDocument[] {
  return [
    ...[...courses().values()].flatMap(courseDocuments),
    ...articleDocuments(),
    ...folderDocuments('series', 'series', '/training/videos', 'public'),
    gettingStartedDocument(),
    ...letterDocuments(),
    ...chapterDocuments(),
    ...questionDocuments(),
    ...folderDocuments('legal', 'legal', '/legal', 'public'),
  ];
}
