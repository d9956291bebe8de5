// What a page and the site's service worker (app/ui/script/worker) tell each other.

/** The worker that answers this page's requests; none in a browser that has none, or where the site has offered none. */
const controller = () => ('serviceWorker' in navigator ? navigator.serviceWorker.controller : null);

/** An address as the worker is asked for it. */
const withoutHash = (href: string) => href.split('#')[0] ?? href;

/** Has the worker keep a page as it is now, where it may. */
export function keepPage(path: string): void {
  controller()?.postMessage({ opened: path });
}

/** Tells the worker that a press leads from this page to an address. @returns false where there is none to tell. */
export function tellDeparture(href: string): boolean {
  const worker = controller();
  worker?.postMessage({ leavingFor: withoutHash(href) });
  return worker !== null;
}

/** Calls `act` when this page was kept because an address could not be reached. */
export function onUnreachable(act: (href: string) => void): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ unreachable?: string }>) => {
    if (data.unreachable !== undefined) act(data.unreachable);
  });
  navigator.serviceWorker.startMessages();
}

/** Whether an address is the one that a page was left for. */
export const isSameAddress = (one: string, other: string): boolean => withoutHash(one) === withoutHash(other);

/** Has the browser run the site's worker, which keeps this page too, though it was open before. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const isFirst = !navigator.serviceWorker.controller;
  // The browser asks the site itself whether there is another one, at each page.
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  if (!isFirst) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ opened: location.pathname });
}
