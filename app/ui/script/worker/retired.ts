// The service worker where reading offline is off for the whole site: deletes what was kept, answers no request, and shows what the site
// pushes.

import { deleteAllKept } from '#app/ui/script/offline/caches.ts';
import { showPushed } from '#app/ui/script/worker/push-events.ts';
import { worker } from '#app/ui/script/worker/worker-scope.ts';

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteAllKept(), worker.registration.navigationPreload?.disable()]));
});

showPushed();
