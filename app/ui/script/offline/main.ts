// The script of what this browser keeps (P324): lists it on the page for reading offline, which also stands for pages that are not kept,
// and in the settings, where it can be deleted. Loaded when the page has nothing to do.

import { isReachable, untilReachable } from '#app/ui/script/connection/until-reachable.ts';
import { deletePages } from '#app/ui/script/offline/caches.ts';
import { count, day, dayAndTime, element } from '#app/ui/script/offline/elements.ts';
import { listPages } from '#app/ui/script/offline/kept-pages.ts';
import type { KeptPage } from '#app/ui/script/offline/limits.ts';
import { listChanges } from '#app/ui/script/offline/outbox/entries.ts';
import { drawChanges } from '#app/ui/script/offline/outbox/waiting-list.ts';
import { knownReader } from '#app/ui/script/offline/reader.ts';

/** The name of the site, which ends the titles of its pages. */
const brandName = document.title.split(' | ').at(-1);

/** Fills in the place for the list (`data-player`); in the settings it says how much there is (`data-summary`). */
export async function prepare(place: HTMLElement): Promise<void> {
  if (!('caches' in window)) return say(place, 'This browser can’t save pages for offline reading.');
  const pages = await listPages();
  if ('summary' in place.dataset) return summarize(place, pages);
  const reader = await knownReader();
  const changes = reader?.account ? await listChanges(reader.account) : [];
  place.replaceChildren(
    ...(changes.length > 0 ? [drawChanges(changes)] : []),
    pages.length > 0 ? drawList(pages) : drawNothing(),
  );
  if (await isReachable()) return leaveOffline(location.pathname !== '/offline');
  tellOffline(pages.length);
  if (await untilReachable(new AbortController().signal)) leaveOffline(location.pathname !== '/offline');
}

const say = (place: HTMLElement, text: string) => place.replaceChildren(element('p', 'text-muted', text));

/** The page that was asked for is there after all; on the list's own page one stays. */
function leaveOffline(isElsewhere: boolean): void {
  if (isElsewhere) {
    location.reload();
    return;
  }
  const lead = document.getElementById('offline-lead');
  if (lead?.dataset.offline === undefined) return;
  lead.replaceChildren('You’re back online. ', link('Go to your dashboard', '/dashboard'));
}

function tellOffline(pageCount: number): void {
  const title = document.getElementById('offline-title');
  const lead = document.getElementById('offline-lead');
  const words = 'You’re offline';
  document.title = words;
  if (title) title.textContent = words;
  if (!lead) return;
  lead.dataset.offline = '';
  const saved =
    pageCount > 0
      ? `${count(pageCount, 'page')} ${pageCount === 1 ? 'is' : 'are'} saved on this device. `
      : '';
  const later =
    location.pathname === '/offline'
      ? 'This page notices when you’re back online.'
      : 'The page you asked for opens by itself as soon as you’re back online.';
  lead.textContent = saved + later;
}

function link(label: string, href: string): HTMLAnchorElement {
  const anchor = element('a', 'link font-semibold', label);
  anchor.href = href;
  return anchor;
}

function drawList(pages: readonly KeptPage[]): HTMLElement {
  const heading = element('h2', 'text-2xl', 'Saved on this device');
  heading.id = 'on-this-device';
  const list = element(
    'ul',
    'grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface',
    ...pages.map(drawPage),
  );
  const section = element('section', 'grid gap-4', heading, list);
  section.setAttribute('aria-labelledby', heading.id);
  return section;
}

function drawPage({ path, title, keptAt, until }: KeptPage): HTMLElement {
  // A title names the page first, and what it belongs to after it.
  const [name = path, ...rest] = title.split(' | ');
  const anchor = element(
    'a',
    'font-semibold no-underline after:absolute after:inset-0 group-hover:text-accent',
    name,
  );
  anchor.href = path;
  const about = [
    ...rest.filter((part) => part !== brandName),
    `Saved ${dayAndTime(keptAt)}. You can read it until ${day(until)}.`,
  ];
  return element(
    'li',
    'group relative grid min-h-11 gap-0.5 border-line px-4 py-3.5 wrap-anywhere not-first:border-t hover:bg-sunken sm:px-5',
    anchor,
    ...about.map((text) => element('p', 'text-sm text-muted', text)),
  );
}

function drawNothing(): HTMLElement {
  return element(
    'div',
    'grid justify-items-center gap-3 rounded-card border border-dashed border-line-strong px-6 py-12 text-center',
    element('p', 'font-display text-xl', 'Nothing to read offline yet'),
    element('p', 'text-muted', 'Lessons and guides you open while you’re online are saved here for later.'),
  );
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function summarize(place: HTMLElement, pages: readonly KeptPage[]): void {
  if (pages.length === 0) {
    say(place, 'No pages are saved in this browser right now.');
    return;
  }
  const bytes = pages.reduce((sum, page) => sum + page.bytes, 0);
  const words = element('p', 'text-muted', `${count(pages.length, 'page')}, ${megabytes(bytes)}. `);
  words.append(link('See saved pages', '/offline'));
  const button = element(
    'button',
    'inline-flex min-h-11 cursor-pointer items-center justify-center rounded-control border border-danger bg-surface px-4 py-2 text-sm font-semibold text-danger hover:bg-danger-soft justify-self-start',
    `Delete ${count(pages.length, 'page')}`,
  );
  button.type = 'button';
  button.onclick = async () => {
    await deletePages();
    say(place, 'The saved pages were deleted.');
  };
  place.replaceChildren(words, button);
}
