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
    const header = document.querySelector('header');
    const home = header?.querySelector('a');
    if (home) home.href = isSignedIn ? '/dashboard' : '/';
    const navigation = header?.querySelector('nav');
    if (navigation) {
      // Whose session has ended has none until a page is loaded, nor the assistant.
      navigation.hidden = !isSignedIn;
      for (const link of navigation.querySelectorAll<HTMLAnchorElement>(':scope > ul a'))
        link.ariaCurrent = isWithin(pathname, link.pathname) ? 'page' : null;
    }
    const toggle = document.querySelector<HTMLAnchorElement>('[data-assistant]');
    if (toggle) {
      toggle.href = assistantPath(pathname);
      toggle.closest('aside')?.toggleAttribute('hidden', !isSignedIn || !hasAssistant(pathname));
    }
  });
}
