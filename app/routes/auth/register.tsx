import { parseWithZod } from '@conform-to/zod/v4';
import { admit } from '#app/domain/accounts/attempts.server.ts';
import { registerAccount } from '#app/domain/accounts/registration.server.ts';
import { type RegistrationForm, registrationSchema } from '#app/domain/accounts/schemas.server.ts';
import { findReferrer } from '#app/domain/affiliates/attribution.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { NewPasswordFields } from '#app/routes/auth/new-password-fields.tsx';
import { OtherFormLink } from '#app/routes/auth/other-form-link.tsx';
import {
  goToOtherForm,
  keepTypedEmail,
  readTypedEmail,
  wantsOtherForm,
} from '#app/routes/auth/typed-email.server.ts';
import { canonicalLink, pageTitle } from '#app/routes/frame/page-head.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { invalidForm, refusedForm } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { readReferral, referralHeader } from '#app/routes/http/referral-cookie.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo, withReturnTo } from '#app/routes/http/return-to.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField, FormErrors, TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/register';

export async function loader({ request, url }: Route.LoaderArgs) {
  return {
    redirectTo: safeReturnTo(url.searchParams.get('redirectTo')),
    email: await readTypedEmail(request),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (wantsOtherForm(form)) return goToOtherForm(form);
  return keepTypedEmail(form, await register(request, form, context.get(requestInfoContext).clientAddress));
}

async function register(request: Request, form: FormData, clientAddress: string) {
  try {
    const attempt = await admit('registration', clientAddress);
    const submission = parseWithZod(form, { schema: registrationSchema });
    if (submission.status !== 'success') return invalidForm(submission);
    await registerAccount(attempt, submission.value, await findReferrer(readReferral(request)));
  } catch (error) {
    return refusedForm(form, error);
  }
  return redirectWithFlash(
    withReturnTo('/login', safeReturnTo(form.get('redirectTo'))),
    'Registration successful! Please check your email for verification.',
    'success',
    [referralHeader(null)],
  );
}

export const handle = indexed;
export const headers = sharedPage;

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Create your account'),
  { name: 'description', content: 'Create an account to join the courses, guides, playbooks and tools.' },
  ...canonicalLink(matches, '/register'),
];

export default function Register({ loaderData: { redirectTo, email }, actionData }: Route.ComponentProps) {
  const form = formFields<RegistrationForm>('register', actionData, { email });
  const { defaultValue: isAccepted, ...acceptTerms } = form.field('acceptTerms');
  return (
    <AuthPage
      title="Create your account"
      lead={
        <>
          Or{' '}
          <OtherFormLink to="sign_in" formId={form.id} redirectTo={redirectTo}>
            sign in to your account
          </OtherFormLink>
        </>
      }
    >
      <form method="post" id={form.id} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...form.field('firstName')}
            label="First name"
            autoComplete="given-name"
            required
            maxLength={80}
          />
          <TextField
            {...form.field('lastName')}
            label="Last name"
            autoComplete="family-name"
            required
            maxLength={80}
          />
        </div>
        <TextField {...form.field('email')} type="email" label="Email" autoComplete="username" required />
        <NewPasswordFields
          password={form.field('password')}
          confirmPassword={form.field('confirmPassword')}
        />
        <CheckboxField
          {...acceptTerms}
          required
          defaultChecked={isAccepted === 'on'}
          label={
            <>
              I accept the{' '}
              <Link className="link" to="/legal/terms" target="_blank">
                terms
              </Link>{' '}
              and the{' '}
              <Link className="link" to="/legal/privacy" target="_blank">
                privacy policy
              </Link>
            </>
          }
        />
        <SubmitButton pendingLabel="Creating account...">Create account</SubmitButton>
      </form>
    </AuthPage>
  );
}
