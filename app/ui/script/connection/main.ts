// The script of the connection, loaded when a page has nothing to do: where it is lost, a press keeps the page, says so, and opens
// what was asked for once the site answers again (P318); so does a page that React cannot load (P349). For members it starts the worker that keeps what they open.

import { showCopyNotice } from '#app/ui/script/connection/copy-notice.ts';
import {
  type Destination,
  destinationOfClick,
  destinationOfForm,
} from '#app/ui/script/connection/left-page.ts';
import { showNotice } from '#app/ui/script/connection/notice.ts';
import { keepPageWithoutData } from '#app/ui/script/connection/page-data.ts';
import {
  isSameAddress,
  onUnreachable,
  startWorker,
  tellDeparture,
} from '#app/ui/script/connection/site-worker.ts';
import { isReachable, untilReachable } from '#app/ui/script/connection/until-reachable.ts';

/** Where notices stand: the page's `[data-connection]`, of which there is one at a time. */
let place: HTMLElement | null = null;
/** Where a press led last. */
let departure: Destination | null = null;
/** Ends waiting for the page that was asked for last. */
let giveUp = new AbortController();
/** Whether React waits for a script that did not come: then it opens no page any more. */
let lacksScript = () => false;

/** Serves the place for notices (`data-player`), which comes with each page. */
export function prepare(part: HTMLElement): void {
  const isFirst = place === null;
  place = part;
  if (!isFirst) return;
  // Before the page's own listeners, also React's.
  window.addEventListener('click', (event) => leave(event, destinationOfClick(event)), { capture: true });
  window.addEventListener('submit', (event) => leave(event, destinationOfForm(event)), { capture: true });
  onUnreachable(openPageLater);
  if ('__reactRouterContext' in window)
    lacksScript = keepPageWithoutData({
      departure: () => departure?.href ?? null,
      openLater: openPageLater,
      untilBack: goOnLater,
    });
  showCopyNotice(part);
  // A browser that refuses it, as in a private window, goes on without.
  const { worker: outboxScript } = part.dataset;
  if (outboxScript === undefined) return;
  startWorker().catch(() => undefined);
  const outbox: Promise<typeof import('#app/ui/script/offline/outbox/main.ts')> = import(
    /* @vite-ignore */ outboxScript
  );
  // Without it a form that found no connection says so, as on any page.
  outbox.then(({ beginOutbox }) => beginOutbox(part)).catch(() => undefined);
}

/**
 * Has the worker know where a press leads: where it has neither an answer nor a copy, this page stays. Without a worker this page stays
 * where the browser knows that it has no connection.
 */
function leave(event: Event, destination: Destination | null): void {
  if (!destination || event.defaultPrevented) return;
  departure = destination;
  const isOwn = new URL(destination.href).origin === location.origin;
  const hasWorker = isOwn && tellDeparture(destination.href);
  const isDocument = isOwn && lacksScript();
  if (navigator.onLine && !isDocument) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // As a document, which may be kept: React would ask for its data.
  if (hasWorker || navigator.onLine) location.assign(destination.href);
  else void openLater(destination);
}

/** What is said of a connection that browsers have noticed to be lost, or have not. */
const lossText = () => (navigator.onLine ? 'The connection failed.' : 'You’re offline.');

/** Says that what the page shows is brought up to date once there is a connection, and waits for it. */
async function goOnLater(signal: AbortSignal): Promise<boolean> {
  const remove = place && showNotice(place, `${lossText()} This page updates as soon as you’re back online.`);
  try {
    return await untilReachable(signal);
  } finally {
    remove?.();
  }
}

/** Opens the page at an address later, by what the press that led there called it. */
function openPageLater(href: string): void {
  const isPressed = departure !== null && isSameAddress(departure.href, href);
  void openLater(isPressed && departure ? departure : { href, label: '' });
}

async function openLater({ href, label }: Destination): Promise<void> {
  if (!place) return;
  giveUp.abort();
  giveUp = new AbortController();
  const { signal } = giveUp;
  const what = label ? `“${label}”` : 'the page';
  let hasTyped = false;
  const noteTyping = () => {
    hasTyped = true;
  };
  document.addEventListener('input', noteTyping, { signal });
  const open = () => location.assign(href);
  const stay = { label: 'Stay here', act: () => giveUp.abort() };
  const say = (text: string) =>
    showNotice(place as HTMLElement, text, [{ label: 'Try again', isMain: true, act: tryNow }, stay]);
  const tryNow = async () => {
    if (await isReachable(signal)) open();
    else if (!signal.aborted) say(`Still no connection. We’ll open ${what} as soon as you’re back online.`);
  };
  signal.addEventListener('abort', say(`${lossText()} We’ll open ${what} as soon as you’re back online.`));
  if (!(await untilReachable(signal))) return;
  // What somebody has begun to write meanwhile would be lost.
  if (hasTyped)
    showNotice(place, 'You’re back online.', [{ label: `Open ${what}`, isMain: true, act: open }, stay]);
  else open();
}
