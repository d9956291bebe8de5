import { z } from 'zod';
import {
  type Course,
  currentCourses,
  currentCoursesOf,
} from '#app/domain/learning/courses/catalogue.server.ts';
import { lessonTeaser, sampleCourse } from '#app/domain/learning/courses/excerpt.server.ts';
import { copy, once, titled } from '#app/domain/learning/facts/copy.server.ts';
import { claim, testimonials } from '#app/domain/site/site-copy/claims.server.ts';

const path = z.string().startsWith('/');
const slugs = z.array(z.string()).min(1);

/** The words of the home page (content/site/home.yaml). */
export const homeCopy = once(
  'home',
  z.strictObject({
    hero: z
      .object({
        eyebrow: copy,
        headline: copy,
        highlight: copy,
        lead: copy,
        checkout: copy,
        demo: copy,
        terms: copy,
      })
      .refine(
        ({ headline, highlight }) => headline.includes(highlight),
        'highlight must be part of headline',
      ),
    preview: z.object({ course: z.string(), module: z.int().positive(), caption: copy }),
    stats: z.array(z.object({ value: copy, label: copy, note: copy, to: path })).length(4),
    benefits: z.object({ title: copy, lead: copy, items: z.array(titled).min(3) }),
    catalogue: z.object({
      title: copy,
      lead: copy,
      listValue: claim.optional(),
      shelves: z.array(titled.extend({ courses: slugs })).length(2),
      furtherTitle: copy,
    }),
    ai: z.object({
      eyebrow: copy,
      title: copy,
      text: copy,
      courses: slugs,
      exampleTitle: copy,
      weak: copy,
      weakLabel: copy,
      strong: copy,
      strongLabel: copy,
    }),
    affiliate: titled.extend({ perMember: copy, perPair: copy, link: copy }),
    testimonials,
    guarantee: titled.extend({ points: z.array(copy).min(1), figure: copy }),
    closing: titled.extend({ join: copy, pricing: copy, demo: copy }),
  }),
);

const listed = ({ slug, title, promise, estimatedTime, modules }: Course) => ({
  slug,
  title,
  promise,
  estimatedTime,
  moduleCount: modules.length,
});

/** A course as the home page lists it. */
export type CatalogueCourse = ReturnType<typeof listed>;

const existing = (slugs: string[]) => currentCoursesOf(slugs).map(listed);

/** The catalogue as the home page shows it: two shelves, then every other course. Slugs without content are left out. */
export function buildCatalogue() {
  const { catalogue, ai } = homeCopy();
  const shelved = new Set(catalogue.shelves.flatMap((shelf) => shelf.courses));
  return {
    shelves: catalogue.shelves.map((shelf) => ({ ...shelf, courses: existing(shelf.courses) })),
    further: currentCourses()
      .filter(({ slug }) => !shelved.has(slug))
      .map(listed),
    aiCourses: existing(ai.courses),
  };
}

/** About as much as the hero's sheet shows beside the headline. */
const previewCharacters = 320;

/** A piece of a real lesson for the hero, or null while the library has no course. */
export function buildPreview() {
  const { preview } = homeCopy();
  const course = sampleCourse(preview.course);
  const module = course?.modules[preview.module - 1] ?? course?.modules[0];
  if (!course || !module) return null;
  return {
    courseTitle: course.title,
    moduleTitle: module.title,
    moduleId: module.number,
    caption: preview.caption,
    modules: course.modules.map(({ number, title }) => ({ id: number, title })),
    blocks: lessonTeaser(module, previewCharacters),
  };
}
