import type { RouterContextProvider } from 'react-router';
import { emailLocalPart } from '#app/domain/access/viewer.ts';
import { config } from '#app/platform/config.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { dataClearingFlash, readFlash } from '#app/routes/http/flash.server.ts';

/** What every page says of the site and of who looks at it, with the message that waits for this page. */
export async function loadSiteData(request: Request, context: Readonly<RouterContextProvider>) {
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
      appUrl: config().appUrl,
      year: new Date().getUTCFullYear(),
    },
    flash,
  );
}
