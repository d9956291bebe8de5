import type { ReactNode } from 'react';
import type { PlayableVideo } from '#app/domain/courses/videos.server.ts';
import { DeckPlayer, type PageDeck } from '#app/routes/frame/deck/deck-player.tsx';
import { VideoPlayer } from '#app/routes/frame/video-player.tsx';

/** What a page has to be watched: the owner's video or, without one, narrated slides. */
export interface PageWatchable {
  video: PlayableVideo | null;
  deck: PageDeck | null;
}

/** A video or a deck; with neither, a line that says so. `children` are offered at the end of a deck. */
export function Watch({
  watchable,
  title,
  posterNote,
  children,
}: {
  watchable: PageWatchable | null;
  title: string;
  posterNote?: string;
  children?: ReactNode;
}) {
  if (watchable?.deck)
    return (
      <DeckPlayer key={watchable.deck.id} deck={watchable.deck}>
        {children}
      </DeckPlayer>
    );
  return (
    <div className="no-print">
      <VideoPlayer
        video={watchable?.video ?? null}
        title={title}
        {...(posterNote === undefined ? {} : { posterNote })}
      />
    </div>
  );
}
