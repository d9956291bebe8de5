import { z } from 'zod';
import { nameField, refineWholeName } from '#app/domain/core/names/name-schema.server.ts';
import { emailField } from '#app/domain/core/values/email-field.ts';
import { passwordProblem } from '#app/domain/people/accounts/password-rules.server.ts';

/** The email address of an account. */
export const emailSchema = emailField({ missing: 'Please enter your email address' });

const namePart = (missing: string) => nameField({ kind: 'person', maxLength: 80, missing, isPart: true });

/** A password someone signs in with: any that could once have been chosen. */
const givenPassword = z
  .string({ error: 'Please enter your password' })
  .max(1_000, 'This password is too long');

/** A password someone chooses. */
const chosenPassword = z.string({ error: 'Please choose a password' }).superRefine((password, context) => {
  const problem = passwordProblem(password);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

const confirmation = z.string({ error: 'Please enter the password again' });

/** Both passwords of a form are the same. */
function passwordsMatch(
  value: { password: string; confirmPassword: string },
  context: z.RefinementCtx,
): void {
  if (value.password !== value.confirmPassword)
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: 'Passwords do not match' });
}

export const signInSchema = z.object({
  email: emailSchema,
  password: givenPassword,
  staySignedIn: z.literal('on').optional(),
});

/** A code of the authenticator app, or a recovery code, however it is spaced. */
const codeSchema = z
  .string({ error: 'Please enter the code' })
  .trim()
  .min(1, 'Please enter the code')
  .max(40, 'This code is too long');

export const secondStepSchema = z.object({ code: codeSchema, trust: z.literal('on').optional() });

export const authenticatorCodeSchema = z.object({ code: codeSchema });

/** With the link to verify an address: the password, for whoever wants to keep it. */
export const verificationSchema = z.object({
  password: z.string().max(1_000, 'This password is too long').default(''),
});

export const identityPasswordSchema = z.object({ password: givenPassword });

const registrationFields = z.object({
  firstName: namePart('Please enter your first name'),
  lastName: namePart('Please enter your last name'),
  email: emailSchema,
  password: chosenPassword,
  confirmPassword: confirmation,
  acceptTerms: z.literal('on', { error: 'Please accept the terms and the privacy policy' }),
});

export const registrationSchema = registrationFields.superRefine(passwordsMatch).superRefine(refineWholeName);

/** How an affiliate wants to be written to, and paid. */
const sellerFields = z.object({ contactEmail: emailSchema, paypalEmail: emailSchema });

export const affiliateSignUpSchema = registrationFields
  .extend({
    ...sellerFields.shape,
    acceptTerms: z.literal('on', {
      error: 'Please accept the terms, the privacy policy and the affiliate agreement',
    }),
  })
  .superRefine(passwordsMatch)
  .superRefine(refineWholeName);

export const emailChangeSchema = z.object({ email: emailSchema });

export const resetRequestSchema = z.object({ email: emailSchema });

export const newPasswordSchema = z
  .object({ password: chosenPassword, confirmPassword: confirmation })
  .superRefine(passwordsMatch);

export const changePasswordSchema = z
  .object({ currentPassword: givenPassword, password: chosenPassword, confirmPassword: confirmation })
  .superRefine(passwordsMatch);

/** The profile's fields. `role` is the free-text job title, never the account's role. */
export const profileSchema = z.object({
  name: nameField({ kind: 'person', maxLength: 80, missing: 'Please enter your name' }),
  phone: z.string().trim().max(40, 'Please use at most 40 characters').default(''),
  company: nameField({ kind: 'company', maxLength: 120, missing: null }).default(''),
  role: nameField({ kind: 'job', maxLength: 80, missing: null }).default('Member'),
  bio: z.string().trim().max(2_000, 'Please use at most 2,000 characters').default(''),
});

/** The profile of somebody of the team, who may be called so. */
export const teamProfileSchema = profileSchema.extend({
  name: nameField({ kind: 'person', maxLength: 80, missing: 'Please enter your name', isTeams: true }),
  company: nameField({ kind: 'company', maxLength: 120, missing: null, isTeams: true }).default(''),
  role: nameField({ kind: 'job', maxLength: 80, missing: null, isTeams: true }).default('Member'),
});

export type Registration = z.output<typeof registrationSchema>;
export type SellerAddresses = z.output<typeof sellerFields>;
export type ProfileInput = z.output<typeof profileSchema>;

// What the forms' fields hold before they are checked.
export type SecondStepForm = z.input<typeof secondStepSchema>;
export type AuthenticatorCodeForm = z.input<typeof authenticatorCodeSchema>;
export type IdentityPasswordForm = z.input<typeof identityPasswordSchema>;
export type VerificationForm = z.input<typeof verificationSchema>;
export type SignInForm = z.input<typeof signInSchema>;
export type RegistrationForm = z.input<typeof registrationSchema>;
export type AffiliateSignUpForm = z.input<typeof affiliateSignUpSchema>;
export type EmailChangeForm = z.input<typeof emailChangeSchema>;
export type ResetRequestForm = z.input<typeof resetRequestSchema>;
export type NewPasswordForm = z.input<typeof newPasswordSchema>;
export type ChangePasswordForm = z.input<typeof changePasswordSchema>;
export type ProfileForm = z.input<typeof profileSchema>;
