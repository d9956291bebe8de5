import deckScript from 'virtual:deck-script';
import { type ReactNode, useState } from 'react';
import { href } from 'react-router';
import { PageHtml, type PagePart } from '#app/ui/page-html.tsx';

/** A deck on its way to a page. */
export interface PageDeck {
  /** Its key; what is kept of a member's way through it is kept under it. */
  id: string;
  title: string;
  /** The slide one was at, from 1. */
  slide: number;
  /** What stands on its screen. */
  screen: PagePart;
}

/**
 * Narrated slides, 16:9 and at most 700 px wide (P47). Without scripts and on paper a storyboard; with scripts a film, which
 * app/ui/script/deck plays once it is asked to. `children` are offered at its end. What the script adds stands where React does not look.
 */
export function DeckPlayer({ deck, children }: { deck: PageDeck; children?: ReactNode }) {
  // Data that comes anew names the slide one is at now: the screen stays, a film may be running on it.
  const [screen] = useState(deck.screen);
  return (
    <section
      className="deck"
      aria-label={`Video: ${deck.title}`}
      data-deck={deck.id}
      data-slide={deck.slide}
      data-player={deckScript}
      data-kept-at={href('/watching')}
    >
      <PageHtml className="deck-screen" id={screen.id} html={screen.html} />
      <PageHtml className="deck-below" html="" />
      {children ? <div className="deck-end">{children}</div> : null}
    </section>
  );
}
