import { z } from 'zod';
import { emailField } from '#app/domain/core/values/email-field.ts';

/** Addresses that one form can invite. */
const invitedAtOnce = 50;

const address = emailField({ missing: 'Enter at least one email address' });

/** Addresses as they are typed or pasted: on lines of their own, or between commas, semicolons and spaces. */
const addressesField = z.string({ error: 'Enter at least one email address' }).transform((text, context) => {
  const typed = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ].map((one) => ({ one, ...address.safeParse(one) }));
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (typed.length === 0) return refuse('Enter at least one email address');
  if (typed.length > invitedAtOnce) return refuse(`Invite at most ${invitedAtOnce} people at once`);
  const wrong = typed.filter(({ success }) => !success);
  if (wrong.length === 0) return [...new Set(typed.flatMap(({ data }) => data ?? []))];
  const shown = wrong.slice(0, 3).map(({ one }) => one.slice(0, 80));
  return refuse(`Not a valid email address: ${shown.join(', ')}${wrong.length > 3 ? ' …' : ''}`);
});

/** Whom a team's owner invites. */
export const inviteSchema = z.object({ emails: addressesField });

/** Which seat a form is about. */
export const seatSchema = z.object({ seat: z.uuid() });

/** How many seats a team is to have; whether it can have as many is said by its product. */
export const seatCountSchema = z.object({
  seats: z
    .string({ error: 'Enter a number of seats' })
    .trim()
    .regex(/^[1-9]\d{0,4}$/, 'Enter a whole number of seats')
    .transform(Number),
});
