import { forAPart } from '#app/ui/script/partial-page.ts';

const everyMs = 30_000;

/** Renews what says so (`data-renews`, with an id) from its page every 30 seconds (P103), while somebody looks at it and is not within it. */
export function renewParts(): void {
  setInterval(() => {
    const part = document.querySelector('[data-renews]');
    if (part && !document.hidden && !part.contains(document.activeElement)) void renew(part);
  }, everyMs);
}

async function renew(part: Element): Promise<void> {
  try {
    const answer = await fetch(location.pathname, { headers: forAPart });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const renewed = page.getElementById(part.id);
    if (renewed) part.replaceWith(renewed);
  } catch {
    // The next time.
  }
}
