import clearAuthScript from 'virtual:clear-auth-script';
import { redirect } from 'react-router';
import { signOut } from '#app/domain/people/accounts/sessions.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { authCookies } from '#app/routes/http/cookies.server.ts';
import { flashHeader } from '#app/routes/http/flash.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import type { Route } from './+types/clear-auth-cache';

/** Signs out, and takes away whatever in this browser has to do with signing in (P26, P83). Doing it again is fine. */
export async function action({ request, context }: Route.ActionArgs) {
  await readForm(request);
  const viewer = context.get(viewerContext);
  if (viewer) await signOut(viewer);
  const headers = new Headers({ 'Clear-Site-Data': '"cache"' });
  for (const cookie of authCookies()) headers.append('Set-Cookie', cookie.serialize('', { maxAge: 0 }));
  headers.append(
    'Set-Cookie',
    flashHeader('This browser has forgotten every sign-in. Please sign in again.'),
  );
  return redirect('/login', { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Clear Auth Cache')];

export default function ClearAuthCache() {
  return (
    <AuthPage
      title="Clear Auth Cache"
      lead="This will clear all authentication data and reload the page. Continue?"
    >
      <div className="grid gap-5">
        <p className="text-sm text-muted">
          It helps where signing in goes round in circles. This browser forgets who you are, which accounts it
          knows and whether it is trusted. Your account and what you have done in it stay as they are.
        </p>
        <form method="post" data-replaces className="grid gap-3">
          <PostedField />
          <SubmitButton pendingLabel="Clearing..." data-press={clearAuthScript}>
            Continue
          </SubmitButton>
          <ButtonLink variant="quiet" to="/">
            Cancel
          </ButtonLink>
        </form>
      </div>
    </AuthPage>
  );
}
