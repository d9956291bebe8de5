import { use } from 'react';
import { useLocation } from 'react-router';
import { useFrameFollowsPage } from '#app/routes/frame/follow-page.ts';
import { useIsBare, useIsQuiet } from '#app/routes/frame/is-quiet.ts';
import { unknownSite, type useSiteData } from '#app/routes/frame/site-data.ts';
import { QuietHeader, SiteHeader } from '#app/routes/frame/site-header.tsx';
import { SkipLink } from '#app/routes/frame/skip-link.tsx';
import { FromServer } from '#app/ui/from-server.tsx';
import { PageContext } from '#app/ui/page-context.ts';

export interface FrameProps {
  site: ReturnType<typeof useSiteData>;
}

/** What stands above every page. Its code stays on the server; what of it follows the page is put into its markup. */
export function FrameTop(props: FrameProps) {
  const { notices = '', viewer } = props.site ?? {};
  const { face = '', unread = '', waiting } = viewer ?? {};
  useFrameFollowsPage({ notices, face, unread, waiting: waiting ?? '' }, Boolean(viewer));
  return <FromServer id="frame-top">{import.meta.env.SSR ? <Top {...props} /> : null}</FromServer>;
}

function Top({ site }: FrameProps) {
  const { brandName } = site ?? unknownSite();
  const { pathname } = useLocation();
  const isQuiet = useIsQuiet();
  const isBare = useIsBare();
  const { hasSession = false } = use(PageContext);
  return (
    <>
      <SkipLink />
      {site?.isDemo ? (
        <aside
          aria-label="Demo"
          className="no-print bg-ink px-4 py-1.5 text-center text-xs text-paper dark:border-b dark:border-line dark:bg-sunken dark:text-muted"
        >
          Demo: sample accounts, and payments in a sandbox where no money moves.
        </aside>
      ) : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what React has rendered on the server */}
      <div data-fresh="notices" dangerouslySetInnerHTML={{ __html: site?.notices ?? '' }} />
      {isQuiet ? (
        <QuietHeader brandName={brandName} isCheckout={!isBare} />
      ) : (
        <SiteHeader
          brandName={brandName}
          viewer={site?.viewer}
          isUnknown={!site && hasSession}
          pathname={pathname}
        />
      )}
    </>
  );
}
