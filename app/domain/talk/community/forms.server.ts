import { z } from 'zod';
import { hasVisibleText, typedText } from '#app/domain/core/values/typed-text.ts';
import { bodyLength, titleLength } from '#app/domain/talk/community/posting-rules.server.ts';
import { isTopic } from '#app/domain/talk/community/topics.server.ts';

/** What is no text, though it looks like some: marks that turn the direction of what follows, and other unseen ones. */
const unseen = /[\u202A-\u202E\u2066-\u2069\u200B-\u200D\u2060\uFEFF]/g;

const body = z
  .string({ error: 'Please write something' })
  .transform(typedText)
  .pipe(
    z
      .string()
      .refine((text) => text.length > 1 && hasVisibleText(text), 'Please write something')
      .max(bodyLength, `Please use at most ${bodyLength} characters`),
  );

const formKey = z.uuid('This form is out of date. Please send it once more.');

const title = z
  .string({ error: 'Say in one line what it is about' })
  .transform((input) => input.replace(unseen, '').replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .refine((text) => text.length > 4 && hasVisibleText(text), 'Please say in a few words what it is about')
      .max(titleLength, `Please use at most ${titleLength} characters`),
  );

export const threadSchema = z.object({
  topic: z.string({ error: 'Please choose a topic' }).refine(isTopic, 'Please choose a topic'),
  title,
  body,
  formKey,
});

export type ThreadForm = z.output<typeof threadSchema>;

export const replySchema = z.object({ body, formKey });

export type ReplyForm = z.output<typeof replySchema>;

/** A title comes with the opening post of a thread alone. */
export const editSchema = z.object({ body, title: title.optional() });

export type EditForm = z.output<typeof editSchema>;

export const reportSchema = z.object({
  reason: z.enum(['spam', 'abuse', 'private', 'other'], { error: 'Please choose what is wrong' }),
  note: z.string().trim().max(500, 'Please use at most 500 characters').default(''),
});

export type ReportForm = z.output<typeof reportSchema>;
