import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from 'react-router';
import { admit } from '#app/domain/accounts/attempts.server.ts';
import { requestPasswordReset } from '#app/domain/accounts/password-reset.server.ts';
import { resetRequestSchema, signInSchema } from '#app/domain/accounts/schemas.server.ts';
import { signIn } from '#app/domain/accounts/sign-in.server.ts';
import { authenticateByForm } from '#app/routes/auth/authenticator.server.ts';
import { ResetRequest } from '#app/routes/auth/reset-request.tsx';
import { SignIn } from '#app/routes/auth/sign-in.tsx';
import {
  forgetTypedEmail,
  goToOtherForm,
  keepTypedEmail,
  readTypedEmail,
  wantsOtherForm,
} from '#app/routes/auth/typed-email.server.ts';
import { canonicalLink, pageTitle } from '#app/routes/frame/page-head.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { sessionCookie } from '#app/routes/http/cookies.server.ts';
import { deviceHeader, readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { invalidForm, refusedForm } from '#app/routes/http/form.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo, withReturnTo } from '#app/routes/http/return-to.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import type { Route } from './+types/login';

export async function loader({ request, url }: Route.LoaderArgs) {
  return {
    isReset: url.searchParams.get('mode') === 'reset',
    redirectTo: safeReturnTo(url.searchParams.get('redirectTo')),
    email: await readTypedEmail(request),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (wantsOtherForm(form)) return goToOtherForm(form);
  const { clientAddress } = context.get(requestInfoContext);
  return form.get('intent') === 'reset'
    ? keepTypedEmail(form, await sendResetLink(request, form, clientAddress))
    : signInByForm(request, form, clientAddress);
}

async function signInByForm(request: Request, form: FormData, clientAddress: string) {
  try {
    const attempt = await admit('sign_in', clientAddress, readDeviceCookie(request));
    const submission = parseWithZod(form, { schema: signInSchema });
    if (submission.status !== 'success') return keepTypedEmail(form, invalidForm(submission));
    const { token, device } = await authenticateByForm(request, form, () =>
      signIn(attempt, submission.value, request.headers.get('User-Agent')),
    );
    const headers = new Headers({ 'Set-Cookie': await sessionCookie().serialize(token) });
    headers.append('Set-Cookie', deviceHeader(device));
    headers.append('Set-Cookie', await forgetTypedEmail());
    return redirect(safeReturnTo(form.get('redirectTo')), { status: 303, headers });
  } catch (error) {
    return keepTypedEmail(form, refusedForm(form, error));
  }
}

async function sendResetLink(request: Request, form: FormData, clientAddress: string) {
  try {
    const attempt = await admit('reset_request', clientAddress, readDeviceCookie(request));
    const submission = parseWithZod(form, { schema: resetRequestSchema });
    if (submission.status !== 'success') return invalidForm(submission);
    await requestPasswordReset(attempt, submission.value.email);
  } catch (error) {
    return refusedForm(form, error);
  }
  return redirectWithFlash(
    withReturnTo('/login', safeReturnTo(form.get('redirectTo'))),
    'Check your email for password reset instructions',
  );
}

export const handle = indexed;
export const headers = sharedPage;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.isReset ? 'Reset your password' : 'Sign in'),
  {
    name: 'description',
    content: 'Sign in to your courses, guides and playbooks, or ask for a new password.',
  },
  ...canonicalLink(matches, '/login'),
];

export default function Login({ loaderData: { isReset, ...shown }, actionData }: Route.ComponentProps) {
  return isReset ? <ResetRequest {...shown} reply={actionData} /> : <SignIn {...shown} reply={actionData} />;
}
