import offlineScript from 'virtual:offline-script';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { barePage } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import type { Route } from './+types/offline';

/** Nothing but what can be read leads on: without a connection there is nowhere else to go. */
export const handle = barePage;
export const headers = sharedPage;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Read offline')];

/**
 * What this browser keeps to be read (P324). It also stands for pages that are not kept while there is no connection: the worker keeps it
 * as a visitor gets it, and the script fills it in.
 */
export default function OfflinePage() {
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="grid gap-2">
        <h1 id="offline-title">Read offline</h1>
        <p id="offline-lead" className="text-lg text-muted">
          Lessons and guides you open are saved in this browser, so you can read them without a connection.
        </p>
        <noscript>
          <p>Scripts are turned off in this browser, so no pages are saved.</p>
        </noscript>
      </header>
      <div id="kept-pages" data-player={offlineScript} className="grid gap-4" />
    </div>
  );
}
