// The site's service worker (P323): keeps pages that somebody has opened, as far as the site says that they may be, and shows
// them where there is no connection; keeps the page one is on where another cannot be had; and shows what the site pushes.

import { deleteOtherForms } from '#app/ui/script/offline/caches.ts';
import { keepShell } from '#app/ui/script/offline/kept-pages.ts';
import { sendWaiting } from '#app/ui/script/offline/outbox/send.ts';
import { answerData, answerFile, answerPage, keepSoon } from '#app/ui/script/worker/answers.ts';
import { noteDeparture } from '#app/ui/script/worker/departures.ts';
import { showPushed } from '#app/ui/script/worker/push-events.ts';
import { worker } from '#app/ui/script/worker/worker-scope.ts';

/** What pages tell the worker. */
interface Told {
  /** The path of a page that was opened before there was a worker, or changed in place. */
  opened?: string;
  /** Where a press leads. */
  leavingFor?: string;
}

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([keepShell(), worker.skipWaiting()]));
});

worker.addEventListener('activate', (event) => {
  const work = [
    deleteOtherForms(),
    // Pages are asked for while the worker starts.
    worker.registration.navigationPreload?.enable(),
    worker.clients.claim(),
  ];
  event.waitUntil(Promise.all(work));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(event, url));
  else if (['script', 'style', 'font', 'image'].includes(request.destination))
    event.respondWith(answerFile(event, url.pathname));
  else if (url.pathname.endsWith('.data')) event.respondWith(answerData(event, url));
});

worker.addEventListener('message', (event) => {
  const { opened, leavingFor } = event.data as Told;
  if (opened !== undefined) event.waitUntil(keepSoon(opened));
  if (leavingFor !== undefined && event.source) noteDeparture(leavingFor, event.source.id);
});

// Only Chromium says so; elsewhere the next page sends what waits.
worker.addEventListener('sync', (event) => {
  event.waitUntil(
    sendWaiting().then(({ sent, isWaiting }) => {
      for (const page of new Set(sent.map((change) => change.page))) event.waitUntil(keepSoon(page));
      if (isWaiting) throw new Error('Something still waits: the browser tries again.');
    }),
  );
});

showPushed();
