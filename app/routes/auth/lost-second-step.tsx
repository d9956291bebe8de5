import { redirect } from 'react-router';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { recoveryDays, requestRecovery } from '#app/domain/people/accounts/recovery.server.ts';
import { isSecondStepAwaited } from '#app/domain/people/accounts/second-step.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { readSecondStep } from '#app/routes/auth/session-answer.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refuseInForm } from '#app/routes/http/form-action.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import type { Route } from './+types/lost-second-step';

export async function loader({ request }: Route.LoaderArgs) {
  const token = readSecondStep(request);
  if (!token || !(await isSecondStepAwaited(token))) throw redirect('/login', 303);
  return { days: recoveryDays };
}

export async function action({ request, context }: Route.ActionArgs) {
  return refuseInForm(new FormData(), async () => {
    const { clientAddress } = context.get(requestInfoContext);
    const attempt = await admit('second_step', clientAddress, readDeviceCookie(request));
    await requestRecovery(attempt, readSecondStep(request) ?? '');
    return redirectWithFlash('/login', 'We have sent you an email. Open its link to start the recovery.');
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Lost your second step?')];

export default function LostSecondStep({ loaderData: { days }, actionData }: Route.ComponentProps) {
  return (
    <AuthPage
      title="Lost your phone and your codes?"
      lead="You can still recover your account. It takes a few days, so that nobody else can do it without you noticing."
      footer={
        <p className="text-center text-sm">
          <Link className="link inline-flex min-h-11 items-center" to="/login/second-step">
            I found one of them
          </Link>
        </p>
      }
    >
      <form method="post" className="grid gap-5">
        <PostedField />
        <FormErrors id="lost-error" errors={actionData?.lastResult?.error?.['']} />
        <ol className="grid list-decimal gap-3 pl-5 marker:text-muted">
          <li>We email a link to the address of your account.</li>
          <li>Open it to start a wait of {days} days. We email you again before it ends.</li>
          <li>After that you sign in with your password alone and set up a new second step.</li>
        </ol>
        <SubmitButton pendingLabel="Sending...">Email me the link</SubmitButton>
      </form>
    </AuthPage>
  );
}
