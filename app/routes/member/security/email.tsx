import {
  findOwnEmailChange,
  requestEmailChange,
  withdrawEmailChange,
} from '#app/domain/people/accounts/email-change.server.ts';
import { type EmailChangeForm, emailChangeSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/email';

const home = '/profile/security';

export async function loader(args: Route.LoaderArgs) {
  const { userId } = confirmedMember(args);
  return { email: args.context.get(memberContext).email, change: await findOwnEmailChange(userId) };
}

export const action = formAction(async (args: Route.ActionArgs, form) => {
  if (form.get('intent') === 'drop') {
    await withdrawEmailChange(args.context.get(memberContext));
    return redirectWithFlash(home, 'Your address stays as it is.');
  }
  const confirmed = confirmedMember(args);
  await requestEmailChange(confirmed, parseForm(form, emailChangeSchema).email);
  return redirectWithFlash(
    `${home}/email`,
    'We have sent an email to both addresses. Your address changes once both have confirmed.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Change your email address')];

/** Whose confirmation a change still waits for. */
function waitingFor({
  oldConfirmedAt,
  newConfirmedAt,
}: {
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
}) {
  if (oldConfirmedAt) return 'Your current address has confirmed. Open the link we sent to the new one.';
  if (newConfirmedAt) return 'The new address has confirmed. Open the link we sent to your current one.';
  return 'Open the links we sent to your current address and the new one.';
}

export default function Email({ loaderData: { email, change }, actionData }: Route.ComponentProps) {
  const form = formFields<EmailChangeForm>('email-change', actionData);
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: home, label: 'Security' }]} current="Email address" />
        <div className="grid gap-2">
          <h1>Change your email address</h1>
          <p className="text-muted">
            You sign in with <strong className="break-words text-ink">{email}</strong>. Your address changes
            once both this address and the new one have confirmed.
          </p>
        </div>
      </header>
      {change ? (
        <Notice tone="warn" className="grid justify-items-start gap-3">
          <p>
            Waiting to change your address to <strong className="break-words">{change.newEmail}</strong>.{' '}
            {waitingFor(change)}
          </p>
          <form method="post">
            <SubmitButton variant="secondary" intent="drop" pendingLabel="One moment...">
              Cancel this change
            </SubmitButton>
          </form>
        </Notice>
      ) : null}
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField
            {...form.field('email')}
            type="email"
            label="New email address"
            autoComplete="email"
            required
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Sending...">Email both addresses</SubmitButton>
            <ButtonLink variant="secondary" to={home}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
