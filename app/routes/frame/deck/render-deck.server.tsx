import { renderToStaticMarkup } from 'react-dom/server';
import type { Deck } from '#app/domain/learning/decks/decks.server.ts';
import { type Cue, cuesOf } from '#app/domain/learning/decks/narration.ts';
import { memoizeByObject } from '#app/platform/runtime/memoize-by-object.server.ts';
import { SlidePicture } from '#app/routes/frame/deck/slide.tsx';
import { Play } from '#app/ui/icon.tsx';

/** Minutes and seconds, such as 2:05. */
const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const storyboardOf = memoizeByObject((deck: Deck) => renderToStaticMarkup(<Storyboard deck={deck} />));

/** The slides of a deck with what is said on each, rendered once, and the button that plays them from the slide one was at, from 1. */
export const renderScreen = (deck: Deck, slide: number): string =>
  storyboardOf(deck) + renderToStaticMarkup(<PlayButton deck={deck} slide={slide} />);

function PlayButton({ deck: { slides, seconds }, slide }: { deck: Deck; slide: number }) {
  const isBegun = slide > 1 && slide <= slides.length;
  return (
    <button type="button" className="deck-play scripts-only">
      <span>
        <Play className="deck-play-icon size-8!" />
        <span>
          <span className="deck-start">{isBegun ? `Continue at slide ${slide}` : 'Play'}</span>
          <span className="deck-loading">Loading video content...</span>
          <small>
            {clockText(seconds)}, {slides.length} slides
          </small>
        </span>
      </span>
    </button>
  );
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
