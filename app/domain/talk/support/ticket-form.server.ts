import { z } from 'zod';
import { nameField } from '#app/domain/core/names/name-schema.server.ts';
import { wholeField } from '#app/domain/core/values/typed-number-fields.ts';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';
import { emailSchema } from '#app/domain/people/accounts/schemas.server.ts';

export const subjectLength = 150;
export const messageLength = 5_000;

const subject = z
  .string({ error: 'Please say in a few words what it is about' })
  .trim()
  .refine(hasVisibleText, 'Please say in a few words what it is about')
  .max(subjectLength, `Please use at most ${subjectLength} characters`)
  // It heads mails, which have it on one line.
  .transform((text) => text.replace(/\s+/g, ' '));

/** What is said in a ticket; `missing` is told where nothing is. */
export const messageField = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .refine(hasVisibleText, missing)
    .max(messageLength, `Please use at most ${messageLength} characters`);

const message = messageField('Please write your question');

/** Made when a form was shown. */
const formKey = z.uuid('This form is out of date. Please send it once more.');

/** What the form that opens a ticket asks for (P70). */
export const ticketSchema = z.object({ subject, message, formKey });

export type TicketForm = z.output<typeof ticketSchema>;

/** What it asks of a visitor: the page is the same for all of them, and has no key. */
export const visitorTicketSchema = z.object({
  name: nameField({ kind: 'person', maxLength: 80, missing: 'Please enter your name' }),
  email: emailSchema,
  subject,
  message,
});

export type VisitorTicketForm = z.output<typeof visitorTicketSchema>;

/** A further message in a ticket. */
export const replySchema = z.object({ message, formKey });

export type ReplyForm = z.output<typeof replySchema>;

const missingNumber = 'Enter the number of a ticket, such as 1001.';

/** The number of a ticket, as it is typed. */
export const ticketNumberField = z
  .string({ error: missingNumber })
  .transform((text) => text.trim().replace(/^[#＃]/, ''))
  .pipe(wholeField(missingNumber))
  .pipe(z.number().min(1, missingNumber).max(999_999_999, missingNumber));
