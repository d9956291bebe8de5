import { onPress } from '#app/ui/script/on-press.ts';

const storageKey = 'announcement';
const selector = '[data-announcement]';

/** An announcement (`data-announcement` names what it says) can be put away, and stays away in this browser until it says something else. */
export function putAnnouncementAway(): void {
  const show = () => {
    const bar = document.querySelector<HTMLElement>(selector);
    try {
      if (bar) bar.hidden = localStorage.getItem(storageKey) === bar.dataset.announcement;
    } catch {
      // Where nothing may be kept it shows on each page.
    }
  };
  show();
  // React may lead to a page that says something else.
  const place = document.querySelector('[data-fresh=notices]');
  if (place) new MutationObserver(show).observe(place, { childList: true });
  onPress('[data-put-away]', (button) => {
    const bar = button.closest<HTMLElement>(selector);
    if (!bar) return;
    bar.hidden = true;
    try {
      localStorage.setItem(storageKey, bar.dataset.announcement ?? '');
    } catch {
      // As above.
    }
  });
}
