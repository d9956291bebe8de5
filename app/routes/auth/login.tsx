import { getFormProps, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { Form, Link, redirect } from 'react-router';
import { resetLimits, signInLimits } from '#app/domain/accounts/limits.ts';
import { requestPasswordReset } from '#app/domain/accounts/password-reset.server.ts';
import {
  type ResetRequestForm,
  resetRequestSchema,
  type SignInForm,
  signInSchema,
} from '#app/domain/accounts/schemas.server.ts';
import { startSession } from '#app/domain/accounts/sign-in.server.ts';
import { consumeRateLimit, resetRateLimit } from '#app/platform/rate-limit.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { authenticator } from '#app/routes/auth/authenticator.server.ts';
import { canonicalLink } from '#app/routes/frame/page-head.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { sessionCookie } from '#app/routes/http/cookies.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { invalidForm, refusedForm } from '#app/routes/http/form.server.ts';
import { readForm, requestOfForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo, withReturnTo } from '#app/routes/http/return-to.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { useClearedPasswords } from '#app/ui/cleared-passwords.ts';
import { FormErrors, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/login';

export function loader({ url }: Route.LoaderArgs) {
  return {
    isReset: url.searchParams.get('mode') === 'reset',
    redirectTo: safeReturnTo(url.searchParams.get('redirectTo')),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { clientAddress } = context.get(requestInfoContext);
  return form.get('intent') === 'reset'
    ? sendReset(form, clientAddress)
    : signIn(form, request, clientAddress);
}

async function signIn(form: FormData, request: Request, clientAddress: string) {
  const submission = parseWithZod(form, { schema: signInSchema });
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await consumeRateLimit(signInLimits.byAddress, clientAddress);
    await consumeRateLimit(signInLimits.byEmail, submission.value.email);
    const user = await authenticator.authenticate('form', requestOfForm(request, form));
    await resetRateLimit(signInLimits.byEmail, submission.value.email);
    const token = await startSession(user.id, request.headers.get('User-Agent'));
    const headers = { 'Set-Cookie': await sessionCookie().serialize(token) };
    return redirect(safeReturnTo(form.get('redirectTo')), { status: 303, headers });
  } catch (error) {
    return refusedForm(submission, error);
  }
}

async function sendReset(form: FormData, clientAddress: string) {
  const submission = parseWithZod(form, { schema: resetRequestSchema });
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await consumeRateLimit(resetLimits.byAddress, clientAddress);
    await consumeRateLimit(resetLimits.byEmail, submission.value.email);
  } catch (error) {
    return refusedForm(submission, error);
  }
  await requestPasswordReset(submission.value.email);
  return redirectWithFlash('/login', 'Check your email for password reset instructions');
}

export const headers = sharedPage;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  { title: loaderData?.isReset ? 'Reset your password' : 'Sign in' },
  ...canonicalLink(matches, '/login'),
];

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.isReset ? (
    <ResetRequest {...loaderData} reply={actionData} />
  ) : (
    <SignIn {...loaderData} reply={actionData} />
  );
}

type ModeProps = { redirectTo: string; reply: Route.ComponentProps['actionData'] };

function SignIn({ redirectTo, reply }: ModeProps) {
  const [form, fields] = useForm<SignInForm>({ id: 'sign-in', lastResult: reply?.lastResult });
  useClearedPasswords(form.id, reply);
  return (
    <AuthPage
      title="Sign in to your account"
      lead={
        <>
          Or{' '}
          <Link className="link" to={withReturnTo('/register', redirectTo)}>
            create a new account
          </Link>
        </>
      }
      footer={
        <details className="text-center text-sm text-muted">
          <summary className="inline-flex min-h-11 items-center font-medium underline underline-offset-4">
            Having issues?
          </summary>
          <p className="pt-2">
            Check that you use the address you registered with, and whether the Caps Lock key is on. If the
            password is gone, use “Forgot your password?”. After several wrong attempts, sign-in rests for
            some minutes. Still stuck?{' '}
            <Link className="link" to="/support">
              Write to support
            </Link>
            .
          </p>
        </details>
      }
    >
      <Form method="post" replace {...getFormProps(form)} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        {redirectTo.startsWith('/profile') ? <Notice>Please log in to view your profile</Notice> : null}
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <TextField
          id={fields.email.id}
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          required
          defaultValue={fields.email.initialValue}
          errors={fields.email.errors}
        />
        <TextField
          id={fields.password.id}
          name="password"
          type="password"
          label="Password"
          autoComplete="current-password"
          required
          errors={fields.password.errors}
        />
        <SubmitButton pendingLabel="Signing in...">Sign in</SubmitButton>
        <p className="text-center text-sm">
          <Link className="link" to={`/login?${new URLSearchParams({ mode: 'reset', redirectTo })}`}>
            Forgot your password?
          </Link>
        </p>
      </Form>
    </AuthPage>
  );
}

function ResetRequest({ redirectTo, reply }: ModeProps) {
  const [form, fields] = useForm<ResetRequestForm>({ id: 'reset', lastResult: reply?.lastResult });
  return (
    <AuthPage title="Reset your password" lead="We send you a link to choose a new one.">
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="intent" value="reset" />
        <TextField
          id={fields.email.id}
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          required
          defaultValue={fields.email.initialValue}
          errors={fields.email.errors}
        />
        <SubmitButton pendingLabel="Sending...">Send reset instructions</SubmitButton>
        <ButtonLink variant="quiet" to={withReturnTo('/login', redirectTo)}>
          Back to login
        </ButtonLink>
      </Form>
    </AuthPage>
  );
}
