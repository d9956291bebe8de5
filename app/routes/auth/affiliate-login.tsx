import { AffiliateSignIn } from '#app/routes/auth/affiliate-sign-in.tsx';
import { ResetRequest } from '#app/routes/auth/reset-request.tsx';
import { type Entrance, enter, loadEntrance } from '#app/routes/auth/sign-in.server.ts';
import { canonicalLink, pageTitle } from '#app/routes/frame/page-head.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
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
  loaderData: { isReset, ...shown },
  actionData,
}: Route.ComponentProps) {
  return isReset ? (
    <ResetRequest back="affiliate_sign_in" {...shown} reply={actionData} />
  ) : (
    <AffiliateSignIn {...shown} reply={actionData} />
  );
}
