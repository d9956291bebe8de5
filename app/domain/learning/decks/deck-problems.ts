import { isCorrectSum } from '#app/domain/core/values/sum-check.ts';
import { beatsOf, countWords, secondsOfDeck } from '#app/domain/learning/decks/narration.ts';
import { type Slide, stepsOf } from '#app/domain/learning/decks/slides.ts';

/** What is a list is revealed step by step; what is a picture may be there at once. */
const steppedLayouts: readonly Slide['layout'][] = ['list', 'procedure', 'table', 'checklist'];

function problemOfMarks(slide: Slide): string[] {
  const beats = beatsOf(slide.narration).length;
  const steps = stepsOf(slide);
  if (slide.layout === 'question') return beats === 2 ? [] : ['mark the answer in the narration with one |.'];
  const isMarked = beats === steps || beats === steps + 1;
  return isMarked || (beats === 1 && !steppedLayouts.includes(slide.layout))
    ? []
    : [`its ${steps} steps have ${beats} parts of narration: divide it by |.`];
}

/** What of a slide cannot be shown as it is meant. */
function brokenPartsOf(slide: Slide): string[] {
  return [
    ...problemOfMarks(slide),
    ...(slide.layout === 'bars' && slide.mark && !slide.bars.some(({ label }) => label === slide.mark)
      ? [`there is no bar ${slide.mark} to mark.`]
      : []),
  ];
}

function problemsOfSlide(slide: Slide): string[] {
  const { narration } = slide;
  const words = countWords(narration.replaceAll('|', ' '));
  const long = beatsOf(narration)
    .flatMap((beat) => beat.split(/(?<=[.!?]["']?) /))
    .filter((sentence) => countWords(sentence) > 34);
  const signs = [...narration.matchAll(/[*_#<>[\]{}=]|https?:|\d x \d/g)].map(([sign]) => sign);
  return [
    ...(words < 30 || words > 70 ? [`its narration has ${words} words, and needs 30 to 70.`] : []),
    ...signs.map((sign) => `a voice stumbles over ${sign} in the narration.`),
    ...long.map((sentence) => `a sentence has more than 34 words: "${sentence.slice(0, 60)}..."`),
    ...(slide.layout === 'number'
      ? slide.sum.filter((line) => isCorrectSum(line) === false).map((line) => `${line} is not right.`)
      : []),
  ];
}

const ofSlides = (slides: readonly Slide[], problemsOf: (slide: Slide) => string[]): string[] =>
  slides.flatMap((slide, index) =>
    problemsOf(slide).map((problem) => `Slide ${index + 1} (${slide.layout}): ${problem}`),
  );

/** Slides whose steps or marks do not fit what is said, so that no deck can have them; in words for their author. */
export const brokenSlides = (slides: readonly Slide[]): string[] => ofSlides(slides, brokenPartsOf);

/**
 * What the shipped library would not have in a lesson's slides, or in those of an introduction: how many there are, how long they take,
 * how they are narrated; in words for their author. How decks are written: docs/writing-decks.md.
 */
export function deckAdvice(slides: readonly Slide[], isLesson: boolean): string[] {
  const layouts = slides.map(({ layout }) => layout);
  const [least, most] = isLesson ? [6, 9] : [3, 4];
  const seconds = secondsOfDeck(slides);
  const isMonotonous =
    layouts.some((layout, at) => layout === layouts[at + 1] && layout === layouts[at + 2]) ||
    new Set(layouts).size < Math.min(5, slides.length - 1);
  return [
    ...(slides.length < least || slides.length > most
      ? [`${isLesson ? 'A lesson' : 'An introduction'} has ${least} to ${most} slides, not ${slides.length}.`]
      : []),
    ...(seconds < 90 || seconds > 240 ? [`It takes ${seconds} seconds, and should take 90 to 240.`] : []),
    ...(isLesson && layouts.at(-1) !== 'checklist' ? ['The last slide of a lesson is a checklist.'] : []),
    ...(isMonotonous ? ['Use several layouts, and none three times in a row.'] : []),
    ...ofSlides(slides, problemsOfSlide),
  ];
}

/** Everything that is wrong with slides of the shipped library, beyond what their layouts hold; in words for their author. */
export const deckProblems = (slides: readonly Slide[], isLesson: boolean): string[] => [
  ...deckAdvice(slides, isLesson),
  ...brokenSlides(slides),
];
