import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { assistantPath, hasAssistant } from '#app/routes/frame/assistant-place.ts';
import { isWithin } from '#app/routes/frame/current-section.ts';

/** HTML, written by the server alone, by the places in the frame (`data-fresh`) in which it stands. */
type Fresh = Readonly<Record<string, string>>;

/** Whether the frame's markup is still what the page came with. */
let isServed = true;

/**
 * What changes in the frame's markup while React leads from page to page: which section is current, where the assistant is, and what
 * stands in its places, each when the data says something else than it said before: until then a place is left to the page's script.
 */
export function useFrameFollowsPage(fresh: Fresh, isSignedIn: boolean): void {
  const { pathname } = useLocation();
  const shown = useRef<Fresh>(null);
  useLayoutEffect(() => {
    // Made anew, as after a failure, the markup is that of the first page.
    const before = shown.current ?? (isServed ? fresh : {});
    isServed = false;
    shown.current = fresh;
    for (const [name, html] of Object.entries(fresh)) {
      const place = document.querySelector(`[data-fresh=${name}]`);
      if (place && html !== before[name]) place.innerHTML = html;
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-section]'))
      link.ariaCurrent = isWithin(pathname, link.pathname) ? 'page' : null;
    const [home] = document.querySelectorAll<HTMLAnchorElement>('header a');
    if (home) home.href = isSignedIn ? '/dashboard' : '/';
    // Whose session has ended has neither until a page is loaded.
    const navigation = document.querySelector<HTMLElement>('nav[aria-label=Main]');
    if (navigation) navigation.hidden = !isSignedIn;
    const toggle = document.querySelector<HTMLAnchorElement>('[data-assistant]');
    if (toggle) {
      toggle.href = assistantPath(pathname);
      toggle.closest('aside')?.toggleAttribute('hidden', !isSignedIn || !hasAssistant(pathname));
    }
  });
}
