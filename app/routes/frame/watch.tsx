import type { ReactNode } from 'react';
import { DeckPlayer, type PageDeck } from '#app/routes/frame/deck/deck-player.tsx';
import { PageHtml, type PagePart } from '#app/ui/page-html.tsx';

/** What a page has to be watched: narrated slides, or a video or a line in its place. */
export type PageWatchable = { deck: PageDeck } | { video: PagePart };

/** A video or a deck; with neither, a line that says so. `children` are offered at the end of a deck. */
export function Watch({ watchable, children }: { watchable: PageWatchable; children?: ReactNode }) {
  if ('deck' in watchable)
    return (
      <DeckPlayer key={watchable.deck.id} deck={watchable.deck}>
        {children}
      </DeckPlayer>
    );
  return <PageHtml className="no-print" id={watchable.video.id} html={watchable.video.html} />;
}
