import { z } from 'zod';
import {
  listIdentities,
  providersForButtons,
  unlinkIdentity,
} from '#app/domain/people/identities/identities.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { memberContext, requestInfoContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { goToProvider } from '#app/routes/http/identity-door.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/identities';

const path = '/profile/security/identities';

export async function loader({ context }: Route.LoaderArgs) {
  const identities = await listIdentities(context.get(memberContext).id);
  return { identities, providers: providersForButtons() };
}

const schema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('link'), provider: z.string().max(40) }),
  z.object({ intent: z.literal('unlink'), identity: z.uuid() }),
]);

export const action = formAction(async (args: Route.ActionArgs, form) => {
  const { request, context } = args;
  const pressed = readAction(form, schema);
  const confirmed = confirmedMember(args);
  if (pressed.intent === 'link') {
    const { id: userId, sessionId } = context.get(memberContext);
    const { clientAddress } = context.get(requestInfoContext);
    const purpose = { linksTo: { userId, sessionId }, redirectTo: path };
    return await goToProvider(request, clientAddress, pressed.provider, purpose);
  }
  await unlinkIdentity(confirmed, pressed.identity);
  return redirectWithFlash(path, 'The account is unlinked and no longer signs you in.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Linked accounts')];

export default function Identities({
  loaderData: { identities, providers },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile/security', label: 'Security' }]} current="Linked accounts" />
        <div className="grid gap-2">
          <h1>Linked accounts</h1>
          <p className="text-muted">Accounts elsewhere that you can sign in with.</p>
        </div>
      </header>
      <FormErrors id="identities-error" errors={actionData?.lastResult.error?.['']} />
      <Card className="grid gap-4">
        {identities.length === 0 ? <p>No account is linked.</p> : null}
        <ul className="grid gap-4">
          {identities.map(({ id, name, email, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <div className="grid gap-0.5">
                <h2 className="font-sans text-base font-semibold">{name}</h2>
                <p className="text-sm wrap-anywhere text-muted">
                  {email === '' ? null : `${email}, `}linked on <Day at={createdAt} />
                </p>
              </div>
              <form method="post">
                <input type="hidden" name="identity" value={id} />
                <SubmitButton variant="danger" intent="unlink" pendingLabel="Unlinking...">
                  {`Unlink ${name}`}
                </SubmitButton>
              </form>
            </li>
          ))}
        </ul>
      </Card>
      {providers.length > 0 ? (
        <div className="flex flex-wrap gap-3">
          {providers.map(({ id, name }) => (
            <form key={id} method="post">
              <input type="hidden" name="provider" value={id} />
              <SubmitButton variant="secondary" intent="link" pendingLabel={`Opening ${name}...`}>
                {`Link ${name}`}
              </SubmitButton>
            </form>
          ))}
        </div>
      ) : null}
    </div>
  );
}
