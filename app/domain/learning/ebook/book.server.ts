import type { Root } from 'mdast';
import { z } from 'zod';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { config } from '#app/platform/config.server.ts';
import { listContent, perContent, readMarkdown } from '#app/platform/content/files.server.ts';
import { parseMarkdown, plainText } from '#app/platform/content/markdown-tree.server.ts';

const bookSchema = z.strictObject({
  title: z.string().min(2).max(80),
  subtitle: z.string().min(2).max(120),
  description: z.string().min(20).max(300),
  /** Stays the same for every edition. */
  identifier: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/, 'must be a urn:uuid'),
  /** The day this edition was finished; the only date in the files. */
  edition: z.iso.date(),
});

/** What stands at the head of a chapter's file. */
export const chapterSchema = z.strictObject({
  chapter: z.int().positive(),
  title: z.string().min(2).max(100),
});

/** The ebook as its files in content/ebook tell it. */
export interface Book {
  title: string;
  subtitle: string;
  description: string;
  identifier: string;
  author: string;
  editedAt: Date;
  readonly preface: Root;
  chapters: { number: number; title: string; readonly text: Root }[];
}

const parseText = (markdown: string) => parseMarkdown(withFacts(markdown), { curly: true });
/** A text that is parsed when somebody reads it: lists show titles alone, and all chapters at once hold a process up. */
function parsedLate(markdown: string): () => Root {
  let text: Root | undefined;
  return () => {
    text ??= parseText(markdown);
    return text;
  };
}

const line = (text: string) => plainText(parseText(text));

/** The ebook, read once. @throws {ContentError} */
export const book = perContent((): Book => {
  const { attributes, body } = readMarkdown('ebook/book.md', bookSchema);
  const { edition, ...words } = attributes;
  const preface = parsedLate(body);
  return {
    ...words,
    author: config().brandName,
    editedAt: new Date(`${edition}T00:00:00Z`),
    get preface() {
      return preface();
    },
    chapters: listContent('ebook', /^\d+-[a-z0-9-]+\.md$/).map((file) => {
      const chapter = readMarkdown(`ebook/${file}`, chapterSchema);
      const text = parsedLate(chapter.body);
      return {
        number: chapter.attributes.chapter,
        title: line(chapter.attributes.title),
        get text() {
          return text();
        },
      };
    }),
  };
});
