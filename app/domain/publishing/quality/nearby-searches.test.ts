import { expect, it } from 'vitest';
import { searchesNearby } from '#app/domain/publishing/quality/nearby-searches.ts';

const search = (words: string) => ({ words, askers: 2 });

it('sets a search beside the pieces that share a telling word with it', () => {
  const pieces = [
    { path: 'a.md', about: 'Write cold emails that get answers' },
    { path: 'b.md', about: 'Clean an email list' },
    { path: 'c.md', about: 'Price a page' },
  ];
  const nearby = searchesNearby(pieces, [
    search('cold email template'),
    search('price'),
    search('zoo'),
    search('the an of'),
  ]);
  expect(
    Object.fromEntries([...nearby].map(([path, found]) => [path, found.map(({ words }) => words)])),
  ).toEqual({
    'a.md': ['cold email template'],
    'b.md': ['cold email template'],
    'c.md': ['price'],
    '': ['zoo', 'the an of'],
  });
});

it('takes no notice of a word that more than ten pieces have', () => {
  const pieces = Array.from({ length: 11 }, (_, at) => ({
    path: `${at}.md`,
    about: `Marketing lesson ${at}`,
  }));
  expect([...searchesNearby(pieces, [search('marketing for dentists')]).keys()]).toEqual(['']);
});
