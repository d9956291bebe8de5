import type { Watchable } from '#app/domain/decks/watching.server.ts';
import type { PageDeck } from '#app/routes/frame/deck/deck-player.tsx';
import { renderDeck } from '#app/routes/frame/deck/render-deck.server.tsx';
import type { PageWatchable } from '#app/routes/frame/watch.tsx';
import { isSentByScript } from '#app/routes/http/sent-by-script.server.ts';

/** What can be watched, as a loader returns it; null where there is nothing. */
export function pageWatchable(request: Request, watchable: Watchable | undefined): PageWatchable | null {
  if (!watchable) return null;
  const { video, deck, slide } = watchable;
  if (!deck) return { video, deck: null };
  const { html, ...rest } = renderDeck(deck);
  // As with a lesson's text, the page holds it once: only scripts that ask for the data alone get it there.
  const pageDeck: PageDeck = Object.defineProperty({ ...rest, slide }, 'html', {
    value: html,
    enumerable: isSentByScript(request),
  });
  return { video, deck: pageDeck };
}
