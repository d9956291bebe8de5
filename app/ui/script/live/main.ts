// The script of what changes on a page while somebody looks at it, loaded when the page has nothing to do: how much is unread, and what
// is marked `data-live`. Without it, the same shows when the page is loaded anew.

import { offerNewBuild } from '#app/ui/script/live/new-build.ts';
import { hearSteadily } from '#app/ui/script/live/steady-source.ts';
import { forAPart } from '#app/ui/script/partial-page.ts';

/** Ends the connection that there is. */
let endHearing: (() => void) | null = null;
let bell: HTMLElement | null = null;
/** Whether the page has heard events before: what came between two connections was missed. */
let hasHeard = false;

/** Serves the count of what is unread (`data-player`, `data-at` is the address of the events), from when the page is looked at. */
export function prepare(part: HTMLElement): void {
  if (!bell) document.addEventListener('visibilitychange', follow);
  bell = part;
  hasHeard = false;
  end();
  follow();
}

function end(): void {
  endHearing?.();
  endHearing = null;
}

/** A browser has few connections to a site: only the page that is looked at has this one. */
function follow(): void {
  if (document.hidden) end();
  if (document.hidden || endHearing || !bell) return;
  const on = document.querySelector<HTMLElement>('[data-live]')?.dataset.live;
  const address = bell.dataset.at ?? '';
  endHearing = hearSteadily(on ? `${address}?on=${on}` : address, {
    unread: ({ data }) => showCount(Number(data)),
    changed: () => void renew(),
    open() {
      if (hasHeard) {
        void renew();
        // What was between two connections may have been a start of the site.
        void offerNewBuild(bell?.dataset.build);
      }
      hasHeard = true;
    },
  });
}

function showCount(count: number): void {
  const [sign, words] = bell?.children ?? [];
  if (!(sign instanceof HTMLElement) || !(words instanceof HTMLElement)) return;
  sign.hidden = count === 0;
  sign.textContent = count > 99 ? '99+' : String(count);
  words.textContent = count === 0 ? '' : `, ${count > 99 ? 'more than 99' : count} unread`;
}

/** What a part holds. Where React has opened the page, it keeps the element of a text, but leaves alone what stands in that. */
const inner = (part: Element): Element => part.querySelector(':scope > [data-text]:only-child') ?? part;

/** The markup of a part as the site sent it: its times may be told in the reader's zone by now (app/ui/script/local-time.ts). */
function asSent(part: Element): string {
  const copy = part.cloneNode(true) as Element;
  for (const time of copy.querySelectorAll<HTMLElement>('time[data-ready]')) {
    if (time.dataset.sent) time.textContent = time.dataset.sent;
    time.removeAttribute('title');
    delete time.dataset.sent;
    delete time.dataset.ready;
  }
  return copy.innerHTML;
}

/** Shows the part that has changed as the page would be now, and says so; what one is typing in stands elsewhere. */
async function renew(): Promise<void> {
  const part = document.querySelector('[data-live]');
  if (!part) return;
  const say = (words: string) => {
    const status = document.getElementById(`${part.id}-said`);
    if (status) status.textContent = words;
  };
  if (part.contains(document.activeElement))
    return say('Something new has come in. Reload the page to see it.');
  try {
    const answer = await fetch(location.href, { headers: forAPart });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const renewed = page.getElementById(part.id);
    if (!renewed || renewed.innerHTML === asSent(part)) return;
    inner(part).replaceChildren(...inner(renewed).childNodes);
    renewValues(page);
    say('Something new has come in.');
  } catch {
    // The connection failed: with the next change, or a reload.
  }
}

/** What forms send of what the page shows (`data-live-value`), where nobody is writing yet: who is has not looked up, and is to be asked. */
function renewValues(page: Document): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-live-value]')) {
    const renewed = page.getElementById(field.id);
    const texts = [...(field.form?.querySelectorAll('textarea') ?? [])];
    if (renewed instanceof HTMLInputElement && texts.every(({ value }) => value === ''))
      field.value = renewed.value;
  }
}
