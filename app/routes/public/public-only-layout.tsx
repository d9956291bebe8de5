import { Outlet } from 'react-router';
import { publicOnly } from '#app/routes/http/identify-viewer.server.ts';
import type { Route } from './+types/public-only-layout';

export const middleware: Route.MiddlewareFunction[] = [publicOnly];

/** A loader of its own makes client navigations pass the middleware too. */
export function loader() {
  return null;
}

export default function PublicOnlyLayout() {
  return <Outlet />;
}
