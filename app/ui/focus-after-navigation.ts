import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After a navigation within the page, moves the focus to where a page load would begin to be read: the heading of the new
 * page, or the place in it that the address names. Without this the focus stays on a link that is gone.
 */
export function useFocusAfterNavigation(): void {
  const { pathname, search, hash } = useLocation();
  // One address has two pages in turn where it names a mode: signing in, and asking for a new password.
  const page = `${pathname}?${new URLSearchParams(search).get('mode') ?? ''}`;
  const focusedPage = useRef(page);
  useEffect(() => {
    if (focusedPage.current === page) return;
    focusedPage.current = page;
    const target =
      (hash && document.getElementById(hash.slice(1))) || document.querySelector<HTMLElement>('main h1');
    if (!target) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [page, hash]);
}
