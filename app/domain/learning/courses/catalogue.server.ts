import { z } from 'zod';
import { archivedCourses } from '#app/domain/core/access/archived-courses.server.ts';
import { type Assignment, assignmentSchema } from '#app/domain/learning/courses/assignment.ts';
import {
  captionsSchema,
  type Download,
  downloadSchema,
  mostDownloads,
} from '#app/domain/learning/courses/course-files.ts';
import { estimatedTime } from '#app/domain/learning/courses/estimated-time.ts';
import { isTakenAway, listContent, perContent, readMarkdown } from '#app/platform/content/files.server.ts';
import { type BoxKeys, renderOnce } from '#app/platform/content/markdown.server.ts';

/** What pieces of the library are about, in the order filters show them. */
export const topics = [
  'foundations',
  'content',
  'email',
  'social',
  'search',
  'advertising',
  'sales',
  'affiliates',
  'automation',
  'ai',
  'business',
] as const;
export const levels = ['beginner', 'intermediate', 'advanced'] as const;

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a slug');

/** A video: a Vimeo id, or the address of a file as fallback (P21). */
export const videoSchema = z.object({
  title: z.string().optional(),
  vimeoId: z.string().regex(/^\d+$/, 'must be digits').optional(),
  url: z.url({ protocol: /^https$/ }).optional(),
  duration: z.string().optional(),
  thumbnail: z.string().startsWith('/').optional(),
  captions: z.string().startsWith('/').optional(),
});

/** A video of a course, which can have captions that were uploaded. */
const courseVideoSchema = videoSchema.extend({ captions: captionsSchema.optional() });

/** The most modules that a course has. */
export const mostModules = 30;

/** What the site can show of a course. */
export const courseSchema = z.strictObject({
  title: z.string().min(2).max(80),
  promise: z.string().min(1).max(300),
  topic: z.enum(topics),
  level: z.enum(levels),
  /** The day it came into the library. */
  added: z.iso.date(),
  outcomes: z.array(z.string().min(1).max(200)).max(10).default([]),
  related: z.array(slug).max(4).default([]),
  introVideo: courseVideoSchema.optional(),
  /**
   * The numbers of its modules in their order, which leaves out those that were taken away; without it they are in the order of their
   * numbers. A number stays with its module when the order changes, because progress, ticks and bookmarks are kept under it.
   */
  modules: z
    .array(z.int().min(1).max(99))
    .min(1)
    .max(mostModules)
    .refine((numbers) => new Set(numbers).size === numbers.length, { message: 'names a module twice' })
    .optional(),
});

/** A module names so many calculators, and so many templates, at most. */
export const mostTools = 10;

/** What the site can show of a module. */
export const moduleSchema = z.strictObject({
  title: z.string().min(2).max(100),
  description: z.string().max(300).default(''),
  video: courseVideoSchema.optional(),
  downloads: z.array(downloadSchema).max(mostDownloads).default([]),
  /** Calculators of the site that belong to it; without it, those that teach it by themselves. */
  calculators: z.array(slug).max(mostTools).optional(),
  /** Playbooks whose templates belong to it. */
  templates: z.array(slug).max(mostTools).default([]),
  assignment: assignmentSchema.optional(),
});

/** What a course of the shipped library says of itself. */
export const libraryCourseSchema = courseSchema.extend({
  promise: z.string().min(20).max(160),
  outcomes: z.array(z.string().min(8)).min(3).max(6),
  related: z.array(slug).min(1).max(4),
});

/** What a module of the shipped library says of itself. */
export const libraryModuleSchema = moduleSchema.extend({ description: z.string().min(20).max(220) });

export type Video = z.output<typeof videoSchema>;

/** One module of a course. */
export interface Module {
  /** In its file and address; it stays when modules change places. */
  id: number;
  /** Its place in the course, from 1. */
  number: number;
  title: string;
  description: string;
  video: Video | null;
  /** What there is to download with it. */
  downloads: Download[];
  /** The calculators that were chosen for it; null where none were. */
  calculators: string[] | null;
  /** Playbooks whose templates were chosen for it. */
  templates: string[];
  /** What its learners hand in; null where there is nothing. */
  assignment: Assignment | null;
  /** The written lesson, Markdown. */
  lesson: string;
  /** The names of boxes whose lines were reworded. */
  boxes: BoxKeys;
  /** Where its figures are looked for, below content/. */
  folder: string;
}

/** A course as its files in content/courses/{slug} tell it. */
export interface Course {
  slug: string;
  title: string;
  promise: string;
  topic: (typeof topics)[number];
  level: (typeof levels)[number];
  /** The day it came into the library, as 2026-11-21. */
  added: string;
  /** Computed from the lessons, such as "1-2 hours". */
  estimatedTime: string;
  /** The day since when it takes no new learners, as 2026-11-28; null for a course that does. */
  archivedOn: string | null;
  outcomes: string[];
  related: string[];
  introVideo: Video | null;
  /** Markdown. */
  description: string;
  modules: Module[];
}

/** Addresses of courses that were renamed (P9). */
export const renamedCourses: ReadonlyMap<string, string> = new Map([
  ['social-marketing', 'social-media-marketing'],
  ['web-design', 'website-design'],
  ['linkedin-marketing', 'linkedin-ads'],
]);

function readModule(courseSlug: string, id: number, number: number): Module {
  const { attributes, body, boxes } = readMarkdown(`courses/${courseSlug}/module-${id}.md`, moduleSchema);
  return {
    id,
    number,
    title: attributes.title,
    description: attributes.description,
    video: attributes.video ?? null,
    downloads: attributes.downloads,
    calculators: attributes.calculators ?? null,
    templates: attributes.templates,
    assignment: attributes.assignment ?? null,
    lesson: body,
    boxes,
    folder: `courses/${courseSlug}`,
  };
}

/** The numbers of the modules that have a file, from 1 without a gap. */
const moduleIdsIn = (courseSlug: string): number[] =>
  listContent(`courses/${courseSlug}`, /^module-\d+\.md$/).map((_, index) => index + 1);

function readCourse(courseSlug: string): Course {
  const { attributes, body } = readMarkdown(`courses/${courseSlug}/course.md`, courseSchema);
  const ids = attributes.modules ?? moduleIdsIn(courseSlug);
  const modules = ids.map((id, index) => readModule(courseSlug, id, index + 1));
  return {
    slug: courseSlug,
    ...attributes,
    archivedOn: archivedCourses().get(courseSlug) ?? null,
    estimatedTime: estimatedTime(modules.map(({ lesson }) => lesson)),
    introVideo: attributes.introVideo ?? null,
    description: body,
    modules,
  };
}

/** Every course by slug, in the order of their titles; read from content/ once. @throws {ContentError} */
export const courses = perContent(
  (): ReadonlyMap<string, Course> =>
    new Map(
      listContent('courses', /^[a-z0-9-]+$/)
        .filter((courseSlug) => !isTakenAway(`courses/${courseSlug}/course.md`))
        .map(readCourse)
        .sort((a, b) => a.title.localeCompare(b.title))
        .map((course) => [course.slug, course]),
    ),
);

/** Every course that takes new learners, in the order of their titles. @throws {ContentError} */
export const currentCourses = (): Course[] =>
  [...courses().values()].filter(({ archivedOn }) => archivedOn === null);

/** The courses of these slugs that take new learners; what else is named is left out. */
export const currentCoursesOf = (slugs: readonly string[]): Course[] =>
  slugs.flatMap((courseSlug) => findCurrentCourse(courseSlug) ?? []);

/** The course of a slug that takes new learners, or undefined. */
export function findCurrentCourse(courseSlug: string): Course | undefined {
  const course = findCourse(courseSlug);
  return course?.archivedOn === null ? course : undefined;
}

/** The course of a slug, archived or not, or undefined. */
export function findCourse(courseSlug: string): Course | undefined {
  return courses().get(courseSlug);
}

/** The module number in a path segment of the form module-{number}, or null (P96). */
export function parseModuleSegment(segment: string): number | null {
  const match = /^module-([1-9]\d{0,3})$/.exec(segment);
  return match ? Number(match[1]) : null;
}

/** The written lesson of a module as HTML. */
export function renderLesson(module: Module) {
  return renderOnce(module, module.lesson, module.folder, true, module.boxes);
}

/** What to do in an assignment, as HTML; its headings stand below that of the assignment, and have ids that no lesson has. */
export function renderTask({ assignment, folder }: Pick<Module, 'assignment' | 'folder'>): string | null {
  if (!assignment) return null;
  return renderOnce(assignment, assignment.task, folder)
    .html.replace(/(<\/?h)([1-5])\b/g, (_, tag: string, rank: string) => `${tag}${Number(rank) + 1}`)
    .replace(/(<h[2-6][^>]*? id=")/g, '$1task-');
}

/** The description of a course as HTML. */
export function renderDescription(course: Course) {
  return renderOnce(course, course.description);
}
