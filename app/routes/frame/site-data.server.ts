import type { RouterContextProvider } from 'react-router';
import { config } from '#app/platform/config.server.ts';
import { renderAnnouncement } from '#app/routes/frame/announcement.server.tsx';
import { faceHtml } from '#app/routes/frame/menu-avatar.server.ts';
import { unreadHtml } from '#app/routes/frame/unread-count.server.ts';
import { renderViewAsBar } from '#app/routes/frame/view-as-bar.server.tsx';
import { waitingHtml } from '#app/routes/frame/waiting-count.server.ts';
import { adminBehindContext, requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { dataClearingFlash, readFlash } from '#app/routes/http/flash.server.ts';
import { offlineReading } from '#app/routes/http/offline-copies.server.ts';
import { readTheme } from '#app/routes/http/theme.server.ts';

/** What every page says of the site and of who looks at it, with the message that waits for this page. */
export async function loadSiteData(request: Request, context: Readonly<RouterContextProvider>) {
  const viewer = context.get(viewerContext);
  const { isWithoutAccount, isReadOnly } = context.get(requestInfoContext);
  const viewAsBar =
    context.get(adminBehindContext) && viewer ? renderViewAsBar(viewer.name || viewer.email) : '';
  const flash = await readFlash(request);
  return dataClearingFlash(
    {
      viewer: viewer && {
        face: faceHtml(viewer),
        unread: unreadHtml(viewer.unreadCount),
        waiting: viewer.waitingAssignments === null ? null : waitingHtml(viewer.waitingAssignments),
        role: viewer.role,
        keepsPages: offlineReading(request, context)?.isOn ?? false,
      },
      flash,
      theme: readTheme(request),
      notices: renderAnnouncement(viewer?.role === 'admin', { isWithoutAccount, isReadOnly }) + viewAsBar,
      isDemo: config().isDemo,
      brandName: config().brandName,
      appUrl: config().appUrl,
      year: new Date().getUTCFullYear(),
    },
    flash,
  );
}
