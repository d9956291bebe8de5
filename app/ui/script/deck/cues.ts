/** A sentence of the narration, with what is seen meanwhile. Seconds are those of an unhurried reader. */
export interface Cue {
  /** The slide, from 0. */
  slide: number;
  /** How many steps of the slide are shown. */
  steps: number;
  text: string;
  seconds: number;
  /** Seconds of silence before it. */
  pause: number;
  /** Seconds of silence after it: between slides. */
  rest: number;
}

const wordsPerMinute = 140;

/** Reads from the storyboard what is said, sentence by sentence (app/domain/learning/decks/narration.ts reckons the same). */
export function readCues(slides: readonly HTMLElement[]): Cue[] {
  return slides.flatMap((element, slide) => {
    const sentences = [...element.querySelectorAll<HTMLElement>('[data-cue]')];
    return sentences.map(({ textContent, dataset }, index) => {
      const text = textContent ?? '';
      const words = text.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length;
      return {
        slide,
        steps: Number(dataset.cue),
        text,
        seconds: (words / wordsPerMinute) * 60,
        pause: Number(dataset.pause ?? 0),
        rest: index === sentences.length - 1 ? 1 : 0,
      };
    });
  });
}

/** All the seconds of a cue. */
export const lengthOf = ({ seconds, pause, rest }: Cue) => seconds + pause + rest;

/** Minutes and seconds, such as 2:05. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
