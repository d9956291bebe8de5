import { onPress } from '#app/ui/script/on-press.ts';

const kept = 'announcement';

/** An announcement (`data-announcement` names what it says) can be put away, and stays away in this browser until it says something else. */
export function putAnnouncementAway(): void {
  const bar = document.querySelector<HTMLElement>('[data-announcement]');
  if (!bar) return;
  try {
    bar.hidden = localStorage.getItem(kept) === bar.dataset.announcement;
  } catch {
    // Where nothing may be kept it shows on each page.
  }
  onPress('[data-put-away]', () => {
    bar.hidden = true;
    try {
      localStorage.setItem(kept, bar.dataset.announcement ?? '');
    } catch {
      // As above.
    }
  });
}
