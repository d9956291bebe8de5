import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/courses/catalogue.server.ts';
import { type Deck, decks } from '#app/domain/decks/decks.server.ts';
import { beatsOf, countWords, secondsOfDeck } from '#app/domain/decks/narration.ts';
import { type Slide, stepsOf } from '#app/domain/decks/slides.ts';
import { allSeries } from '#app/domain/series/series.server.ts';
import { renderDeck } from '#app/routes/frame/deck/render-deck.server.tsx';
import { paths } from '#tests/content/files.ts';
import { isRight, reckon } from '#tests/content/sums.ts';

const all = [...decks().values()];
const isLesson = ({ key }: Deck) => /\/module-\d+$/.test(key);

/** What `check` finds wrong with the slides of all decks, one line a problem. */
const problemsOf = (check: (slide: Slide, index: number, deck: Deck) => readonly string[]) =>
  all.flatMap((deck) =>
    deck.slides.flatMap((slide, index) =>
      check(slide, index, deck).map(
        (problem) => `${deck.key}, slide ${index + 1} (${slide.layout}): ${problem}`,
      ),
    ),
  );

describe('decks', () => {
  it('belong each to a lesson, a course or a series, and none of these is without', () => {
    const known = new Set([
      ...[...courses().values()].flatMap(({ slug, modules }) => [
        `courses/${slug}/course`,
        ...modules.map(({ id }) => `courses/${slug}/module-${id}`),
      ]),
      ...[...allSeries().keys()].map((slug) => `series/${slug}`),
    ]);
    const files = paths
      .filter((path) => path.endsWith('.deck.yaml'))
      .map((path) => path.slice(0, -'.deck.yaml'.length));
    expect(files.filter((key) => !known.has(key))).toEqual([]);
    expect([...known].filter((key) => !files.includes(key))).toEqual([]);
    expect(all.map(({ key }) => key).sort()).toEqual(files.sort());
  });

  it('have 6 to 9 slides in a lesson, 3 or 4 in an introduction', () => {
    const wrong = all.filter((deck) => {
      const count = deck.slides.length;
      return isLesson(deck) ? count < 6 || count > 9 : count < 3 || count > 4;
    });
    expect(wrong.map(({ key, slides }) => `${key}: ${slides.length}`)).toEqual([]);
  });

  it('take 90 to 240 seconds', () => {
    const wrong = all.filter(({ slides }) => secondsOfDeck(slides) < 90 || secondsOfDeck(slides) > 240);
    expect(wrong.map(({ key, seconds }) => `${key}: ${seconds} s`)).toEqual([]);
  });

  it('end in the exercise', () => {
    expect(
      all.filter(isLesson).flatMap(({ key, slides }) => (slides.at(-1)?.layout === 'checklist' ? [] : [key])),
    ).toEqual([]);
  });

  it('use several layouts, and none three times in a row', () => {
    const wrong = all.filter(({ slides }) => {
      const layouts = slides.map(({ layout }) => layout);
      const isMonotonous = layouts.some(
        (layout, at) => layout === layouts[at + 1] && layout === layouts[at + 2],
      );
      return isMonotonous || new Set(layouts).size < Math.min(5, slides.length - 1);
    });
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });

  it('weigh at most 12 kB', () => {
    const heavy = all.filter((deck) => gzipSync(renderDeck(deck).html).length > 12_000);
    expect(heavy.map(({ key }) => key)).toEqual([]);
  });
});

describe('narration', () => {
  it('is 30 to 70 words a slide', () => {
    const problems = problemsOf(({ narration }) => {
      const words = countWords(narration.replaceAll('|', ' '));
      return words < 30 || words > 70 ? [`${words} words`] : [];
    });
    expect(problems).toEqual([]);
  });

  it('says with | when each step comes', () => {
    const problems = problemsOf((slide) => {
      const beats = beatsOf(slide.narration).length;
      const steps = stepsOf(slide);
      const isMarked = beats === steps || beats === steps + 1;
      // What is a list is revealed step by step; what is a picture may be there at once.
      const isRevealed = ['list', 'procedure', 'table', 'checklist', 'question'].includes(slide.layout);
      if (slide.layout === 'question') return beats === 2 ? [] : [`${beats} parts instead of 2`];
      if (steps === 0 || !isRevealed)
        return beats === 1 || isMarked ? [] : [`${beats} parts for ${steps} steps`];
      return isMarked ? [] : [`${beats} parts for ${steps} steps`];
    });
    expect(problems).toEqual([]);
  });

  it('is said, not read: no signs that a voice stumbles over', () => {
    const problems = problemsOf(({ narration }) =>
      [...narration.matchAll(/[*_#<>[\]{}=]|https?:|\d x \d/g)].map(([sign]) => sign),
    );
    expect(problems).toEqual([]);
  });

  it('has no sentence of more than 34 words: it is a caption too', () => {
    const problems = problemsOf(({ narration }) =>
      beatsOf(narration)
        .flatMap((beat) => beat.split(/(?<=[.!?]["']?) /))
        .filter((sentence) => countWords(sentence) > 34),
    );
    expect(problems).toEqual([]);
  });
});

describe('sums on slides', () => {
  it('are right', () => {
    const problems = problemsOf((slide) =>
      slide.layout === 'number' ? slide.sum.filter((line) => isRight(line) === false) : [],
    );
    expect(problems).toEqual([]);
  });

  it('are reckoned as people do', () => {
    expect(reckon('450 clicks x $3.20')).toBe(1440);
    expect(reckon('12% of 400 orders')).toBe(48);
    expect(reckon('$1,000 - 2 x $150 + $50')).toBe(750);
    expect(reckon('what remains')).toBeNull();
    expect(isRight('190 minutes / 19 shops = 10 minutes')).toBe(true);
    expect(isRight('$443 / 4 visits = $111')).toBe(true);
    expect(isRight('$443 / 4 visits = $112')).toBe(false);
    expect(isRight('9 / 450 = 2.1%')).toBe(false);
    expect(isRight('9 / 450 = 2.0%')).toBe(true);
  });

  it('have marks of bars that exist', () => {
    const problems = problemsOf((slide) =>
      slide.layout === 'bars' && slide.mark && !slide.bars.some(({ label }) => label === slide.mark)
        ? [slide.mark]
        : [],
    );
    expect(problems).toEqual([]);
  });
});
