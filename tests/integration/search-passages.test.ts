import { expect, it } from 'vitest';
import { trainingLessons } from '#app/domain/programme/affiliates/training.server.ts';
import { searchDocuments } from '#app/domain/site/search/documents.server.ts';
import { passages } from '#app/domain/site/search/passages.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';

const all = passages(searchDocuments());

it('leads to headings that stand on the page', () => {
  // Figures are of no matter here.
  const withoutFigures = (markdown: string) => markdown.replace(/^!\[.*$/gm, '');
  const pages = new Map(
    [
      ...searchDocuments(),
      ...trainingLessons().map(({ name, body }) => ({ path: `/affiliate-centre/training/${name}`, body })),
    ].map(({ path, body }) => [path, renderMarkdown(withoutFigures(body)).html]),
  );
  const broken = all.filter(({ path, kind }) => {
    const [page = '', anchor] = path.split('#');
    if (!anchor || kind === 'question' || kind === 'ebook') return false;
    return !pages.get(page)?.includes(`id="${anchor}"`);
  });
  expect(broken.map(({ path }) => path)).toEqual([]);
  expect(all.filter(({ path }) => path.includes('#')).length).toBeGreaterThan(800);
});

it('has each passage once, none empty, none as long as a lesson', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ body }) => body.trim() === '' || body.length > 6_000)).toEqual([]);
});

it('cuts at headings, and keeps items and rows apart', () => {
  const [first, second, third] = passages([
    {
      id: 'guide:x',
      kind: 'guide',
      visibility: 'member',
      path: '/training/guides/x',
      title: 'X',
      summary: 'About x.',
      place: '',
      body: 'One *two*\nthree.\n\n## Same `code`\n\n- a\n- b\n\n| H | I |\n|---|---|\n| 1 | 2 |\n\n```text\n## no heading\n```\n\n### Same code\n\nEnd.',
      topic: null,
      level: null,
    },
  ]);
  expect(first).toMatchObject({ path: '/training/guides/x', heading: '', body: 'About x.\nOne two three.' });
  expect(second).toMatchObject({ path: '/training/guides/x#same-code', body: 'a\nb\nH I\n1 2\nno heading' });
  expect(third).toMatchObject({ path: '/training/guides/x#same-code-1', body: 'End.' });
});

it('lets anyone read what any page says of a piece, and members alone its text', () => {
  const seo = all.filter(({ id }) => id.startsWith('module:seo:1#'));
  expect(new Set(seo.map(({ audience }) => audience))).toEqual(new Set(['member']));
  expect(
    all
      .filter(({ kind }) => kind === 'legal' || kind === 'question')
      .every(({ audience }) => audience === 'public'),
  ).toBe(true);
  expect(
    all.filter(({ kind }) => kind === 'training').every(({ audience }) => audience === 'affiliate'),
  ).toBe(true);
});
