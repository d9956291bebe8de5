import deckScript from 'virtual:deck-script';
import type { ReactNode } from 'react';
import { href } from 'react-router';
import type { RenderedDeck } from '#app/routes/frame/deck/render-deck.server.tsx';
import { Play } from '#app/ui/icon.tsx';
import { PageHtml } from '#app/ui/page-html.tsx';

/** A deck on its way to a page: its HTML may stand in the page alone. */
export type PageDeck = Omit<RenderedDeck, 'html'> & {
  html?: string | undefined;
  /** The slide one was at, from 1. */
  slide: number;
};

/** Minutes and seconds, such as 2:05. */
export const clockText = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * Narrated slides, 16:9 and at most 700 px wide (P47). Without scripts and on paper a storyboard; with scripts a film, which
 * app/ui/script/deck plays once it is asked to. `children` are offered at its end. What the script adds stands where React does not look.
 */
export function DeckPlayer({ deck, children }: { deck: PageDeck; children?: ReactNode }) {
  const { id, title, slideCount, seconds, slide, html } = deck;
  const isBegun = slide > 1 && slide <= slideCount;
  return (
    <section
      className="deck"
      aria-label={`Video: ${title}`}
      data-deck={id}
      data-slide={slide}
      data-player={deckScript}
      data-kept-at={href('/watching')}
    >
      <div className="deck-screen">
        <PageHtml id={id} html={html} />
        <button type="button" className="deck-play scripts-only">
          <span>
            <Play className="size-9!" />
            <span>
              <span className="deck-start">{isBegun ? `Continue at slide ${slide}` : 'Play'}</span>
              <span className="deck-loading">Loading video content...</span>
              <small>
                {clockText(seconds)}, {slideCount} slides
              </small>
            </span>
          </span>
        </button>
      </div>
      <PageHtml className="deck-below" html="" />
      {children ? <div className="deck-end">{children}</div> : null}
    </section>
  );
}
