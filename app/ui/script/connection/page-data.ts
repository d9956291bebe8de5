import { isSameAddress } from '#app/ui/script/connection/site-worker.ts';

/** What is done where React cannot have a page. */
interface Recovery {
  /** Where the last press led; null where nothing was pressed. */
  departure: () => string | null;
  /** Keeps the page one is on, says so, and opens the other once there is a connection. */
  openLater: (href: string) => void;
  /** Waits for a connection on the page that is shown. @returns false once `signal` is aborted */
  untilBack: (signal: AbortSignal) => Promise<boolean>;
}

/** How often what a page shows is asked for anew before it is given up. */
const mostTries = 5;

const dataEnding = /(?:\/_)?\.data$/;

/** The page that React asks for, by the address of its data; null for any other request, and for data of a part of a page. */
function pageAskedFor(url: URL): string | null {
  if (url.origin !== location.origin || !dataEnding.test(url.pathname) || url.searchParams.has('_routes'))
    return null;
  const page = new URL(url);
  page.pathname = url.pathname.replace(dataEnding, '') || '/';
  return page.href;
}

/** Whether React asks which scripts belong to the page that a press leads to. */
const asksForRoutes = (url: URL, page: string | null): boolean =>
  page !== null &&
  url.pathname === '/assets/manifest' &&
  (url.searchParams.get('paths') ?? '').split(',').includes(new URL(page).pathname);

/** An answer with all of its body, so that one that breaks off midway fails as a whole. */
async function wholeAnswer(answer: Response): Promise<Response> {
  if (!answer.body) return answer;
  const { status, statusText, headers } = answer;
  return new Response(await answer.arrayBuffer(), { status, statusText, headers });
}

/** Never answers, so that the page stays; React gives it up when it goes elsewhere. */
const noAnswer = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/**
 * Keeps React's page where the next one cannot be had over a connection that fails unnoticed (P349): its data are refused or break off, or
 * its script does not come, for which React would load the page anew.
 * @returns whether a script has not come: React goes on waiting for it, so that pages are to be loaded as documents
 */
export function keepPageWithoutData({ departure, openLater, untilBack }: Recovery): () => boolean {
  const send = window.fetch.bind(window);
  let opening: string | null = null;
  let lacksScript = false;

  window.fetch = async (input, init) => {
    const isRead = (init?.method ?? 'GET') === 'GET' && input instanceof URL;
    const page = isRead ? pageAskedFor(input) : null;
    const to = page ?? (isRead && asksForRoutes(input, departure()) ? departure() : null);
    if (to === null) return send(input, init);
    const signal = init?.signal ?? new AbortController().signal;
    const isShown = isSameAddress(to, location.href);
    if (!isShown) opening = to;
    for (let tries = 1; ; tries += 1)
      try {
        return await wholeAnswer(await send(input, init));
      } catch (error) {
        if (!(error instanceof TypeError) || signal.aborted) throw error;
        if (!isShown) {
          openLater(to);
          return noAnswer(signal);
        }
        if (tries === mostTries || !(await untilBack(signal))) throw error;
      }
  };

  window.navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || event.userInitiated || opening === null) return;
    if (isSameAddress(opening, location.href)) return;
    event.preventDefault();
    lacksScript = true;
    openLater(opening);
  });
  return () => lacksScript;
}
