import { findCopy, findFile, findShell, keepPage } from '#app/ui/script/offline/kept-pages.ts';
import { noteReader } from '#app/ui/script/offline/reader.ts';
import { findWaitingPage } from '#app/ui/script/worker/departures.ts';
import type { FetchEvent } from '#app/ui/script/worker/worker-scope.ts';

/** How long a page that is kept waits for the site before its copy is shown, in milliseconds. */
const patience = 6_000;

/** What a proxy says while no release of the site is there, as during a deploy. */
const isGatewayError = ({ status, headers }: Response) =>
  [502, 503, 504].includes(status) && !headers.has('X-Request-Id');

/** One after the other: an answer to one person is not kept beside that to another. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request('offline-pages', work);

/** Takes note of what the site says with an answer, and keeps a page that may be kept. */
export async function takeNote(path: string, answer: Response): Promise<void> {
  const header = answer.headers.get('Offline-Reader');
  if (header === null) return;
  const until = answer.headers.get('Offline-Copy');
  await inTurn(async () => {
    await noteReader(header);
    if (until !== null && answer.status === 200 && !answer.redirected) await keepPage(path, answer, until);
  });
}

/** Asks for a page as a document, to keep it: React has opened it by its data, or it was open before there was a worker. */
async function fetchToKeep(path: string): Promise<void> {
  await takeNote(path, await fetch(path, { headers: { Accept: 'text/html', 'X-Part': 'script' } }));
}

/** Answers a navigation: by the site, else by the copy, else by staying where one is, else by the page that says what can be read. */
export async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const { request } = event;
  const path = url.pathname;
  const hasCopy = url.search === '' && (await findCopy(path)) !== undefined;
  const fromSite = askSite(event, path);
  if (!hasCopy) return fromSite.catch(() => answerWithout(request.url));
  // An answer that comes after the copy was shown is still kept.
  event.waitUntil(fromSite.catch(() => undefined));
  const slow = new Promise<'slow'>((resolve) => setTimeout(() => resolve('slow'), patience));
  const answer = await Promise.race([fromSite, slow]).catch(() => 'lost' as const);
  if (answer instanceof Response && !isGatewayError(answer)) return answer;
  return (await findCopy(path, answer === 'slow')) ?? answerWithout(request.url);
}

async function askSite(event: FetchEvent, path: string): Promise<Response> {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request));
  const isPage = answer.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (isPage) event.waitUntil(takeNote(path, answer.clone()));
  return answer;
}

/** Where there is neither site nor copy: no answer keeps the page one is on, which is told and says so itself. */
async function answerWithout(href: string): Promise<Response> {
  const page = await findWaitingPage(href);
  if (!page) return (await findShell()) ?? Response.error();
  page.postMessage({ unreachable: href });
  return new Response(null, { status: 204 });
}

/** Answers what a page needs: the files of a build never change, anything else is asked for anew where that can be. */
export async function answerFile({ request }: FetchEvent, path: string): Promise<Response> {
  const isOfBuild = path.startsWith('/assets/');
  const copy = isOfBuild ? await findFile(path) : undefined;
  if (copy) return copy;
  return fetch(request).catch(async (error: unknown) => {
    const oldCopy = await findFile(path);
    if (!oldCopy) throw error;
    return oldCopy;
  });
}

/** Passes on the data of a page that React opens; where the page may be kept, it is asked for as a document. */
export async function answerData(event: FetchEvent, url: URL): Promise<Response> {
  const answer = await fetch(event.request);
  const path = url.pathname.replace(/\.data$/, '');
  if (answer.headers.has('Offline-Copy')) event.waitUntil(keepSoon(path));
  else if (answer.headers.has('Offline-Reader'))
    event.waitUntil(inTurn(() => noteReader(answer.headers.get('Offline-Reader') ?? 'none')));
  return answer;
}

/** How long a change of a page waits for others, in milliseconds. */
const pause = 2_000;

/** Pages that are to be kept anew, with the last time that was said. */
const changedPages = new Map<string, symbol>();

/** Keeps a page as it is after what is being changed in it, once for several changes. */
export async function keepSoon(path: string): Promise<void> {
  const own = Symbol(path);
  changedPages.set(path, own);
  await new Promise((resolve) => setTimeout(resolve, pause));
  if (changedPages.get(path) !== own) return;
  changedPages.delete(path);
  // Without a connection it stays as it was kept last.
  await fetchToKeep(path).catch(() => undefined);
}
