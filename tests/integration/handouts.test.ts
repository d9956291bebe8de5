import { expect, it } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { findHandout } from '#app/domain/learning/decks/handout.server.ts';
import { longestTurnMs } from '#tests/integration/longest-turn.ts';

it('lets others in while the slides of many courses are asked for at once', async () => {
  const [first, ...rest] = [...courses().keys()];
  // Fonts and the first deck take a while, once.
  await findHandout(first ?? '');
  const longest = await longestTurnMs(() => Promise.all(rest.slice(0, 10).map((slug) => findHandout(slug))));
  expect(longest).toBeLessThan(130);
});
