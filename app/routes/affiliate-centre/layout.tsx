import { Outlet, redirect } from 'react-router';
import { mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import { hasLedger } from '#app/domain/programme/commissions/balance.server.ts';
import { ErrorPage } from '#app/routes/frame/error-page.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { withReturnTo } from '#app/routes/http/return-to.ts';
import { isAtOrBelow, type RoutePattern } from '#app/routes/http/route-pattern.ts';
import type { Route } from './+types/layout';

/** What somebody who has left the program still reads: their money (P193). */
const formerPages: readonly RoutePattern[] = [
  'affiliate-centre/payouts',
  'affiliate-centre/commissions',
  'affiliate-centre/list-display',
];

/**
 * A plain member is led to the form for joining, and from there back to the page asked for (P15); who has left the program reads what they
 * earned.
 */
const requireAffiliate: Route.MiddlewareFunction = async ({ url, pattern, context }, next) => {
  const viewer = context.get(memberContext);
  const isFormer = async () => isAtOrBelow(pattern, formerPages) && (await hasLedger(viewer.id));
  if (!mayUseAffiliateCentre(viewer) && !(await isFormer()))
    throw redirect(withReturnTo('/affiliate-centre', `${url.pathname}${url.search}`), 303);
  return next();
};

export const middleware: Route.MiddlewareFunction[] = [requireAffiliate];

/** A loader of its own makes client navigations pass the middleware too. */
export function loader() {
  return null;
}

export default function AffiliateCentreLayout() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
