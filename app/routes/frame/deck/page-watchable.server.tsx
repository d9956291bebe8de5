import { findDeck } from '#app/domain/learning/decks/decks.server.ts';
import type { Watchable } from '#app/domain/learning/decks/playback.server.ts';
import { renderScreen } from '#app/routes/frame/deck/render-deck.server.tsx';
import { VideoPlayer } from '#app/routes/frame/video-player.tsx';
import type { PageWatchable } from '#app/routes/frame/watch.tsx';
import { pageMarkup, pagePart } from '#app/routes/http/page-text.server.ts';

/** What can be watched, as a loader returns it; where there is nothing, the line that says so, with a note of where else to look. */
export function pageWatchable(
  request: Request,
  watchable: Watchable | undefined,
  title: string,
  posterNote?: string,
): PageWatchable {
  const deck = watchable?.deckKey ? findDeck(watchable.deckKey) : null;
  if (watchable && deck) {
    const { slide } = watchable;
    const { key: id, title } = deck;
    const screen = pageMarkup(request, { id: `${id}-${slide}`, html: renderScreen(deck, slide) });
    return { deck: { id, title, slide, screen } };
  }
  const player = <VideoPlayer video={watchable?.video ?? null} title={title} posterNote={posterNote} />;
  return { video: pagePart(request, player) };
}
