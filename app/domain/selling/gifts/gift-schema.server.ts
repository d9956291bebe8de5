import { z } from 'zod';
import { baseCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { nameField } from '#app/domain/core/names/name-schema.server.ts';
import { emailPattern, readEmailAddress } from '#app/domain/core/values/email-address.ts';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';
import { typedText } from '#app/domain/core/values/typed-text.ts';
import { isGivable } from '#app/domain/selling/gifts/gift-dates.ts';
import { now } from '#app/platform/clock.server.ts';

/** Characters of a message that fits on the card. */
const maxMessageLength = 500;

const dayProblem = 'Choose a day from today to a year from now';

/** So that it is checked although another field is wrong. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** A gift as its giver describes it. */
export const giftSchema = z
  .object({
    option: z.string({ error: 'Choose how long the membership lasts' }).max(80),
    currency: z.string().max(3, 'Choose a currency that we sell gifts in').default(baseCurrency),
    delivery: z.enum(['email', 'card'], { error: 'Choose how the gift gets there' }),
    recipientEmail: z
      .string()
      .trim()
      .max(254, 'This email address is too long')
      .default('')
      .transform((typed) => ({ address: typed, ...readEmailAddress(typed) }).address),
    giverName: nameField({
      kind: 'person',
      maxLength: 80,
      missing: 'Enter your name as the recipient knows it',
    }),
    message: z
      .string()
      .default('')
      .transform(typedText)
      .refine(({ length }) => length <= maxMessageLength, `Use at most ${maxMessageLength} characters`),
    startsOn: z.string({ error: dayProblem }).transform((text, context) => {
      const day = parseDay(text.trim());
      if (day && isGivable(day, now())) return day;
      context.addIssue({ code: 'custom', message: dayProblem });
      return z.NEVER;
    }),
  })
  .refine(({ delivery, recipientEmail }) => delivery !== 'email' || Boolean(recipientEmail), {
    path: ['recipientEmail'],
    message: 'Enter their email address',
    when: isObject,
  })
  .refine(
    ({ delivery, recipientEmail }) =>
      delivery !== 'email' ||
      !recipientEmail ||
      emailPattern.test(recipientEmail) ||
      'problem' in readEmailAddress(recipientEmail),
    { path: ['recipientEmail'], message: 'Enter a valid email address', when: isObject },
  )
  .refine(
    ({ delivery, recipientEmail }) => delivery !== 'email' || 'address' in readEmailAddress(recipientEmail),
    {
      path: ['recipientEmail'],
      message: 'Enter an address with only the letters A to Z before the @',
      when: isObject,
    },
  );

export type GiftForm = z.input<typeof giftSchema>;
export type NewGift = z.output<typeof giftSchema>;
