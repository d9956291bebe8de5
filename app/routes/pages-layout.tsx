import { Outlet } from 'react-router';
import { identifyViewer } from '#app/routes/http/identify-viewer.server.ts';
import { closeForMaintenance } from '#app/routes/http/maintenance.server.ts';
import { refuseOtherMethods } from '#app/routes/http/methods.server.ts';
import { markOfflineCopies } from '#app/routes/http/offline-copies.server.ts';
import { rememberCurrency } from '#app/routes/http/remember-currency.server.ts';
import { rememberReferral } from '#app/routes/http/remember-referral.server.ts';
import { refuseCrossSitePosts } from '#app/routes/http/same-origin.server.ts';
import type { Route } from './+types/pages-layout';

/** What happens to every request of a browser before its page is asked. Programs have a layout of their own, api/layout.ts. */
export const middleware: Route.MiddlewareFunction[] = [
  refuseCrossSitePosts,
  refuseOtherMethods,
  identifyViewer,
  markOfflineCopies,
  closeForMaintenance,
  rememberReferral,
  rememberCurrency,
];

/** A loader of its own makes client navigations pass the middleware too. */
export function loader() {
  return null;
}

export default function PagesLayout() {
  return <Outlet />;
}
