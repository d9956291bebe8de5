import pageScript from 'virtual:page-script';
import { use } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { ErrorPage } from '#app/routes/frame/error-page.tsx';
import { FlashNotice } from '#app/routes/frame/flash-notice.tsx';
import { FrameFoot } from '#app/routes/frame/frame-foot.tsx';
import { FrameTop } from '#app/routes/frame/frame-top.tsx';
import { loadSiteData } from '#app/routes/frame/site-data.server.ts';
import { useSiteData } from '#app/routes/frame/site-data.ts';
import { SkipLink } from '#app/routes/frame/skip-link.tsx';
import { ThemeColor } from '#app/routes/frame/theme-color.tsx';
import { nameRoute } from '#app/routes/http/name-route.server.ts';
import { useFocusAfterNavigation } from '#app/ui/focus-after-navigation.ts';
import { PageContext } from '#app/ui/page-context.ts';
import { PageHtml } from '#app/ui/page-html.tsx';
import type { Route } from './+types/root';
import instrumentSans from './ui/fonts/instrument-sans.woff2?url';
import newsreader from './ui/fonts/newsreader.woff2?url';
import './ui/styles.css';

export const middleware: Route.MiddlewareFunction[] = [nameRoute];

/** Runs after the middleware of all layouts below: who asks is known by then. */
export const loader = ({ request, context }: Route.LoaderArgs) => loadSiteData(request, context);

/** For pages without a title of their own; a failure is titled by its page. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  error ? [] : [{ title: loaderData?.brandName ?? 'Marketing Academy' }];

// Wide screens have the fonts beside the styles. On a phone's network they would keep the first words waiting: there others stand in on the
// first page, and the next ones have them (docs/decisions/0050).
export const links: Route.LinksFunction = () => [
  ...[newsreader, instrumentSans].map((font) => ({
    rel: 'preload' as const,
    as: 'font' as const,
    type: 'font/woff2',
    href: font,
    crossOrigin: 'anonymous' as const,
    media: '(min-width: 640px)',
    // After the styles, where something hands out the line by importance.
    fetchPriority: 'low' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'alternate', type: 'application/rss+xml', title: 'Playbooks', href: '/feed.xml' },
];

export function Layout({ children }: { children: React.ReactNode }) {
  const { runsReact, nonce, closed, scripts } = use(PageContext);
  const site = useSiteData();
  return (
    <html lang="en" data-theme={site?.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={site?.theme ?? 'light dark'} />
        <ThemeColor theme={site?.theme} />
        <Meta />
        {import.meta.env.SSR && closed ? <title>{closed.title}</title> : null}
        <Links nonce={nonce} />
        <script type="module" src={pageScript} />
        <noscript>
          <link rel="stylesheet" href="/no-script.css" />
        </noscript>
      </head>
      <body className="flex min-h-dvh flex-col">
        {import.meta.env.SSR && closed ? (
          <ClosedPage html={closed.html} />
        ) : (
          <>
            <FrameTop site={site} />
            <main id="main" tabIndex={-1} className="flex flex-col">
              <FlashNotice flash={site?.flash ?? null} />
              {children}
            </main>
            <FrameFoot site={site} />
          </>
        )}
        {runsReact && !(import.meta.env.SSR && scripts === 'left out') ? (
          <>
            {import.meta.env.SSR && scripts === 'marked' ? <template data-scripts /> : null}
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

/** What stands for all pages while the site is closed. */
function ClosedPage({ html }: { html: string }) {
  return (
    <>
      <SkipLink />
      <main id="main" tabIndex={-1}>
        <PageHtml html={html} />
      </main>
    </>
  );
}

export default function App() {
  useFocusAfterNavigation();
  return <Outlet />;
}

/** Declared here, not passed on: only then does the framework hand it the error. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
