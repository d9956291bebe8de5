import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { signInSchema } from '#app/domain/accounts/schemas.server.ts';
import { checkCredentials } from '#app/domain/accounts/sign-in.server.ts';
import { Refusal } from '#app/domain/errors.ts';

/** Signs in by the form's email and password. @throws {Refusal} when they do not belong together. */
export const authenticator = new Authenticator<{ id: string }>().use(
  new FormStrategy(({ form }) => {
    const credentials = signInSchema.safeParse(Object.fromEntries(form));
    if (!credentials.success) throw new Refusal('invalid', 'Failed to login. Please try again.');
    return checkCredentials(credentials.data);
  }),
  'form',
);
