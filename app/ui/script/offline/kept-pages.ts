import { openCache } from '#app/ui/script/offline/caches.ts';
import { type KeptPage, pagesToDelete } from '#app/ui/script/offline/limits.ts';
import {
  asCopy,
  filesOf,
  fontsOf,
  titleOf,
  withoutNonce,
  withoutReact,
} from '#app/ui/script/offline/page-markup.ts';

/** What is told of a kept page, in a header of it. */
const infoHeader = 'X-Kept';

/** The headers of a copy: its policy is as strict as that of the page itself. */
function headersOf(answer: Response): Headers {
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
  for (const name of [
    'Content-Security-Policy',
    'Referrer-Policy',
    'Permissions-Policy',
    'X-Content-Type-Options',
    'X-Frame-Options',
  ])
    headers.set(name, withoutNonce(answer.headers.get(name) ?? ''));
  return headers;
}

const infoOf = (copy: Response): KeptPage & { files: string[] } =>
  JSON.parse(decodeURIComponent(copy.headers.get(infoHeader) ?? '%7B%7D'));

/** The pages that can be read now, the latest first. */
export async function listPages(): Promise<KeptPage[]> {
  const pages = await openCache('pages');
  const copies = await pages.matchAll();
  return copies
    .map(infoOf)
    .filter(({ until }) => Date.parse(until) > Date.now())
    .toSorted((one, other) => other.keptAt.localeCompare(one.keptAt));
}

/** The copy of a page, as it is shown; undefined where there is none, or none any more. */
export async function findCopy(path: string, isSlow = false): Promise<Response | undefined> {
  const copy = await (await openCache('pages')).match(path);
  if (!copy) return undefined;
  const { keptAt, until } = infoOf(copy);
  if (!(Date.parse(until) > Date.now())) return undefined;
  return new Response(asCopy(await copy.text(), keptAt, isSlow), { headers: copy.headers });
}

/**
 * Keeps the files that are not there yet. What cannot be had now is left out: the page can be read without it.
 * @returns the fonts that style sheets among them need
 */
async function keepFiles(files: Cache, addresses: readonly string[]): Promise<string[]> {
  const more = await Promise.all(
    addresses.map(async (address) => {
      const copy = await files.match(address);
      const answer = copy ?? (await fetch(address).catch(() => undefined));
      if (!answer?.ok) return [];
      const fonts = address.endsWith('.css') ? fontsOf(await answer.clone().text()) : [];
      // A device without room has the page alone.
      if (!copy) await files.put(address, answer).catch(() => undefined);
      return fonts;
    }),
  );
  return more.flat();
}

/** Keeps what a page needs besides itself. @returns the addresses of it */
async function keepFilesOf(html: string, cache: Cache): Promise<string[]> {
  const ownFiles = filesOf(html);
  const fonts = await keepFiles(cache, ownFiles);
  await keepFiles(cache, fonts);
  return [...ownFiles, ...fonts];
}

/**
 * Keeps a page with what it needs, and makes room for it.
 * @param until when it lapses (ISO 8601), as the site has said with it
 */
export async function keepPage(path: string, answer: Response, until: string): Promise<void> {
  const html = withoutReact(await answer.text());
  const files = await keepFilesOf(html, await openCache('files'));
  const info = {
    path,
    title: titleOf(html),
    keptAt: new Date().toISOString(),
    until,
    bytes: html.length,
    files,
  };
  const headers = headersOf(answer);
  headers.set(infoHeader, encodeURIComponent(JSON.stringify(info)));
  const pages = await openCache('pages');
  const put = () => pages.put(path, new Response(html, { headers }));
  try {
    await put();
  } catch {
    // The device is full: the older half of the pages makes room.
    const pagesNow = await listPages();
    await deleteThese(pagesNow.slice(Math.floor(pagesNow.length / 2)));
    await put();
  }
  const { quota } = await navigator.storage.estimate();
  const all = (await pages.matchAll()).map(infoOf);
  await deleteThese(pagesToDelete(all, new Date(), quota));
}

/** Deletes pages, and the files that no other page needs. */
async function deleteThese(pagesToGo: readonly KeptPage[]): Promise<void> {
  if (pagesToGo.length === 0) return;
  const pages = await openCache('pages');
  await Promise.all(pagesToGo.map(({ path }) => pages.delete(path)));
  const neededFiles = new Set((await pages.matchAll()).flatMap((copy) => infoOf(copy).files));
  const files = await openCache('files');
  for (const { url } of await files.keys())
    if (!neededFiles.has(new URL(url).pathname)) await files.delete(url);
}

/** The address of the page that stands for those that are not kept. */
const shellPath = '/offline';

/** Keeps that page anew, with its files, as a visitor gets it. @throws where the site cannot be reached. */
export async function keepShell(): Promise<void> {
  const answer = await fetch(shellPath, { credentials: 'omit', cache: 'no-store' });
  if (!answer.ok)
    throw new Error(`The page for readers without a connection was not answered: ${answer.status}.`);
  const shell = await openCache('shell');
  const html = await answer.clone().text();
  const neededFiles = new Set([shellPath, ...(await keepFilesOf(html, shell))]);
  await shell.put(shellPath, new Response(html, { headers: headersOf(answer) }));
  for (const { url } of await shell.keys())
    if (!neededFiles.has(new URL(url).pathname)) await shell.delete(url);
}

export const findShell = async (): Promise<Response | undefined> =>
  (await openCache('shell')).match(shellPath);

/** A file that a kept page needs. */
export const findFile = async (path: string): Promise<Response | undefined> =>
  (await (await openCache('files')).match(path)) ?? (await openCache('shell')).match(path);
