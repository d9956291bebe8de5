import { ResetRequest } from '#app/routes/auth/reset-request.tsx';
import { type Entrance, enter, loadEntrance } from '#app/routes/auth/sign-in.server.ts';
import { SignIn } from '#app/routes/auth/sign-in.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { canonicalLink } from '#app/routes/frame/public-head.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/affiliate-login';

const entrance: Entrance = { door: 'sellers', path: '/affiliate-login', home: '/affiliate-centre' };

export const loader = (args: Route.LoaderArgs) => loadEntrance(args, entrance);

export const action = (args: Route.ActionArgs) => enter(args, entrance);

export const handle = indexed;
export const headers = sharedPage;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.isReset ? 'Reset your password' : 'Sign in for affiliates and resellers'),
  {
    name: 'description',
    content: 'Affiliates and resellers sign in here, to their links, statistics and payouts.',
  },
  ...canonicalLink(matches, '/affiliate-login'),
];

export default function AffiliateLogin({
  loaderData: { isReset, providers: _providers, ...shown },
  actionData,
}: Route.ComponentProps) {
  return isReset ? (
    <ResetRequest back="affiliate_sign_in" {...shown} reply={actionData} />
  ) : (
    <SignIn
      id="affiliate-sign-in"
      title="Affiliate and reseller login"
      join={{ ask: 'Not taking part yet?', to: 'affiliate_sign_up', label: 'Apply as an affiliate' }}
      reset="affiliate_reset"
      {...shown}
      reply={actionData}
      footer={
        <p className="text-center text-sm text-muted">
          Here to learn?{' '}
          <Link className="link" to="/login">
            Use the regular login
          </Link>
        </p>
      }
    />
  );
}
