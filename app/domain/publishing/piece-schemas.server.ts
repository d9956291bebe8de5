import { z } from 'zod';
import { guideSchema, playbookSchema } from '#app/domain/learning/articles/articles.server.ts';
import {
  courseSchema,
  libraryCourseSchema,
  libraryModuleSchema,
  moduleSchema,
} from '#app/domain/learning/courses/catalogue.server.ts';
import { deckSchema, libraryDeckSchema } from '#app/domain/learning/decks/slides.ts';
import { libraryQuizSchema, quizSchema } from '#app/domain/learning/quizzes/quiz.ts';
import { sheetSchema } from '#app/domain/learning/templates/sheets.server.ts';
import { monthSchema } from '#app/domain/learning/whats-new/months.server.ts';
import { materialsSchema } from '#app/domain/programme/materials/catalogue.server.ts';
import { bannersSchema, socialPicturesSchema } from '#app/domain/programme/materials/picture-words.server.ts';
import { isOwnCourse } from '#app/domain/publishing/own-courses.server.ts';
import { salesPageSchema } from '#app/domain/site/sales-pages/blocks.ts';
import { questionListSchema, questionsSchema } from '#app/domain/site/search/piece-questions.server.ts';
import { resourcesSchema } from '#app/domain/site/site-copy/pages.server.ts';
import { boxKeysSchema, splitMatter } from '#app/platform/content/files.server.ts';

const text = z.string().min(2);
const title = text.max(100);
const description = z.string().min(20).max(220);
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const series = z.strictObject({
  title,
  subtitle: text,
  description,
  expertRole: text.optional(),
  whatYouWillLearn: z.array(text).min(3).max(8),
  bio: z.string().min(100).optional(),
  related: z.array(slug).length(2),
  course: slug.optional(),
  video: z.object({ vimeoId: z.string().optional(), url: z.string().optional() }).optional(),
});
const workbook = z.strictObject({ title, subtitle: text });
const letter = z.strictObject({
  month: z.int().min(1).max(12),
  title,
  subject: text.max(60),
  preheader: text.max(110),
});
const book = z.strictObject({
  title,
  subtitle: text,
  description,
  identifier: z.string().startsWith('urn:uuid:').optional(),
  edition: z.iso.date().optional(),
});
const chapter = z.strictObject({ chapter: z.int().positive(), title });
const trainingModule = z.strictObject({ module: z.int().min(1).max(3), title, description });
const trainingLesson = z.strictObject({
  module: z.int().min(1).max(3),
  lesson: z.int().min(1).max(3),
  title,
  duration: z.string().regex(/^\d+ min$/, 'must read like "5 min"'),
});
const legal = z.strictObject({ title, description, version: z.iso.date() });
const page = z.strictObject({ title, description });
const faqGroup = z.strictObject({
  id: slug,
  title,
  questions: z
    .array(
      z.strictObject({
        question: text,
        answer: z.string().min(20),
        links: z
          .array(z.strictObject({ to: z.string().startsWith('/'), label: text }))
          .min(1)
          .max(2)
          .optional(),
      }),
    )
    .min(1),
});

/**
 * What each kind of file must hold before its text: the path says the kind. Of courses that were made in the admin area the site asks
 * for less than of the shipped library. Words of pages are checked by their readers.
 */
const kinds: readonly (readonly [pattern: RegExp, library: z.ZodType, own?: z.ZodType])[] = [
  [/^courses\/[a-z0-9-]+\/course\.md$/, libraryCourseSchema, courseSchema],
  [/^courses\/[a-z0-9-]+\/module-[1-9]\d?\.md$/, libraryModuleSchema, moduleSchema],
  [
    /^(courses\/[a-z0-9-]+\/(course|module-[1-9]\d?)|series\/[a-z0-9-]+)\.deck\.yaml$/,
    z.object({ file: libraryDeckSchema }),
    z.object({ file: deckSchema }),
  ],
  [
    /^courses\/[a-z0-9-]+\/quiz\.yaml$/,
    z.object({ file: libraryQuizSchema }),
    z.object({ file: quizSchema }),
  ],
  [/^guides\/[a-z0-9-]+\.md$/, guideSchema],
  [/^playbooks\/[a-z0-9-]+\.md$/, playbookSchema],
  [/^playbooks\/[a-z0-9-]+\.sheet\.yaml$/, z.object({ file: sheetSchema })],
  [/^series\/[a-z0-9-]+\.md$/, series],
  [/^series\/workbooks\/[a-z0-9-]+\.md$/, workbook],
  [/^email-course\/(0[1-9]|1[0-2])-[a-z0-9-]+\.md$/, letter],
  [/^ebook\/book\.md$/, book],
  [/^ebook\/\d\d-[a-z0-9-]+\.md$/, chapter],
  [/^affiliate-training\/module-[1-3]\.md$/, trainingModule],
  [/^affiliate-training\/module-[1-3]-lesson-[1-3]\.md$/, trainingLesson],
  [/^legal\/[a-z-]+\.md$/, legal],
  [/^materials\/[a-z-]+\.md$/, page],
  [/^materials\/materials\.yaml$/, z.object({ file: materialsSchema.length(5) })],
  [/^materials\/banners\.yaml$/, z.object({ file: bannersSchema })],
  [/^materials\/social-pictures\.yaml$/, z.object({ file: socialPicturesSchema })],
  [/^support\/resources\.yaml$/, z.object({ file: resourcesSchema })],
  [/^support\/faq\.yaml$/, z.object({ file: z.array(faqGroup).min(1) })],
  [/^(support\/phrasings\/[a-z-]+|calculators\/questions)\.yaml$/, z.object({ file: questionListSchema })],
  [/^getting-started\.md$/, page],
  [/^whats-new\/20\d\d-(0[1-9]|1[0-2])\.yaml$/, z.object({ file: monthSchema })],
  [/^sales-pages\/[a-z0-9-]+\.yaml$/, z.object({ file: salesPageSchema })],
  [/^site\/[a-z0-9-]+\.yaml$/, z.object({ file: z.record(z.string(), z.unknown()) })],
];

/** Front matter: the facts by the schema of their kind, and by theirs the questions and names of boxes, which all kinds have in common. */
const withQuestions = (schema: z.ZodType): z.ZodType =>
  z.unknown().check(({ value, issues }) => {
    const { facts, questions, boxes } = splitMatter(value);
    for (const [part, place, own] of [
      [facts, [], schema],
      [questions, ['questions'], questionsSchema.optional()],
      [boxes, ['boxes'], boxKeysSchema],
    ] as const) {
      const { error } = own.safeParse(part, { reportInput: true });
      for (const issue of error?.issues ?? [])
        issues.push({ ...issue, path: [...place, ...issue.path], input: issue.input } as never);
    }
  });

const fileSchema = (path: string, schema: z.ZodType | undefined) =>
  schema && path.endsWith('.md') ? withQuestions(schema) : schema;

/** What a file must hold before its text, or as a whole; undefined for a path that no piece has. */
export function schemaOf(path: string): z.ZodType | undefined {
  const [, library, own] = kinds.find(([pattern]) => pattern.test(path)) ?? [];
  return fileSchema(path, own && isOwnCourse(path) ? own : library);
}

/** What a file of its kind holds in the shipped library; undefined for a path that no piece has. */
export const librarySchemaOf = (path: string): z.ZodType | undefined =>
  fileSchema(path, kinds.find(([pattern]) => pattern.test(path))?.[1]);
