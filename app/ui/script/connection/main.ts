// The script of the connection, loaded when a page has nothing to do: where it is lost, a press keeps the page, says so, and opens
// what was asked for once the site answers again (P318).

import {
  type Destination,
  destinationOfClick,
  destinationOfForm,
} from '#app/ui/script/connection/left-page.ts';
import { showNotice } from '#app/ui/script/connection/notice.ts';
import { isReachable, untilReachable } from '#app/ui/script/connection/until-reachable.ts';

/** Where notices stand: the page's `[data-connection]`, of which there is one at a time. */
let place: HTMLElement | null = null;
/** Ends waiting for the page that was asked for last. */
let giveUp = new AbortController();

/** Serves the place for notices (`data-player`), which comes with each page. */
export function prepare(part: HTMLElement): void {
  if (!place) {
    // Before the page's own listeners, also React's.
    window.addEventListener('click', (event) => keepPage(event, destinationOfClick(event)), {
      capture: true,
    });
    window.addEventListener('submit', (event) => keepPage(event, destinationOfForm(event)), {
      capture: true,
    });
  }
  place = part;
}

/** Stays on this page where the browser has no connection, and opens the other one later. */
function keepPage(event: Event, destination: Destination | null): void {
  if (navigator.onLine || !destination || event.defaultPrevented) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  void openLater(destination);
}

async function openLater({ href, label }: Destination): Promise<void> {
  if (!place) return;
  giveUp.abort();
  giveUp = new AbortController();
  const { signal } = giveUp;
  const what = label ? `“${label}”` : 'the page';
  let hasTyped = false;
  document.addEventListener(
    'input',
    () => {
      hasTyped = true;
    },
    { signal },
  );
  const stay = { label: 'Stay here', act: () => giveUp.abort() };
  const open = () => location.assign(href);
  const wait = (text: string) =>
    showNotice(place as HTMLElement, text, [{ label: 'Try again', isMain: true, act: tryNow }, stay]);
  const tryNow = async () => {
    if (await isReachable(signal)) open();
    else if (!signal.aborted) wait(`Still no connection. We’ll open ${what} as soon as you’re back online.`);
  };
  signal.addEventListener('abort', wait(`You’re offline. We’ll open ${what} as soon as you’re back online.`));
  if (!(await untilReachable(signal))) return;
  // What somebody has begun to write meanwhile would be lost.
  if (hasTyped)
    showNotice(place, `You’re back online.`, [{ label: `Open ${what}`, isMain: true, act: open }, stay]);
  else open();
}
