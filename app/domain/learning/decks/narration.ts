import { type Slide, stepsOf } from '#app/domain/learning/decks/slides.ts';

/** Words spoken in a minute where no voice says how long it takes: the pace of somebody who explains. */
const wordsPerMinute = 140;
/** Seconds from the end of a slide to the next. */
const secondsBetweenSlides = 1;

/** What is said in one breath of a slide: a sentence, the steps of the slide that are seen meanwhile, and seconds of silence before it. */
export interface Cue {
  text: string;
  words: number;
  /** How many steps are shown; all of them where the narration has no marks. */
  steps: number;
  pause: number;
}

/** How many words a text has that are spoken. */
export const countWords = (text: string) =>
  text.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length;

/** The parts of a narration between its marks. */
export const beatsOf = (narration: string) =>
  narration
    .split('|')
    .map((beat) => beat.replace(/\s+/g, ' ').trim())
    .filter((beat) => beat !== '');

/** A sentence ends before a space that is followed by a capital, a figure or a quotation. */
export const sentencesIn = (text: string): string[] => text.split(/(?<=[.!?]["']?) (?=["'A-Z0-9$])/);

/** What is said on a slide, sentence by sentence. */
export function cuesOf(slide: Slide): Cue[] {
  const beats = beatsOf(slide.narration);
  const steps = stepsOf(slide);
  // With one part more than there are steps, the first is said before any is seen.
  const ahead = beats.length - steps;
  return beats.flatMap((beat, index) =>
    sentencesIn(beat).map((text, at) => ({
      text,
      words: countWords(text),
      steps: beats.length === 1 ? steps : index + 1 - ahead,
      pause: slide.layout === 'question' && index === 1 && at === 0 ? slide.pause : 0,
    })),
  );
}

/** Seconds a slide takes at the pace above. */
export function secondsOfSlide(slide: Slide): number {
  return cuesOf(slide).reduce(
    (seconds, { words, pause }) => seconds + (words / wordsPerMinute) * 60 + pause,
    secondsBetweenSlides,
  );
}

/** Seconds a deck takes at the pace above. */
export const secondsOfDeck = (slides: readonly Slide[]) =>
  Math.round(slides.reduce((seconds, slide) => seconds + secondsOfSlide(slide), 0));
