import { letterKinds } from '#app/domain/core/bulk-mail/letter-kinds.ts';
import { findRefusals, saveEmailChoices } from '#app/domain/operating/letters/email-choices.server.ts';
import { clicksRefusal, letterKindNames } from '#app/domain/operating/letters/kinds.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/field.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import type { Route } from './+types/emails';

const path = '/notifications/emails';
const choices = [...letterKindNames, clicksRefusal];

export async function loader({ context }: Route.LoaderArgs) {
  const refusals = await findRefusals(context.get(memberContext).id);
  return { acceptedKinds: choices.filter((kind) => !refusals.includes(kind)) };
}

/** Saves the boxes: one that is ticked is sent under its kind's name. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const acceptedKinds = choices.filter((kind) => form.has(kind));
  await saveEmailChoices(context.get(memberContext).id, acceptedKinds);
  return redirectWithFlash(path, 'Your choices are saved.');
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Your emails')];

export default function EmailChoices({ loaderData: { acceptedKinds } }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <div className="grid gap-2">
          <h1>Your emails</h1>
          <p className="max-w-2xl text-muted">
            Choose which emails you get from us. We always email you about your tickets, payments and account
            security.
          </p>
        </div>
      </header>
      <form method="post" className="grid gap-4">
        <PostedField />
        {letterKindNames.map((kind) => (
          <CheckboxField
            key={kind}
            id={`emails-${kind}`}
            name={kind}
            defaultChecked={acceptedKinds.includes(kind)}
            label={
              <>
                <strong>{letterKinds[kind].name}.</strong> {letterKinds[kind].text}
              </>
            }
          />
        ))}
        <CheckboxField
          id="emails-clicks"
          name={clicksRefusal}
          defaultChecked={acceptedKinds.includes(clicksRefusal)}
          label={
            <>
              <strong>Click counts.</strong> Count clicks on links in these emails. We count by link, not by
              person. If you turn this off, your links skip the counter.
            </>
          }
        />
        <div>
          <SubmitButton pendingLabel="Saving...">Save choices</SubmitButton>
        </div>
      </form>
    </div>
  );
}
