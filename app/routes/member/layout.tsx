import { Outlet, useLocation, useRouteLoaderData } from 'react-router';
import { ErrorPage } from '#app/routes/frame/error-page.tsx';
import { MissingPayment } from '#app/routes/frame/missing-payment.tsx';
import type { loadSiteData } from '#app/routes/frame/site-data.server.ts';
import { requireMember } from '#app/routes/http/identify-viewer.server.ts';
import type { Route } from './+types/layout';

export const middleware: Route.MiddlewareFunction[] = [requireMember];

/** A loader of its own makes client navigations pass the middleware too. */
export function loader() {
  return null;
}

export default function MemberLayout() {
  return (
    <MemberFrame>
      <Outlet />
    </MemberFrame>
  );
}

/** What fails below keeps what surrounds it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <MemberFrame>
      <ErrorPage error={error} />
    </MemberFrame>
  );
}

const isOfPaying = (pathname: string) => pathname === '/checkout' || pathname.startsWith('/profile/billing');

function MemberFrame({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loadSiteData>('root');
  const { pathname } = useLocation();
  return (
    <>
      <meta name="robots" content="noindex" />
      {/* On the page that says it at length, once is enough. */}
      {root?.viewer?.missingPayment && !isOfPaying(pathname) ? (
        <MissingPayment {...root.viewer.missingPayment} />
      ) : null}
      {/* Nothing stands between a buyer and the payment. */}
      {root?.viewer?.isEmailVerified === false && pathname !== '/checkout' ? (
        <section
          aria-label="E-mail verification"
          className="no-print border-b border-warn bg-warn-soft text-warn"
        >
          <form
            method="post"
            action="/verify-email/resend"
            className="page flex flex-wrap items-center justify-between gap-x-3 text-xs sm:gap-x-6 sm:py-1 sm:text-sm"
          >
            <p className="sm:hidden">Verify your e-mail.</p>
            <p className="max-sm:hidden">Please verify your e-mail address with the link we sent you.</p>
            <input type="hidden" name="redirectTo" value={pathname} />
            <button
              type="submit"
              className="inline-flex min-h-9 cursor-pointer items-center font-semibold underline underline-offset-4"
            >
              Send the mail again
            </button>
          </form>
        </section>
      ) : null}
      {children}
    </>
  );
}
