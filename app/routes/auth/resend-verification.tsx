import { redirect } from 'react-router';
import { resendVerification } from '#app/domain/people/accounts/email-verification.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import type { Route } from './+types/resend-verification';

export function loader() {
  return redirect('/dashboard', 303);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { id } = context.get(memberContext);
  const returnTo = safeReturnTo((await readForm(request)).get('redirectTo'));
  const isSent = await resendVerification(id).catch(throwAsResponse);
  return redirectWithFlash(
    returnTo,
    isSent ? 'We have sent you a new verification email.' : 'Your email address is verified already.',
  );
}

/** Nothing is ever shown here, but with a page of its own a failed post is answered with the site's error page. */
export default function NoPage() {
  return null;
}
