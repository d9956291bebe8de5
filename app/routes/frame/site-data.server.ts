import type { RouterContextProvider } from 'react-router';
import { emailLocalPart, type Viewer } from '#app/domain/access/viewer.ts';
import { openUntil } from '#app/domain/billing/past-due.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { renderAnnouncement } from '#app/routes/frame/announcement.server.tsx';
import { faceHtml } from '#app/routes/frame/face.server.ts';
import { unreadHtml } from '#app/routes/frame/unread.server.ts';
import { adminBehindContext, viewerContext } from '#app/routes/http/context.server.ts';
import { dataClearingFlash, readFlash } from '#app/routes/http/flash.server.ts';

/** Until when everything stays open to a viewer of whom a payment is missing; null for one of whom none is. */
function missingPaymentOf({ pastDueSince }: Viewer): { openUntil: Date | null } | null {
  if (!pastDueSince) return null;
  const until = openUntil(pastDueSince);
  return { openUntil: until > now() ? until : null };
}

/** What every page says of the site and of who looks at it, with the message that waits for this page. */
export async function loadSiteData(request: Request, context: Readonly<RouterContextProvider>) {
  const viewer = context.get(viewerContext);
  const flash = await readFlash(request);
  return dataClearingFlash(
    {
      viewedAs: context.get(adminBehindContext) && viewer ? viewer.name || viewer.email : null,
      viewer: viewer && {
        menuLabel: emailLocalPart(viewer.email),
        face: faceHtml(viewer),
        unread: unreadHtml(viewer.unreadCount),
        role: viewer.role,
        isEmailVerified: viewer.isEmailVerified,
        hasMembership: viewer.hasMembership,
        missingPayment: missingPaymentOf(viewer),
      },
      flash,
      announcement: renderAnnouncement(viewer?.role === 'admin'),
      isDemo: config().isDemo,
      brandName: config().brandName,
      appUrl: config().appUrl,
      year: new Date().getUTCFullYear(),
    },
    flash,
  );
}
