import { use } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { emailLocalPart } from '#app/domain/accounts/viewer.ts';
import { config } from '#app/platform/config.server.ts';
import { viewerContext } from '#app/routes/context.server.ts';
import { dataClearingFlash, readFlash } from '#app/routes/flash.server.ts';
import { refuseCrossSitePosts } from '#app/routes/middleware/same-origin.server.ts';
import { identifyViewer } from '#app/routes/middleware/viewer.server.ts';
import { PageContext } from '#app/ui/page-context.ts';
import type { Route } from './+types/root';
import './ui/styles.css';

export const middleware: Route.MiddlewareFunction[] = [refuseCrossSitePosts, identifyViewer];

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const flash = await readFlash(request);
  return dataClearingFlash(
    {
      viewer: viewer && {
        menuLabel: emailLocalPart(viewer.email),
        role: viewer.role,
        isEmailVerified: viewer.isEmailVerified,
        hasMembership: viewer.hasMembership,
      },
      flash,
      isDemo: config().isDemo,
      brandName: config().brandName,
    },
    flash,
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.brandName ?? 'Marketing Academy' },
];

export function Layout({ children }: { children: React.ReactNode }) {
  const { nonce } = use(PageContext);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { requestId } = use(PageContext);
  const message = isRouteErrorResponse(error)
    ? String(error.data)
    : error instanceof Error
      ? error.message
      : 'Unknown error';
  return (
    <main>
      <h1>Something went wrong: {message}.</h1>
      <p>Request {requestId}</p>
    </main>
  );
}
