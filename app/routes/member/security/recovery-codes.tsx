import {
  forgetNewRecoveryCodes,
  listNewRecoveryCodes,
} from '#app/domain/people/safety/recovery-codes.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import type { Route } from './+types/recovery-codes';

const home = '/profile/security';

export async function loader(args: Route.LoaderArgs) {
  return { codes: await listNewRecoveryCodes(confirmedMember(args)) };
}

/** The codes are written down: they are shown no more. */
export async function action(args: Route.ActionArgs) {
  await forgetNewRecoveryCodes(confirmedMember(args));
  return redirectWithFlash(
    home,
    'Your recovery codes are hidden now. Nobody can see them again, including us.',
  );
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Recovery codes')];

export default function RecoveryCodes({ loaderData: { codes } }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: home, label: 'Security' }]} current="Recovery codes" />
        <div className="grid gap-2">
          <h1>Recovery codes</h1>
          <p className="text-muted">
            {codes.length > 0
              ? 'Use one in place of a code from your phone if you lose it. Each code works once. Store them away from your phone: printed, or in a password manager.'
              : 'Codes are shown once, when they are made. If you have lost yours, make new ones on the security page.'}
          </p>
        </div>
      </header>
      {codes.length > 0 ? (
        <Card className="grid gap-6">
          <ul className="grid gap-x-8 gap-y-2 font-mono text-base sm:grid-cols-2 sm:text-lg">
            {codes.map((code) => (
              <li key={code} className="whitespace-nowrap">
                {code}
              </li>
            ))}
          </ul>
          <form method="post" className="no-print flex flex-wrap gap-3 border-t border-line pt-5">
            <PostedField />
            <SubmitButton pendingLabel="One moment...">I saved my recovery codes</SubmitButton>
            <ButtonLink variant="secondary" to={`${home}/recovery-codes.txt`} reloadDocument>
              Download as a file
            </ButtonLink>
          </form>
        </Card>
      ) : (
        <p>
          <ButtonLink variant="secondary" to={home}>
            Back to security
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
