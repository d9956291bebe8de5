import { z } from 'zod';
import { emailPattern, readEmailAddress } from '#app/domain/core/values/email-address.ts';

/** What is said beside a field for an email address. */
interface Words {
  missing: string;
  invalid?: string;
  /** Characters at most, and what is said of more. */
  most?: readonly [count: number, problem: string];
}

/** An email address, in small letters, a domain of other scripts in the form that mail servers take ("xn--"). */
export const emailField = ({
  missing,
  invalid = 'Please enter a valid email address',
  most: [most, tooLong] = [254, 'This email address is too long'],
}: Words) =>
  z
    .string({ error: missing })
    .trim()
    .max(most, tooLong)
    .transform((typed, context) => {
      const read = readEmailAddress(typed);
      if ('address' in read) return read.address;
      context.addIssue({ code: 'custom', message: read.problem });
      return z.NEVER;
    })
    .pipe(z.email({ pattern: emailPattern, error: invalid }).max(most, tooLong));
