import { z } from 'zod';
import { hasVisibleText, typedText } from '#app/domain/core/values/typed-text.ts';
import { letterKindNames } from '#app/domain/operating/letters/kinds.ts';
import { mergeProblem } from '#app/domain/operating/letters/merge-fields.ts';
import { renderMarked } from '#app/domain/operating/letters/rendering.server.ts';
import { hoursOfDay } from '#app/domain/operating/letters/send-times.ts';
import { testShares, testWaits } from '#app/domain/operating/letters/subject-test.ts';

const subject = z
  .string({ error: 'Please write a subject' })
  .trim()
  .refine(hasVisibleText, 'Please write a subject')
  .max(150, 'Please use at most 150 characters');

export const newLetterSchema = z.object({
  subject,
  /** Made when the form was shown: however often it is sent, it makes one draft. */
  formKey: z.uuid('This form is out of date. Please send it once more.'),
});

export const courseLetterSchema = z.object({
  /** The short name of a course on the site. */
  course: z.string({ error: 'Please choose a course' }).max(60, 'Please choose a course'),
  formKey: newLetterSchema.shape.formKey,
});

/** Longer addresses fit no index, and hardly any browser. */
const maxLink = 2_000;

/** What is wrong with the links and pictures of a letter; null where nothing is. */
function addressProblem(body: string): string | null {
  const { html, links } = renderMarked({ subject: '', preheader: '', body });
  for (const link of links) {
    if (link.length > maxLink)
      return `"${link.slice(0, 80)}..." is too long: a link has at most ${maxLink.toLocaleString('en-US')} characters.`;
    if (/%EE%80%80|\uE000/i.test(link)) return "A field can't be part of a link's address.";
    if (!/^(?:https?:\/\/|mailto:)[^\s]/i.test(link))
      return `"${link.slice(0, 80)}" is no address of a page. Links begin with / or https://.`;
  }
  for (const [, source = ''] of html.matchAll(/<img[^>]* src="([^"]*)"/g))
    if (!/^https?:\/\/[^/]+\/images\/[\w.-]+$/.test(source))
      return 'Pictures have to be those of the site: add them in Content, Pictures, and use their address (/images/...).';
  return null;
}

const withMerges = (text: string, context: z.RefinementCtx) => {
  const problem = mergeProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
};

/** One of some numbers, as a list of choices sends it. */
const oneOf = (numbers: readonly number[], fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .refine((text) => numbers.map(String).includes(text), 'Please choose one')
    .transform(Number);

/** What an email says: a letter, or a step of a sequence. */
export const letterTextSchema = z.object({
  subject: subject.superRefine(withMerges),
  preheader: z
    .string()
    .trim()
    .max(150, 'Please use at most 150 characters')
    .default('')
    .superRefine(withMerges),
  body: z
    .string({ error: 'Please write the letter' })
    .transform(typedText)
    .pipe(
      z
        .string()
        .refine(hasVisibleText, 'Please write the letter')
        .max(30_000, 'Please use at most 30,000 characters')
        .superRefine(withMerges)
        .superRefine((text, context) => {
          const problem = addressProblem(text);
          if (problem) context.addIssue({ code: 'custom', message: problem });
        }),
    ),
});

export const letterSchema = letterTextSchema
  .extend({
    kind: z.enum(letterKindNames as [string, ...string[]], { error: 'Please choose one' }),
    /** "all", or a segment's id. */
    audience: z.union([z.literal('all'), z.uuid()], { error: 'Please choose who gets it' }),
    mayBeSecond: z.literal('on').optional(),
    otherSubject: z
      .string()
      .trim()
      .max(150, 'Please use at most 150 characters')
      .refine((text) => text === '' || hasVisibleText(text), 'Please write a subject, or leave this empty')
      .default('')
      .superRefine(withMerges),
    /** Minutes since midnight, or empty for at once. */
    atMinute: z
      .string()
      .default('')
      .refine(
        (text) => text === '' || hoursOfDay.some((hour) => text === String(hour * 60)),
        'Please choose one',
      )
      .transform((text) => (text === '' ? null : Number(text))),
    testPercent: oneOf(testShares, 20),
    testHours: oneOf(testWaits, 4),
    /** When the letter was saved last, as the form was shown. */
    version: z.string().max(40).default(''),
  })
  .refine(({ subject: first, otherSubject }) => first !== otherSubject, {
    path: ['otherSubject'],
    error: 'This is the same as the first subject. Please write another, or leave this empty.',
  });

export type LetterForm = z.input<typeof letterSchema>;
