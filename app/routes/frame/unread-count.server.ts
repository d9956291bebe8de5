import liveScript from 'virtual:live-script';
import { buildId } from '#app/platform/runtime/build-id.server.ts';

const signClass =
  'absolute top-1 left-5.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-accent tabular-nums';

/**
 * How much is unread, as it stands at the bell of every page of the signed-in: HTML, written by the server alone, which React leaves as it
 * is and the page's events change (app/ui/script/live). A question mark where the count cannot
 * be read (P224).
 */
export function unreadHtml(unreadCount: number | null): string {
  const count = unreadCount ?? '?';
  const sign = unreadCount !== null && unreadCount > 99 ? '99+' : String(count);
  const words =
    unreadCount === null
      ? ', unread count unavailable'
      : unreadCount === 0
        ? ''
        : `, ${unreadCount > 99 ? 'more than 99' : unreadCount} unread`;
  return (
    `<span class="contents" data-player="${liveScript}" data-at="/live" data-build="${buildId()}">` +
    `<span aria-hidden="true" class="${signClass}"${count === 0 ? ' hidden' : ''}>${sign}</span>` +
    `<span class="sr-only">${words}</span></span>`
  );
}
