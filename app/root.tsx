import pageScript from 'virtual:page-script';
import { use } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import { AssistantToggle } from '#app/routes/frame/assistant-toggle.tsx';
import { ErrorPage } from '#app/routes/frame/error-page.tsx';
import { FlashNotice } from '#app/routes/frame/flash-notice.tsx';
import { loadSiteData } from '#app/routes/frame/site-data.server.ts';
import { useSiteData } from '#app/routes/frame/site-data.ts';
import { QuietFooter, SiteFooter } from '#app/routes/frame/site-footer.tsx';
import { QuietHeader, SiteHeader } from '#app/routes/frame/site-header.tsx';
import { ViewAsBar } from '#app/routes/frame/view-as-bar.tsx';
import { readHandle } from '#app/routes/http/page-handle.ts';
import { useFocusAfterNavigation } from '#app/ui/focus-after-navigation.ts';
import { PageContext } from '#app/ui/page-context.ts';
import { PageHtml } from '#app/ui/page-html.tsx';
import type { Route } from './+types/root';
import './ui/styles.css';

/** Runs after the middleware of all layouts below: who asks is known by then. */
export const loader = ({ request, context }: Route.LoaderArgs) => loadSiteData(request, context);

/** For pages without a title of their own; a failure is titled by its page. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  error ? [] : [{ title: loaderData?.brandName ?? 'Marketing Academy' }];

// No font is fetched ahead of the styles, which the first words wait for: over a slow network it would take its share of the line.
export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'alternate', type: 'application/rss+xml', title: 'Playbooks', href: '/feed.xml' },
];

export function Layout({ children }: { children: React.ReactNode }) {
  const { runsReact, nonce, closed } = use(PageContext);
  const root = useSiteData();
  const brandName = root?.brandName ?? 'Marketing Academy';
  const isQuiet = useMatches().some(({ handle }) => readHandle(handle).isQuiet);
  const Footer = isQuiet ? QuietFooter : SiteFooter;
  const page = closed ? (
    <main id="main" tabIndex={-1}>
      <PageHtml html={closed.html} />
    </main>
  ) : (
    <>
      {root?.isDemo ? (
        <aside
          aria-label="Demo"
          className="no-print bg-ink px-4 py-1.5 text-center text-xs text-paper dark:border-b dark:border-line dark:bg-sunken dark:text-muted"
        >
          Demo: sample accounts, and payments in a sandbox where no money moves.
        </aside>
      ) : null}
      {root?.announcement ? <PageHtml html={root.announcement} /> : null}
      {root?.viewedAs ? <ViewAsBar name={root.viewedAs} /> : null}
      {isQuiet ? (
        <QuietHeader brandName={brandName} />
      ) : (
        <SiteHeader
          brandName={brandName}
          menuLabel={root?.viewer?.menuLabel ?? null}
          face={root?.viewer?.face ?? ''}
          unread={root?.viewer?.unread ?? ''}
          isAdmin={root?.viewer?.role === 'admin'}
        />
      )}
      <main id="main" tabIndex={-1} className="flex flex-col">
        <FlashNotice flash={root?.flash ?? null} />
        {children}
      </main>
      {root?.viewer && !isQuiet ? <AssistantToggle /> : null}
      <Footer brandName={brandName} year={root?.year ?? new Date().getUTCFullYear()} />
    </>
  );
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {closed ? <title>{closed.title}</title> : null}
        <Links nonce={nonce} />
        <script type="module" src={pageScript} />
        <noscript>
          <link rel="stylesheet" href="/no-script.css" />
        </noscript>
      </head>
      <body className="flex min-h-dvh flex-col">
        {/* On a line of its own in text browsers. */}
        <div className="contents">
          <a
            href="#main"
            className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
          >
            Skip to content
          </a>
        </div>
        {page}
        {runsReact ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
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
