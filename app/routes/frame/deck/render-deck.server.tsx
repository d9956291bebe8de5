import { renderToStaticMarkup } from 'react-dom/server';
import type { Deck } from '#app/domain/decks/decks.server.ts';
import { type Cue, cuesOf } from '#app/domain/decks/narration.ts';
import { SlidePicture } from '#app/routes/frame/deck/slide.tsx';

/** A deck as pages show it. */
export interface RenderedDeck {
  /** The deck's key; what is kept of a member's way through it is kept under it. */
  id: string;
  title: string;
  slideCount: number;
  seconds: number;
  html: string;
}

const rendered = new WeakMap<Deck, RenderedDeck>();

/** The slides of a deck with what is said on each, as HTML that is rendered once. */
export function renderDeck(deck: Deck): RenderedDeck {
  let found = rendered.get(deck);
  if (!found) {
    const { key, title, slides, seconds } = deck;
    const html = renderToStaticMarkup(<Storyboard deck={deck} />);
    found = { id: key, title, slideCount: slides.length, seconds, html };
    rendered.set(deck, found);
  }
  return found;
}

function Storyboard({ deck: { slides } }: { deck: Deck }) {
  return (
    <ol className="deck-slides">
      {slides.map((slide, index) => (
        <li key={slide.narration} aria-label={`Slide ${index + 1} of ${slides.length}`}>
          <div className="slide-box">
            <SlidePicture slide={slide} />
          </div>
          <p className="deck-narration">
            {cuesOf(slide).map((cue) => (
              <NarrationCue key={cue.text} {...cue} />
            ))}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** A sentence, with the steps that are seen with it and the silence before it. */
function NarrationCue({ text, steps, pause }: Cue) {
  return (
    <>
      <span data-cue={steps} data-pause={pause || undefined}>
        {text}
      </span>{' '}
    </>
  );
}
