import { data } from 'react-router';
import { z } from 'zod';
import {
  beginRecovery,
  findRecovery,
  recoveryDays,
  stopRecovery,
} from '#app/domain/people/accounts/recovery.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { DeadLink } from '#app/routes/auth/dead-link.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readAction } from '#app/routes/http/form-action.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import type { Route } from './+types/recover-account';

export async function loader({ params }: Route.LoaderArgs) {
  const recovery = await findRecovery(params.token);
  return data({ recovery, days: recoveryDays }, { status: recovery ? 200 : 410 });
}

const schema = z.object({ intent: z.enum(['begin', 'stop']) });

export async function action({ request, params }: Route.ActionArgs) {
  const { intent } = readAction(await readForm(request), schema);
  if (intent === 'stop') {
    await stopRecovery(params.token);
    return redirectWithFlash(
      '/login?mode=reset',
      'The recovery is stopped, and two-step sign-in stays on. If you did not start it, choose a new password.',
    );
  }
  if (!(await beginRecovery(params.token))) return data({ failed: true }, { status: 410 });
  return redirectWithFlash(
    `/recover-account/${params.token}`,
    'The recovery has started. We have sent you an email about it.',
  );
}

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Recover your account'),
  { name: 'referrer', content: 'same-origin' },
];

export default function RecoverAccount({ loaderData: { recovery, days }, actionData }: Route.ComponentProps) {
  if (!recovery || actionData?.failed)
    return (
      <DeadLink lead="The recovery was stopped or has finished, or the link is more than a day old. Sign in to see where it stands." />
    );
  return (
    <AuthPage
      title="Recover your account"
      lead={
        recovery.dueAt ? (
          <>
            On <Day at={recovery.dueAt} /> two-step sign-in will be turned off. After that, your password
            alone is enough to sign in.
          </>
        ) : (
          `The recovery takes ${days} days once you start it. You can stop it here at any time before then.`
        )
      }
    >
      <form method="post" className="grid gap-3">
        {recovery.dueAt ? null : (
          <SubmitButton intent="begin" pendingLabel="One moment...">
            It was me: start the recovery
          </SubmitButton>
        )}
        <SubmitButton variant="danger" intent="stop" pendingLabel="Stopping...">
          Stop the recovery
        </SubmitButton>
      </form>
    </AuthPage>
  );
}
