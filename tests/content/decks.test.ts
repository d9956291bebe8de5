import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { deckProblems } from '#app/domain/learning/decks/deck-problems.ts';
import { decks } from '#app/domain/learning/decks/decks.server.ts';
import { allSeries } from '#app/domain/learning/series/series.server.ts';
import { renderScreen } from '#app/routes/frame/deck/render-deck.server.tsx';
import { paths } from '#tests/content/files.ts';

const all = [...decks().values()];

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

  it('are as long as they may be, of several layouts, said as one speaks, and reckon right', () => {
    const problems = all.flatMap(({ key, slides }) =>
      deckProblems(slides, /\/module-\d+$/.test(key)).map((problem) => `${key}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('weigh at most 12 kB', () => {
    const heavy = all.filter((deck) => gzipSync(renderScreen(deck, 1)).length > 12_000);
    expect(heavy.map(({ key }) => key)).toEqual([]);
  });
});
