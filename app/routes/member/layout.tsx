import { Outlet } from 'react-router';
import { ErrorPage } from '#app/routes/frame/error-page.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { requireMember } from '#app/routes/http/identify-viewer.server.ts';
import { renderBars } from '#app/routes/member/bars.server.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import type { Route } from './+types/layout';

export const middleware: Route.MiddlewareFunction[] = [requireMember];

/** A loader of its own makes client navigations pass the middleware too. */
export const loader = ({ context, url, pattern }: Route.LoaderArgs) => ({
  bars: renderBars(context.get(memberContext), { pattern, path: url.pathname }),
});

export default function MemberLayout({ loaderData }: Route.ComponentProps) {
  return (
    <MemberFrame data={loaderData}>
      <Outlet />
    </MemberFrame>
  );
}

/** What fails below keeps what surrounds it. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <MemberFrame data={loaderData}>
      <ErrorPage error={error} />
    </MemberFrame>
  );
}

function MemberFrame({ data, children }: { data: { bars: string } | undefined; children: React.ReactNode }) {
  return (
    <>
      <meta name="robots" content="noindex" />
      {data?.bars ? <LinksFromServer part={{ id: 'bars', html: data.bars }} className="order-first" /> : null}
      {children}
    </>
  );
}
