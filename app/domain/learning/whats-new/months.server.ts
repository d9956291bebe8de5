import { z } from 'zod';
import { findCurrentCourse, renamedCourses } from '#app/domain/learning/courses/catalogue.server.ts';
import { listContent, perContent, readYaml } from '#app/platform/content/files.server.ts';
import { monthInWords } from '#app/platform/content/tool-box.server.ts';

/** What an entry tells: a mistake of ours put right, something we added, or a change in the tools and rules of the field. */
const newsKinds = ['corrected', 'added', 'field'] as const;
export type NewsKind = (typeof newsKinds)[number];

const entrySchema = z
  .strictObject({
    /** Its place on the page and its name in the feed: never changed once published. */
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a slug'),
    on: z.iso.date(),
    kind: z.enum(newsKinds),
    title: z.string().min(10).max(110),
    text: z.string().min(40).max(700),
    /** The pieces of the library that it is about. */
    links: z
      .array(z.strictObject({ to: z.string().startsWith('/'), label: z.string().min(3) }))
      .max(4)
      .default([]),
    /** The official page by which a change in the field is known. */
    page: z.url({ protocol: /^https$/ }).optional(),
  })
  .refine(({ kind, page }) => kind !== 'field' || page, 'what changed in the field needs its page');

export const monthSchema = z.strictObject({
  lead: z.string().min(40).max(400),
  entries: z.array(entrySchema).min(1),
});

export type NewsEntry = z.output<typeof entrySchema>;

interface NewsMonth {
  /** As in the name of its file, such as 2026-11. */
  month: string;
  /** "November 2026" */
  title: string;
  lead: string;
  /** The latest first; of one day, as in the file. */
  entries: NewsEntry[];
}

function readMonth(file: string): NewsMonth {
  const month = file.slice(0, -'.yaml'.length);
  const { lead, entries } = readYaml(
    `whats-new/${file}`,
    monthSchema.refine(
      ({ entries: all }) => all.every(({ on }) => on.startsWith(month)),
      `every day must be in ${month}`,
    ),
  );
  const latestFirst = [...entries].sort((a, b) => b.on.localeCompare(a.on));
  return { month, title: monthInWords(month), lead, entries: latestFirst };
}

/** What was corrected, added and what changed in the field, month by month, the latest first (P140); read once. @throws {ContentError} */
export const months = perContent((): readonly NewsMonth[] =>
  listContent('whats-new', /^20\d\d-(0[1-9]|1[0-2])\.yaml$/)
    .reverse()
    .map(readMonth),
);

/** Whether a page takes new readers: none of an archived course, nor of a module that its course has no more. */
function isOpenPage(to: string): boolean {
  const [, slug, moduleId] = /^\/courses\/([a-z0-9-]+)(?:\/module-(\d+))?(?![\w-])/.exec(to) ?? [];
  if (slug === undefined) return true;
  const course = findCurrentCourse(renamedCourses.get(slug) ?? slug);
  if (!course) return false;
  return moduleId === undefined || course.modules.some(({ id }) => id === Number(moduleId));
}

/** Entries with those of their links that lead to what is open now. */
export const withOpenLinks = (entries: readonly NewsEntry[]): NewsEntry[] =>
  entries.map((entry) => ({ ...entry, links: entry.links.filter(({ to }) => isOpenPage(to)) }));

/** The entries as pieces that people are told of when they are new. */
export const newsPieces = (): { id: string; title: string; path: string }[] =>
  months().flatMap(({ month, entries }) =>
    entries.map(({ id, title }) => ({ id: `news:${month}:${id}`, title, path: `/whats-new/${month}#${id}` })),
  );

/** The month of an address, or undefined. */
export const findMonth = (month: string): NewsMonth | undefined =>
  months().find((entry) => entry.month === month);
