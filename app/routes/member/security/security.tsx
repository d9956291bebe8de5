import { z } from 'zod';
import { removeAuthenticator } from '#app/domain/people/safety/authenticator.server.ts';
import { renewRecoveryCodes } from '#app/domain/people/safety/recovery-codes.server.ts';
import { findSecondFactors, turnOffSecondFactor } from '#app/domain/people/safety/second-factor.server.ts';
import { forgetTrustedBrowsers } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { DataCard } from '#app/routes/member/security/data-card.tsx';
import { EmailCard } from '#app/routes/member/security/email-card.tsx';
import { IdentitiesCard } from '#app/routes/member/security/identities-card.tsx';
import { PasswordCard } from '#app/routes/member/security/password-card.tsx';
import { SecondStepCard } from '#app/routes/member/security/second-step-card.tsx';
import { SessionsCard } from '#app/routes/member/security/sessions-card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/security';

const path = '/profile/security';

export async function loader({ context }: Route.LoaderArgs) {
  const { id, email, deletionDueAt } = context.get(memberContext);
  return { factors: await findSecondFactors(id), email, deletionDueAt };
}

const schema = z.object({
  intent: z.enum(['remove_authenticator', 'renew_codes', 'forget_browsers', 'turn_off']),
});

export const action = formAction(async (args: Route.ActionArgs, form) => {
  const { intent } = readAction(form, schema);
  const confirmed = confirmedMember(args);
  switch (intent) {
    case 'renew_codes':
      await renewRecoveryCodes(confirmed);
      return redirectWithFlash(
        `${path}/recovery-codes`,
        'These are your new codes. The old ones no longer work.',
      );
    case 'remove_authenticator':
      await removeAuthenticator(confirmed);
      return redirectWithFlash(path, 'The authenticator app has been removed.');
    case 'forget_browsers':
      await forgetTrustedBrowsers(confirmed);
      return redirectWithFlash(
        path,
        'No browser is trusted any longer. Each one asks for the second step again.',
      );
    case 'turn_off':
      await turnOffSecondFactor(confirmed);
      return redirectWithFlash(path, 'Two-step sign-in is off.');
  }
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Security')];

export default function Security({
  loaderData: { factors, email, deletionDueAt },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <div className="grid gap-2">
          <h1>Security</h1>
          <p className="text-muted">How your account is protected.</p>
        </div>
      </header>
      <FormErrors id="security-error" errors={actionData?.lastResult?.error?.['']} />
      <SecondStepCard factors={factors} />
      <PasswordCard />
      <EmailCard email={email} />
      <IdentitiesCard />
      <SessionsCard />
      <DataCard deletionDueAt={deletionDueAt} />
    </div>
  );
}
