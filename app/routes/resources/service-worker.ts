import retiredWorkerScript from 'virtual:retired-worker-script';
import workerScript from 'virtual:worker-script';
import { config } from '#app/platform/config.server.ts';

/**
 * The one service worker of the site: the built file, at an address that stays. Where OFFLINE_READING is off it is another, which deletes
 * what is kept and answers no request: browsers look for news of their worker with each page (P326).
 */
export function loader() {
  const file = config().hasOfflineReading ? workerScript : retiredWorkerScript;
  return new Response(`importScripts(${JSON.stringify(file)});\n`, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      // The worker's own, not that of pages.
      'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
    },
  });
}
