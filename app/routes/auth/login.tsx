import { LinkRequest } from '#app/routes/auth/link-request.tsx';
import { ProviderButtons } from '#app/routes/auth/provider-buttons.tsx';
import { PurchaseNote } from '#app/routes/auth/purchase-note.tsx';
import { ResetRequest } from '#app/routes/auth/reset-request.tsx';
import { type Entrance, enter, loadEntrance } from '#app/routes/auth/sign-in.server.ts';
import { SignIn } from '#app/routes/auth/sign-in.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { canonicalLink } from '#app/routes/frame/public-head.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/login';

const entrance: Entrance = { door: 'everybody', path: '/login', home: '/dashboard' };

export const loader = (args: Route.LoaderArgs) => loadEntrance(args, entrance);

export const action = (args: Route.ActionArgs) => enter(args, entrance);

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

export default function Login({
  loaderData: { isReset, isLink, providers, purchase, ...shown },
  actionData,
}: Route.ComponentProps) {
  if (isLink) return <LinkRequest {...shown} reply={actionData} />;
  return isReset ? (
    <ResetRequest {...shown} reply={actionData} />
  ) : (
    <SignIn
      id="sign-in"
      title="Sign in to your account"
      join={{ ask: 'Or', to: 'register', label: 'create a new account' }}
      reset="reset"
      {...shown}
      note={purchase ? <PurchaseNote purchase={purchase} step="Sign in, then pay" /> : null}
      reply={actionData}
      footer={
        <>
          <ProviderButtons providers={providers} redirectTo={shown.redirectTo} />
          <HavingIssues />
        </>
      }
    />
  );
}

function HavingIssues() {
  return (
    <details className="text-center text-sm text-muted">
      <summary className="inline-flex min-h-11 items-center font-medium underline underline-offset-4">
        Having issues?
      </summary>
      <p className="pt-2">
        Check that you use the address you registered with, and whether the Caps Lock key is on. If the
        password is gone, use “Forgot your password?”. After several wrong attempts, sign-in rests for some
        minutes. Does signing in go round in circles? Use{' '}
        <Link className="link" to="/clear-auth-cache">
          Clear Auth Cache
        </Link>
        . Still stuck?{' '}
        <Link className="link" to="/support">
          Write to support
        </Link>
        .
      </p>
    </details>
  );
}
