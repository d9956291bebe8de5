import connectionScript from 'virtual:connection-script';
import outboxScript from 'virtual:outbox-script';
import { use } from 'react';
import { useLocation } from 'react-router';
import { hasAssistant } from '#app/routes/frame/assistant-place.ts';
import { AssistantToggle } from '#app/routes/frame/assistant-toggle.tsx';
import { isWithin } from '#app/routes/frame/current-section.ts';
import type { FrameProps } from '#app/routes/frame/frame-top.tsx';
import { useIsQuiet } from '#app/routes/frame/is-quiet.ts';
import { unknownSite } from '#app/routes/frame/site-data.ts';
import { QuietFooter, SiteFooter } from '#app/routes/frame/site-footer.tsx';
import { FromServer } from '#app/ui/from-server.tsx';
import { PageContext } from '#app/ui/page-context.ts';

/** What stands below every page. Its code stays on the server; follow-page.ts sees to the assistant. */
export function FrameFoot(props: FrameProps) {
  return <FromServer id="frame-foot">{import.meta.env.SSR ? <Foot {...props} /> : null}</FromServer>;
}

function Foot({ site }: FrameProps) {
  const { brandName, year } = site ?? unknownSite();
  const { pathname } = useLocation();
  const { runsReact } = use(PageContext);
  const isQuiet = useIsQuiet();
  // Who works in the admin area is not looking for the way to the tutorials.
  const Footer = isQuiet || isWithin(pathname, '/admin') ? QuietFooter : SiteFooter;
  const isHidden = !hasAssistant(pathname);
  return (
    <>
      {/* React may lead on from a page without it to one that has it. */}
      {site?.viewer && (runsReact || !isHidden) ? (
        <AssistantToggle pathname={pathname} isHidden={isHidden} />
      ) : null}
      <footer className="no-print mt-auto border-t border-line">
        <Footer brandName={brandName} year={year} />
      </footer>
      {/* Where the script says that there is no connection. */}
      <div
        data-player={connectionScript}
        data-worker={import.meta.env.PROD && site?.viewer?.keepsPages ? outboxScript : undefined}
        className="no-print contents"
      />
    </>
  );
}
