import { z } from 'zod';
import { whileTermsHold } from '#app/domain/core/site-settings/current.server.ts';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { withoutSamples } from '#app/domain/learning/facts/samples.server.ts';
import { config } from '#app/platform/config.server.ts';
import { readYaml } from '#app/platform/content/files.server.ts';

/** A text an owner wrote, figures put in. */
export const copy = z
  .string()
  .min(1)
  .transform((text) => withFacts(text.trim()));

/** What of a page's words is shown here: all in the demo, elsewhere nothing that is marked as sample (P46). */
const shownHere = (words: unknown) => (config().isDemo ? words : withoutSamples(words));

/** Reads a page's words from content/site at first use, and again when a figure in them has changed. */
export function once<S extends z.ZodType>(name: string, schema: S): () => z.output<S> {
  return whileTermsHold(() => readYaml(`site/${name}.yaml`, z.preprocess(shownHere, schema)));
}

const slugs = z.array(z.string()).min(1);
export const titled = z.object({ title: copy, text: copy });

export const dashboardCopy = once(
  'dashboard',
  z.strictObject({
    /** Where somebody begins who has begun nothing. */
    starts: z.array(titled.extend({ course: z.string() })).length(3),
    suggestedOrder: z.object({ note: copy, courses: slugs }),
    aiCourses: slugs,
    lists: z.array(z.object({ title: copy, courses: slugs })).length(3),
    affiliate: titled,
    reseller: titled,
    emailCourse: titled,
    comingSoon: z.object({
      title: copy,
      items: z.array(
        titled.extend({
          key: z.string().regex(/^[a-z-]+$/),
          /** Where it is, once it has come: who has signed up is told, and it is announced no more. */
          path: z.string().startsWith('/').optional(),
        }),
      ),
    }),
  }),
);

export const coursesCopy = once('courses', z.strictObject({ lead: copy, ownerMessage: titled }));
